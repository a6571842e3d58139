// Amounts as banks, gateways and spreadsheets write them. What is not clearly an amount is none: a guess would move money. Pure.
import { plainTyped } from './digits.ts'

export type DecimalSign = '.' | ','
export type Amount = { negative: boolean; integer: string; fraction: string }

/** A sign and a currency before or after the number: `-$ 5`, `5 USD-`, `CN¥5`. */
const currency = String.raw`(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})?`
const shape = new RegExp(
  String.raw`^(?<open>\()?(?<before>[-−+]?\s*${currency}\s*[-−+]?)\s*(?<number>[\d.,'’ ]*\d[.,]?)\s*(?<after>${currency}\s*[-−+]?)(?<close>\))?$`,
  'u',
)
const grouped: Record<DecimalSign, RegExp> = {
  '.': /^\d{1,3}(?<sign>[,'’ ])\d{3}(?:\k<sign>\d{3})*$/,
  ',': /^\d{1,3}(?<sign>[.'’ ])\d{3}(?:\k<sign>\d{3})*$/,
}

/**
 * The parts of an amount with a known decimal sign; null if it cannot be read. Grouping signs stand before exactly three digits, all
 * alike: `12,50` with a decimal point is no amount. `(12.00)` and `12.00-` are negative. Digits of all scripts and full-width signs are read.
 */
export function readAmount(text: string, decimal: DecimalSign): Amount | null {
  const found = shape.exec(plainTyped(text))?.groups
  if (!found || (found['open'] === undefined) !== (found['close'] === undefined)) return null
  const minuses = Array.from(`${found['before']}${found['after']}`.matchAll(/[-−]/g)).length
  if (minuses + (found['open'] === undefined ? 0 : 1) > 1) return null
  const [integer = '', fraction = '', ...more] = found['number']!.split(decimal)
  if (more.length > 0 || !/^\d*$/.test(fraction)) return null
  if (integer !== '' && !/^\d+$/.test(integer) && !grouped[decimal].test(integer)) return null
  const digits = integer.replaceAll(/\D/g, '')
  if (digits + fraction === '' || digits.length > 13) return null
  return { negative: minuses > 0 || found['open'] !== undefined, integer: digits || '0', fraction }
}

/**
 * The decimal sign of an amount whose file declares none; null where it could be either. With both signs the last one is it; a sign that
 * stands twice groups. A single comma before three digits could group thousands or begin decimals.
 */
export function decimalSignIn(text: string): DecimalSign | null {
  const signs = Array.from(plainTyped(text).matchAll(/[.,]/g), ([sign]) => sign as DecimalSign)
  const [first, last] = [signs[0], signs.at(-1)]
  if (first === undefined || last === undefined) return '.'
  if (first !== last) return last
  if (signs.length > 1) return first === '.' ? ',' : '.'
  if (first === '.') return '.'
  return /,\d{3}(?!\d)/.test(plainTyped(text)) ? null : ','
}

/** A whole number as people type it, grouped or not; NaN if it is none. `2000.00` is none: a point before two digits groups nothing. */
export function wholeOf(text: string): number {
  const plain = plainTyped(text)
  return /^\d+$/.test(plain) || groupedWhole.test(plain) ? Number(plain.replaceAll(/\D/g, '')) : Number.NaN
}
const groupedWhole = /^\d{1,3}(?<sign>[.,'’ ])\d{3}(?:\k<sign>\d{3})*$/

/** A typed amount of dollars in cents; NaN if it is none, or could be read in two ways. */
export function centsOf(text: string): number {
  const sign = decimalSignIn(text)
  const amount = sign === null ? null : readAmount(text, sign)
  if (!amount || amount.negative || amount.fraction.length > 2) return Number.NaN
  return Number(`${amount.integer}${amount.fraction.padEnd(2, '0')}`)
}
