// Texts with keys built from an id, a reason or a code. For literal keys, use the typed `t`.
import { languageOfTag, staffLanguageOf } from '@greenroom/contract/languages'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export type Labels = {
  /** The text of the first key that has one, else of the last. Keys include their namespace: `system:columns.name`. */
  label: (keys: string | readonly string[], values?: Record<string, unknown>) => string
  has: (key: string) => boolean
  language: string
}

/** Texts by computed keys; re-renders when the language changes. */
export function useLabels(): Labels {
  const { i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => ({ label, has: (key) => i18next.exists(key), language }), [language])
}

/** A bilingual name from the server, in the reader's language. */
export const nameIn = (names: { en: string; cn: string }, language: string): string =>
  names[staffLanguageOf(languageOfTag(language))]

/** A label to be followed by its value: a full-width colon needs no space after it. */
export const lead = (text: string): string => (text.endsWith('：') ? text : `${text} `)

/** A computed label to be followed by its value, with a colon. */
export const leadOf = (name: string): string => lead(i18next.t('common:named', { name }))

/** For use outside components. */
export function label(keys: string | readonly string[], values: Record<string, unknown> = {}): string {
  const list = typeof keys === 'string' ? [keys] : keys
  const key = list.find((candidate) => i18next.exists(candidate, values)) ?? list.at(-1) ?? ''
  // The key is computed, so its values are not known to the types.
  return i18next.t(key as 'common:close', values as never) as unknown as string
}
