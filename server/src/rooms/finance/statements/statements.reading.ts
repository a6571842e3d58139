// Reads the lines of a statement. Pure.
import type { statementSettings } from '@greenroom/contract/statements.schema'
import type { lineFaults } from '@greenroom/contract/statesAndKinds'
import { readAmount } from '@greenroom/contract/typedAmounts'
import type { z } from 'zod'

export type Settings = z.infer<typeof statementSettings>

const digitsOfCurrency = new Map<string, number>()
/** Decimals of a currency: 2 for USD, 0 for JPY. */
export function decimalsOf(currency: string): number {
  let digits = digitsOfCurrency.get(currency)
  if (digits === undefined) {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    digitsOfCurrency.set(currency, digits)
  }
  return digits
}

const usualAmount = /^(-?\d{1,13})\.(\d\d)$/

/** An amount in the smallest unit; null if invalid. `1.234,50-`, `(12.00)` and `$ 5` are amounts. */
export function minorOf(text: string, decimal: Settings['decimal'], currency: string): bigint | null {
  // Nearly all amounts of a file look like this; the rest costs ten times as much.
  const usual = decimal === '.' && decimalsOf(currency) === 2 ? usualAmount.exec(text) : null
  if (usual) return BigInt(usual[1]! + usual[2]!)
  const amount = readAmount(text, decimal === 'minor' ? '.' : decimal)
  if (!amount) return null
  const { integer, fraction, negative } = amount
  if (decimal === 'minor') return /^\D*\d+\D*$/.test(text.normalize('NFKC')) ? signed(BigInt(integer), negative) : null
  const decimals = decimalsOf(currency)
  if (!/^0*$/.test(fraction.slice(decimals))) return null
  return signed(BigInt(`${integer}${fraction.slice(0, decimals).padEnd(decimals, '0')}`), negative)
}
const signed = (amount: bigint, negative: boolean): bigint => (negative ? -amount : amount)

/** A day, optionally with time and zone, in PostgreSQL's format; null if invalid. */
export function momentText(text: string, dates: Settings['dates']): string | null {
  const parts =
    dates === 'iso'
      ? /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
          text,
        )
      : /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
          text,
        )
  if (!parts) return null
  const [, first = '', second = '', third = '', hour = '0', minute = '0', seconds = '0', zone = ''] = parts
  const [year, month, day] = { iso: [first, second, third], dmy: [third, second, first], mdy: [third, first, second] }[
    dates
  ].map(Number) as [number, number, number]
  const at = new Date(Date.UTC(year, month - 1, day, Number(hour), Number(minute), Number(seconds)))
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(seconds) > 59 || !isZone(zone)) return null
  return `${at.toISOString().slice(0, 19)}${zone}`
}

/** No zone, `Z`, or an offset that a place on earth has. */
function isZone(zone: string): boolean {
  const [, hours, minutes] = /^[+-](\d{2}):?(\d{2})$/.exec(zone) ?? []
  return hours === undefined || (Number(hours) <= 14 && Number(minutes) <= 59)
}

export type Line = {
  reference: string
  amountMinor: bigint
  currency: string
  feeMinor: bigint
  /** In the platform's zone if it has none. */
  at: string | null
  balance: bigint | null
  /** The first invalid column; empty if all are valid. */
  fault: '' | (typeof lineFaults)[number]
}

/** Positions of the mapped columns in a header, or the missing columns. */
export function placesOf(header: readonly string[], { columns }: Settings): Map<string, number> | string[] {
  const places = new Map(header.map((name, place) => [name.trim().toLowerCase(), place]))
  const mapped = Object.entries(columns).filter((one): one is [string, string] => typeof one[1] === 'string')
  const missing = mapped.filter(([, name]) => !places.has(name.toLowerCase())).map(([, name]) => name)
  return missing.length > 0 ? missing : new Map(mapped.map(([what, name]) => [what, places.get(name.toLowerCase())!]))
}

const longestReference = 200

/** Moments by their text, of one file and format: lines in a row are often of one day. */
export function momentsOf(dates: Settings['dates']): (text: string) => string | null {
  let last: string | undefined
  let moment: string | null = null
  return (text) => {
    if (text !== last) [last, moment] = [text, momentText(text, dates)]
    return moment
  }
}

/** Parses a line; `momentOf` reads its date. */
export function lineOf(
  cells: readonly string[],
  places: ReadonlyMap<string, number>,
  settings: Settings,
  momentOf: (text: string) => string | null = momentsOf(settings.dates),
): Line {
  const cell = (what: string) => {
    const place = places.get(what)
    return place === undefined ? '' : (cells[place] ?? '')
  }
  const named = cell('currency').toUpperCase()
  const currency = /^[A-Z]{3}$/.test(named) ? named : settings.currency
  const reference = cell('reference')
  const amount = minorOf(cell('amount'), settings.decimal, currency)
  const fee = cell('fee') === '' ? 0n : minorOf(cell('fee'), settings.decimal, currency)
  const at = cell('date') === '' ? null : momentOf(cell('date'))
  const balance = cell('balance') === '' ? null : minorOf(cell('balance'), settings.decimal, currency)
  const isBack = settings.refundWords.some((word) => word.toLowerCase() === cell('kind').toLowerCase())
  const fault =
    amount === null
      ? 'amount'
      : fee === null
        ? 'fee'
        : cell('date') !== '' && at === null
          ? 'date'
          : reference.length > longestReference
            ? 'reference'
            : named !== '' && named !== currency
              ? 'currency'
              : ''
  return {
    reference: reference.slice(0, longestReference).replaceAll('\0', ''),
    amountMinor: isBack && amount !== null && amount > 0n ? -amount : (amount ?? 0n),
    currency,
    feeMinor: fee === null ? 0n : fee < 0n ? -fee : fee,
    at,
    balance,
    fault,
  }
}

type Balances = {
  opening: bigint | null
  closing: bigint | null
  firstBalance: bigint | null
  lastBalance: bigint | null
  firstNet: bigint
  amountSum: bigint
  feeSum: bigint
}

/**
 * Whether the balances add up: opening plus all amounts equals closing, with or without fees, and the lines' balances agree. Unknown
 * balances are ignored.
 */
export function balancesAgree(one: Balances): boolean {
  const { opening, closing, firstBalance, lastBalance, amountSum, feeSum } = one
  if (closing !== null && lastBalance !== null && closing !== lastBalance) return false
  const last = closing ?? lastBalance
  const sums = [amountSum, amountSum - feeSum]
  if (opening !== null && last !== null) return sums.some((sum) => opening + sum === last)
  // Without an opening balance, the first line's is used.
  if (firstBalance !== null && last !== null)
    return (
      sums.some((sum) => firstBalance - one.firstNet + sum === last) || firstBalance + amountSum - one.firstNet === last
    )
  return true
}
