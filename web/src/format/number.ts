// Formats numbers and money. Money is an integer in its smallest unit everywhere but here.
import { tagOf } from '@greenroom/contract/languages'

/** The browser's name for one of our languages; English is written as in the United States. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-US' : tagOf(language))

const formatters = new Map<string, Intl.NumberFormat>()

// Creating a formatter costs a hundred times its use, so it is reused.
function formatter(language: string, options: Intl.NumberFormatOptions) {
  const key = `${language}${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(localeOf(language), { numberingSystem: 'latn', ...options })
  formatters.set(key, made)
  return made
}

/** The sign before negative amounts: a hyphen is shorter than the figures beside it. */
export const minus = '−'

const written = (value: number | bigint, language: string, options: Intl.NumberFormatOptions): string =>
  formatter(language, { signDisplay: 'negative', ...options })
    .format(value)
    .replace('-', minus)

/** `17 days`, `2.5 hr`: a tenth only below ten. */
export const inUnit = (value: number, unit: 'second' | 'minute' | 'hour' | 'day', language: string) =>
  written(value, language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: Math.abs(value) < 10 && unit !== 'second' ? 1 : 0,
  })

/** `12,345`. */
export const integer = (value: number, language: string) => written(value, language, { maximumFractionDigits: 0 })

/** `12.3`, with at most so many decimals. */
export const decimal = (value: number, most: number, language: string) =>
  written(value, language, { maximumFractionDigits: most })

/** Basis points as a percentage with all its digits, for agreed rates: 1234 is `12.34%`. Measured shares are `share`. */
export const percent = (basisPoints: number, language: string) =>
  written(basisPoints / 10_000, language, { style: 'percent', maximumFractionDigits: 2 })

/** A measured share, 0.0834 as `8.3%`: a tenth only below ten percent. */
export const share = (part: number, language: string) =>
  written(part, language, { style: 'percent', maximumFractionDigits: Math.abs(part) < 0.0995 ? 1 : 0 })

const points = new Map<string, string>()

/** The sign before decimals: where thousands are grouped by points, `12.345.60` would be no number. */
function pointOf(language: string): string {
  const known = points.get(language)
  if (known !== undefined) return known
  const parts = formatter(language, { minimumFractionDigits: 1 }).formatToParts(0.5)
  const point = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  points.set(language, point)
  return point
}

/** Splits an integer amount without floating point: 2^53 micros keep every digit. */
function decimals(amount: number, digits: number, shown: number, language: string) {
  const negative = amount < 0
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const units = BigInt(text.slice(0, -digits))
  const fraction = text.slice(-digits).replace(/0+$/, '').padEnd(shown, '0')
  const grouped = formatter(language, { maximumFractionDigits: 0 }).format(units)
  return `${negative ? minus : ''}${grouped}${pointOf(language)}${fraction}`
}

/**
 * Micros with two decimals, rounded to the nearest, halves away from zero; what is less than half of the last digit is `<0.01`, so that only
 * nothing reads as nothing.
 */
function rounded(micros: number, language: string) {
  const [positive, sign] = [Math.abs(micros), micros < 0 ? minus : '']
  const hundredths = Math.floor(positive / 10_000) + (positive % 10_000 >= 5_000 ? 1 : 0)
  if (hundredths === 0 && micros !== 0) return `${sign}<${decimals(1, 2, 2, language)}`
  return `${hundredths === 0 ? '' : sign}${decimals(hundredths, 2, 2, language)}`
}

/** Tokens, bonus and points are whole numbers. */
export const tokens = integer
export const bonus = integer

/** The sign of a negative amount stands before the currency. */
const dollars = (amount: string) => amount.replace(/^(−?<?)/, '$1$$')

/** `$12,345.60` for 1234560 cents. */
export const usd = (cents: number, language: string) => dollars(decimals(cents, 2, 2, language))

/** `$12.50` for 12,509,999 micros: whole cents, rounded down as settlements round. */
export const usdFloor = (micros: number, language: string) => usd(Math.floor(micros / 10_000), language)

/** `$12.50` for 12,500,000 micros; as many digits as the amount has, two at least. */
export const usdMicros = (micros: number, language: string) => dollars(decimals(micros, 6, 2, language))

/** `$12.50` for 12,503,117 micros: for reading; who needs each digit asks for `usdMicros`. */
export const usdRounded = (micros: number, language: string) => dollars(rounded(micros, language))
export const usdtRounded = (micros: number, language: string) => `${rounded(micros, language)} USDT`

/** USDT without the unit, where everything is USDT. */
export const usdtAlone = (micros: number, language: string) => decimals(micros, 6, 2, language)

/** `12.50 USDT`; as many digits as the amount has, two at least. */
export const usdt = (micros: number, language: string) => `${usdtAlone(micros, language)} USDT`

/** `1.4 MB`, by powers of 1,024. */
export function bytes(value: number, language: string) {
  const units = ['B', 'KB', 'MB', 'GB'] as const
  const power = Math.min(units.length - 1, value > 0 ? Math.floor(Math.log2(value) / 10) : 0)
  const amount = formatter(language, { maximumFractionDigits: power === 0 ? 0 : 1 }).format(value / 1024 ** power)
  return `${amount} ${units[power]}`
}

/** An amount in the smallest unit of any currency: `€9.29` for 929 EUR cents, `¥500` for 500 yen. */
export function money(minor: number, currency: string, language: string): string {
  const format = formatter(language, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(minor / 10 ** digits).replace('-', minus)
}
