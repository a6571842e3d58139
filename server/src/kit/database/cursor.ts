// Cursors of keyset pages. Callers hold them, so they are validated like any other input.
import { isUuid } from '../random.ts'

/** Column types that a list may be sorted by, as PostgreSQL names them. */
export type CursorType = 'bigint' | 'date' | 'int' | 'smallint' | 'real' | 'text' | 'timestamptz' | 'uuid'

export type Cursor = {
  /** The sort it was made for. */
  s: string
  /** The last row's sort value and id. */
  v: unknown
  i: unknown
  /** Hash of the filters. */
  h: string
  /** The page number. */
  p: number
  /** The list's total, and whether it is an estimate. */
  t: number
  e: boolean
}

const integer = (least: bigint, most: bigint) => (value: unknown) => {
  if (typeof value === 'number' ? !Number.isSafeInteger(value) : typeof value !== 'string') return false
  if (!/^-?\d{1,19}$/.test(String(value))) return false
  const read = BigInt(value as string | number)
  return read >= least && read <= most
}

/** Years 1 to 9999 as `Date` prints them, in full, so that PostgreSQL parses the same time. */
const moment = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/
const day = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/** Whether PostgreSQL accepts the value for this type. */
const holds: Readonly<Record<CursorType, (value: unknown) => boolean>> = {
  bigint: integer(-(2n ** 63n), 2n ** 63n - 1n),
  date: (value) => typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value)) && isRealDay(value),
  int: integer(-(2n ** 31n), 2n ** 31n - 1n),
  smallint: integer(-(2n ** 15n), 2n ** 15n - 1n),
  real: (value) => typeof value === 'number' && Number.isFinite(Math.fround(value)),
  text: (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
  timestamptz: (value) =>
    typeof value === 'string' && moment.test(value) && !Number.isNaN(Date.parse(value)) && isRealDay(value),
  uuid: (value) => typeof value === 'string' && isUuid(value),
}

/** `Date` turns 30 February into a day in March; PostgreSQL refuses it. */
const isRealDay = (text: string): boolean => new Date(text).toISOString().slice(0, 10) === text.slice(0, 10)

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor, plain)).toString('base64url')

/** Parses a cursor whose value and id have these types; undefined for anything else. */
export function readCursor(text: string, value: CursorType, id: CursorType): Cursor | undefined {
  let read: Partial<Cursor> | null
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Partial<Cursor> | null
  } catch {
    return undefined
  }
  if (typeof read !== 'object' || read === null) return undefined
  const { s, v, i, h, p, t, e } = read
  const isCount = (number: unknown): number is number => Number.isSafeInteger(number) && Number(number) >= 0
  if (typeof s !== 'string' || typeof h !== 'string' || typeof e !== 'boolean' || !isCount(p) || !isCount(t))
    return undefined
  // A nullable sort has rows without a value.
  if (!holds[id](i) || (v !== null && !holds[value](v))) return undefined
  return { s, v, i, h, p, t, e }
}
