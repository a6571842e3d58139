import { isolated } from '@greenroom/contract/isolated'
import { tagOf } from '@greenroom/contract/languages'
import i18next, { type InitOptions } from 'i18next'

const formats = new Map<string, Intl.NumberFormat>()

/** `12,345`, in the reader's language. */
function grouped(value: number, language: string): string {
  const known = formats.get(language)
  const format = known ?? new Intl.NumberFormat(tagOf(language), { numberingSystem: 'latn' })
  if (!known) formats.set(language, format)
  return format.format(value)
}

/**
 * React escapes markup. Interpolated values are often names, which may be right-to-left. A number is a count, grouped as in tables; an id or a
 * version is given as a text.
 */
export const interpolation = {
  escapeValue: true,
  useRawValueToEscape: true,
  escape: (value: unknown) =>
    typeof value === 'number' ? grouped(value, i18next.language ?? 'en') : isolated(String(value)),
} satisfies InitOptions['interpolation']
