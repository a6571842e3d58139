// Reads the lines of an import's files: NDJSON, or CSV with a heading. Pure.
import {
  type ImportKind,
  type ImportRecord,
  importRecords,
  importTotals,
  summed,
} from '@greenroom/contract/movingRecords.schema'
import type { importFaults } from '@greenroom/contract/statesAndKinds'
import type { z } from 'zod'
import { formatOf } from '../../files/index.ts'

export type Fault = (typeof importFaults)[number]
/** What stands in the way of one line; `line` counts the file's lines from 1, of CSV its records with the heading. */
export type LineFault = { line: number; kind: string; key: string; fault: Fault; field: string; detail: string }
export type LineRecord = { line: number; kind: ImportKind; key: string; data: object }
/** How many records of a kind a `totals` line says there are, and their sums by field. */
export type Totals = { of: ImportKind; count: number; sums: Record<string, number> }
export type Lines = { records: LineRecord[]; faults: LineFault[]; totals: Totals[] }

type Raw = Readonly<Record<string, unknown>>

const keys: { [K in ImportKind]: (record: ImportRecord<K>) => string | number } = {
  promoter: ({ promoterId }) => promoterId,
  channel: ({ number }) => number,
  user: ({ userId }) => userId,
  device: ({ deviceId }) => deviceId,
  guild: ({ guildId }) => guildId,
  // A user is a member of one guild.
  member: ({ userId }) => userId,
  agent: ({ userId }) => userId,
  order: ({ orderId }) => orderId,
  withdrawal: ({ withdrawalId }) => withdrawalId,
  gift: ({ giftId }) => giftId,
  template: ({ sort }) => sort,
}
/** The field that names a record, also of a line that cannot be read. */
const keyFields: Record<ImportKind, string> = {
  promoter: 'promoterId',
  channel: 'number',
  user: 'userId',
  device: 'deviceId',
  guild: 'guildId',
  member: 'userId',
  agent: 'userId',
  order: 'orderId',
  withdrawal: 'withdrawalId',
  gift: 'giftId',
  template: 'sort',
}

const isKind = (kind: unknown): kind is ImportKind => typeof kind === 'string' && Object.hasOwn(importRecords, kind)

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Maximum characters of a value that a fault shows. */
const mostShown = 100
const shownValue = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const plain = text.toWellFormed().replaceAll('\0', ' ')
  return plain.length > mostShown ? `${plain.slice(0, mostShown).toWellFormed()}…` : plain
}

/** One line's faults by field, as its schema finds them. */
function faultsOf(issues: readonly z.core.$ZodIssue[], raw: Raw, of: Pick<LineFault, 'line' | 'kind' | 'key'>) {
  return issues.flatMap((issue): LineFault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((field) => ({ ...of, fault: 'unknown', field, detail: shownValue(raw[field]) }))
    const field = String(issue.path[0] ?? '')
    return [{ ...of, fault: 'value', field, detail: shownValue(raw[field]) }]
  })
}

/** Reads one record of a file into `lines`; null is as absent. */
function readRecord(lines: Lines, line: number, sent: Raw): void {
  const { kind, ...given } = sent
  const raw = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  if (kind === 'totals') {
    const read = importTotals.safeParse(raw)
    if (!read.success)
      lines.faults.push(...faultsOf(read.error.issues, raw, { line, kind, key: shownValue(raw['of'] ?? '') }))
    else {
      const { of, count, ...sums } = read.data
      lines.totals.push({ of, count, sums: sums as Record<string, number> })
    }
    return
  }
  if (!isKind(kind)) {
    lines.faults.push({ line, kind: shownValue(kind ?? ''), key: '', fault: 'kind', field: 'kind', detail: '' })
    return
  }
  // What no text of the database can hold.
  const odd = Object.keys(raw).find((field) => typeof raw[field] === 'string' && !isText(raw[field]))
  if (odd !== undefined) {
    const key = shownValue(raw[keyFields[kind]] ?? '')
    lines.faults.push({ line, kind, key, fault: 'value', field: odd, detail: '' })
    return
  }
  const read = importRecords[kind].safeParse(raw)
  if (!read.success) {
    const key = shownValue(raw[keyFields[kind]] ?? '')
    lines.faults.push(...faultsOf(read.error.issues, raw, { line, kind, key }))
    return
  }
  const key = String(keys[kind](read.data as never))
  // The whole picture is looked at as it is applied.
  if ('picture' in read.data && formatOf(Buffer.from(read.data.picture, 'base64')) === null) {
    lines.faults.push({ line, kind, key, fault: 'value', field: 'picture', detail: '' })
    return
  }
  lines.records.push({ line, kind, key, data: read.data })
}

const unreadable = (line: number, text: string): LineFault => ({
  line,
  kind: '',
  key: '',
  fault: 'syntax',
  field: '',
  detail: shownValue(text),
})

function objectIn(text: string): Raw | null {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Raw) : null
  } catch {
    return null
  }
}

/** Reads lines of NDJSON, of which the first is line `first` of its file; empty ones are left out. */
export function linesOfJson(text: string, first: number): Lines {
  const lines: Lines = { records: [], faults: [], totals: [] }
  for (const [at, one] of text.split('\n').entries()) {
    const trimmed = one.trim()
    if (trimmed === '') continue
    const raw = objectIn(trimmed)
    if (raw) readRecord(lines, first + at, raw)
    else lines.faults.push(unreadable(first + at, trimmed))
  }
  return lines
}

/** A cell as its field takes it: text where the field takes this text, else the number, truth value or list that it stands for. */
function valueOf(kind: unknown, field: string, cell: string): unknown {
  const shape: Record<string, z.ZodType> = isKind(kind) ? importRecords[kind].shape : importTotals.shape
  const schema = shape[field]
  if (!schema || schema.safeParse(cell).success) return cell
  const number = /^-?\d{1,16}$/.test(cell) ? Number(cell) : undefined
  if (number !== undefined && schema.safeParse(number).success) return number
  if (/^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true'
  const list = cell.split('|')
  if (schema.safeParse(list).success) return list
  return schema.safeParse(list.map(Number)).success ? list.map(Number) : (number ?? cell)
}

/** Reads rows of CSV by their heading; an empty cell is as absent. */
export function linesOfCells(header: readonly string[], rows: readonly (readonly string[])[], first: number): Lines {
  const lines: Lines = { records: [], faults: [], totals: [] }
  for (const [at, cells] of rows.entries()) {
    if (cells.length > header.length) {
      lines.faults.push(unreadable(first + at, cells.join(',')))
      continue
    }
    const given = Object.fromEntries(
      header.flatMap((field, place) =>
        cells[place] === undefined || cells[place] === '' ? [] : [[field, cells[place]]],
      ),
    )
    readRecord(
      lines,
      first + at,
      Object.fromEntries(
        Object.entries(given).map(([field, cell]) => [
          field,
          field === 'kind' ? cell : valueOf(given['kind'], field, cell),
        ]),
      ),
    )
  }
  return lines
}

/** Adds what further `totals` lines of a kind say. */
export function addTotals(declared: Record<string, Totals>, totals: readonly Totals[]): Record<string, Totals> {
  const added = { ...declared }
  for (const { of, count, sums } of totals) {
    const before = added[of] ?? { of, count: 0, sums: {} }
    const fields: readonly string[] = summed[of]
    added[of] = {
      of,
      count: before.count + count,
      sums: Object.fromEntries(fields.map((field) => [field, (before.sums[field] ?? 0) + (sums[field] ?? 0)])),
    }
  }
  return added
}
