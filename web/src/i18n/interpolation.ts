import { isolated } from '@greenroom/contract/isolated'
import { directionOf, isLanguage, tagOf } from '@greenroom/contract/languages'
import i18next, { type InitOptions } from 'i18next'

const formats = new Map<string, Intl.NumberFormat>()

/** `12,345`, in the reader's language. */
function grouped(value: number, language: string): string {
  const known = formats.get(language)
  const format = known ?? new Intl.NumberFormat(tagOf(language), { numberingSystem: 'latn' })
  if (!known) formats.set(language, format)
  return format.format(value)
}

/** Within a sentence that is read from the right, signs and ranges keep to their number: `$5.00`, `25 min`. */
function apart(text: string, language: string): string {
  const name = isolated(text)
  const isApart = !isLanguage(language) || directionOf(language) === 'ltr' || name.startsWith('\u2068') || name === ''
  return isApart ? name : `\u2068${name}\u2069`
}

/**
 * React escapes markup. Interpolated values are often names, which may be right-to-left. A number is a count, grouped as in tables; an id or a
 * version is given as a text.
 */
export const interpolation = {
  escapeValue: true,
  useRawValueToEscape: true,
  escape: (value: unknown) =>
    typeof value === 'number'
      ? grouped(value, i18next.language ?? 'en')
      : apart(String(value), i18next.language ?? 'en'),
} satisfies InitOptions['interpolation']
