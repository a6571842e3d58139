// Texts whose keys are built from an id, a reason or a code. Keys that are known beforehand use the typed `t`.
import i18next from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export type Labels = {
  /** The first of the keys that has a text; the last one otherwise. Keys carry their namespace: `system:columns.name`. */
  label: (keys: string | readonly string[], values?: Record<string, unknown>) => string
  has: (key: string) => boolean
  language: string
}

/** Texts by computed keys; renders again when the language changes. */
export function useLabels(): Labels {
  const { i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => ({ label, has: (key) => i18next.exists(key), language }), [language])
}

/** A name that the server gives in both languages, in the reader's. */
export const nameIn = (names: { en: string; cn: string }, language: string): string =>
  language === 'cn' || language === 'zh_tw' ? names.cn : names.en

/** For use outside components. */
export function label(keys: string | readonly string[], values: Record<string, unknown> = {}): string {
  const list = typeof keys === 'string' ? [keys] : keys
  const key = list.find((candidate) => i18next.exists(candidate, values)) ?? list.at(-1) ?? ''
  return i18next.t(key as 'common:close', values as never) as unknown as string
}
