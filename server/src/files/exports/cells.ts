// Cells of an exported list: what a value becomes, and text that no spreadsheet takes for a formula.
import { textOf } from '../../kit/time.ts'

/** What a column answers. */
export type Value = string | number | boolean | Date | bigint | null
/** What a file holds. */
export type Cell = string | number | boolean | null

/** A spreadsheet's limit for one cell. */
const longest = 32_767

/**
 * Text that begins like a formula gets an apostrophe before it, which spreadsheets show as text (spec: formula injection
 * is defused).
 */
export const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** XML knows no control characters but tab and line ends, and no half surrogates. */
const unprintable = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

/** A value as the file holds it: times in the platform's zone, whole numbers as numbers unless a float would bend them. */
export function cellOf(value: Value, timeZone: string): Cell {
  if (value === null || typeof value === 'boolean') return value
  if (value instanceof Date) return textOf(value, timeZone)
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return defused(value.toWellFormed().replace(unprintable, '')).slice(0, longest)
}

/** One line of CSV (RFC 4180), with its line end. */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => quoted(cell === null ? '' : String(cell))).join(',')}\r\n`

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
