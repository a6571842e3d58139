// How a file format writes cells and rows, and the row writer built once from a list's columns.
import type { Context } from '../../kit/calls/context.ts'
import type { DirectColumn, ExportColumn } from '../../kit/calls/serve.ts'
import { textOf } from '../../kit/time.ts'
import { yesOrNo } from '../../texts/catalogue.ts'

/** Writers for each kind of cell; `time` takes `YYYY-MM-DD HH:mm:ss`, `number` digits. */
export type Format = {
  text: (value: string) => string
  number: (digits: string) => string
  time: (text: string) => string
  readonly empty: string
  readonly beforeRow: string
  readonly between: string
  readonly afterRow: string
}

/** A piece of the file, and its number of rows. */
export type Piece = { text: string; rows: number }

type Cells<R> = ((row: R) => string)[]

function joined<R>(rows: readonly R[], cells: Cells<R>, format: Format): string {
  let text = ''
  for (const row of rows) {
    text += format.beforeRow
    for (let at = 0; at < cells.length; at++) text += (at > 0 ? format.between : '') + cells[at]!(row)
    text += format.afterRow
  }
  return text
}

/** Reads a column's value off a record. */
type Value = ReturnType<ExportColumn<unknown>['value']>

function written(value: Value, format: Format, { timeZone, language }: Context): string {
  if (value === null || value === undefined || value === '') return format.empty
  if (typeof value === 'string') return format.text(value)
  if (typeof value === 'number') return Number.isFinite(value) ? format.number(String(value)) : format.empty
  if (typeof value === 'boolean') return format.text(yesOrNo(value, language))
  return format.time(textOf(value, timeZone))
}

/** Writes records. */
export function recordWriter(columns: readonly ExportColumn<unknown>[], format: Format, context: Context) {
  const cells = columns.map((column) => (record: unknown) => written(column.value(record, context), format, context))
  return (records: readonly unknown[]): Piece => ({ text: joined(records, cells, format), rows: records.length })
}

/** A time as PostgreSQL prints it: time, fraction, zone. */
const moment = /^(\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.\d+)?[+-][\d:]+$/

function timeCell(text: string, format: Format): string {
  const time = moment.exec(text)?.[1]
  return time === undefined ? format.empty : format.time(time)
}

function directCell(column: DirectColumn, format: Format, context: Context): (value: string) => string {
  const { kind, word } = column
  if (kind === 'time') return (text) => timeCell(text, format)
  if (!word) return format[kind]
  // There are few distinct codes.
  const words = new Map<string, string>()
  return (code) => {
    let text = words.get(code)
    if (text === undefined) words.set(code, (text = format[kind](word(code, context))))
    return text
  }
}

/** Separates the cells of a row that PostgreSQL wrote as one text (`exports.rows.ts`). */
const cellEnd = '\x1f'

/** Writes rows of text as PostgreSQL returned them. */
export function textWriter(columns: readonly DirectColumn[], format: Format, context: Context) {
  const cells = columns.map((column, at) => {
    const cell = directCell(column, format, context)
    return (row: readonly string[]) => {
      const value = row[at]
      return value === undefined || value === '' ? format.empty : cell(value)
    }
  })
  return (rows: readonly string[]): Piece => {
    const split = rows.map((row) => row.split(cellEnd))
    return { text: joined(split, cells, format), rows: rows.length }
  }
}
