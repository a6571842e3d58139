// What a statement's file says before it is sent: its first lines, and the days of its first and last one. Pure.
import { readAmount } from '@greenroom/contract/typedAmounts'
import type { Mapping } from './StatementState.tsx'

type Settings = Mapping['settings']

const most = 5

/** A line's cells; quotes hold separators and doubled quotes. */
export function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!
    if (sign === '"' && quoted && line[at + 1] === '"') {
      cell += '"'
      at++
    } else if (sign === '"') quoted = !quoted
    else if (sign === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

/** The day of a date as the mapping's file writes it, `2026-01-31`; undefined if it is none. */
export function dayOf(text: string, dates: Settings['dates']): string | undefined {
  const found =
    dates === 'iso' ? /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text) : /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(text)
  if (!found) return undefined
  const [, first = '', second = '', third = ''] = found
  const [year, month, day] = { iso: [first, second, third], dmy: [third, second, first], mdy: [third, first, second] }[
    dates
  ]
  const iso = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined
}

export type Preview = {
  header: string[]
  lines: string[][]
  /** Of the file's first and last dated lines, in order; undefined if no date can be read. */
  period: { fromDay: string; toDay: string } | undefined
}

/** @param head the file's beginning, `tail` its end, which may begin within a line */
export function previewOf(head: string, tail: string, settings: Settings): Preview {
  const separator = settings.delimiter
  const rows = (text: string) =>
    text
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\r|\n/)
      .filter((line) => line.trim() !== '')
  const [first = '', ...rest] = rows(head)
  const header = cellsOf(first, separator)
  const place = header.findIndex((name) => name.toLowerCase() === settings.columns.date?.toLowerCase())
  const daysIn = (lines: readonly string[]) =>
    place < 0 ? [] : lines.flatMap((line) => dayOf(cellsOf(line, separator)[place] ?? '', settings.dates) ?? [])
  const days = [...daysIn(rest), ...daysIn(rows(tail))].toSorted()
  const [fromDay, toDay] = [days[0], days.at(-1)]
  return {
    header,
    lines: rest.slice(0, most).map((line) => cellsOf(line, separator)),
    period: fromDay !== undefined && toDay !== undefined ? { fromDay, toDay } : undefined,
  }
}

/** Decimals of a currency: 2 for USD, 0 for JPY. */
const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** A typed amount of a currency, such as `1,234.50`, in its smallest unit; undefined if it cannot be read. */
export function minorOf(text: string, currency: string): number | undefined {
  const amount = readAmount(text, '.')
  if (!amount) return undefined
  const decimals = decimalsOf(currency)
  if (!/^0*$/.test(amount.fraction.slice(decimals))) return undefined
  const minor = Number(`${amount.integer}${amount.fraction.slice(0, decimals).padEnd(decimals, '0')}`)
  return amount.negative ? -minor : minor
}
