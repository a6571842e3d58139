// A list's rows as pieces of a file: the list's own handler runs on a snapshot, and one cursor returns its rows.

import { limits } from '@greenroom/contract/limits'
import { sql } from 'kysely'
import type { Context } from '../../kit/calls/context.ts'
import { areDirect, type DirectColumn, type ExportColumn, type Served } from '../../kit/calls/serve.ts'
import type { Frozen } from '../../kit/database/databaseSnapshot.ts'
import type { AnyQuery, ReadWhole } from '../../kit/database/paging.ts'
import { textOf } from '../../texts/catalogue.ts'
import { type Format, type Piece, recordWriter, textWriter } from './exports.format.ts'

/** The heading of each column. */
export const headerOf = (list: Served, language: Context['language']): string[] =>
  (list.columns ?? []).map(({ heading }) => textOf(heading, language))

/**
 * Reads a complete list, in order and with the filters of `payload`. @param context the caller's, whose scope applies.
 */
export function piecesOf(
  list: Served,
  context: Context,
  payload: Record<string, unknown>,
  snapshot: Frozen,
  format: Format,
): AsyncIterable<Piece> {
  const columns = list.columns ?? []
  return areDirect(columns)
    ? ofTexts(list, columns, context, payload, snapshot, format)
    : ofRecords(list, columns, context, payload, snapshot, format)
}

/** Starts the next read while the current rows are written. */
function ahead<T>(read: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined
  return async () => {
    const now = await (coming ?? read())
    coming = read()
    // The next reader gets the error; there may be none.
    coming.catch(() => {})
    return now
  }
}

/**
 * A row read as one text costs half of reading twenty cells. The separator (`cellEnd`, character 31) never occurs in a
 * cell.
 */
function cellOf({ kind, select }: DirectColumn, context: Context) {
  const value = select(context)
  return kind === 'text' ? sql`replace(${value}::text, chr(31), '')` : value
}

async function* ofTexts(
  list: Served,
  columns: readonly DirectColumn[],
  context: Context,
  payload: Record<string, unknown>,
  snapshot: Frozen,
  format: Format,
): AsyncIterable<Piece> {
  let query: AnyQuery | undefined
  const whole: ReadWhole = async (ordered) => {
    query = ordered
    return { records: [], more: false }
  }
  await list.handle({ ...context, database: snapshot.database, whole }, payload)
  if (!query) throw new Error(`${list.call.name} is not a list with a single query`)
  const row = sql<string>`concat(${sql.join(
    columns.map((column) => cellOf(column, context)),
    sql`, chr(31), `,
  )})`
  await snapshot.declareTexts(query.clearSelect().select(row.as('row')).compile(), context.timeZone)
  const write = textWriter(columns, format, context)
  const next = ahead(snapshot.texts)
  for (;;) {
    const rows = await next()
    if (rows.length === 0) return
    yield write(rows)
  }
}

async function* ofRecords(
  list: Served,
  columns: readonly ExportColumn<unknown>[],
  context: Context,
  payload: Record<string, unknown>,
  snapshot: Frozen,
  format: Format,
): AsyncIterable<Piece> {
  const write = recordWriter(columns, format, context)
  for await (const records of recordsOf(list, context, payload, snapshot)) yield write(records)
}

/**
 * A list's records page by page, complete and in order: its handler runs repeatedly, and each time its query returns
 * the cursor's next rows. @param context the caller's, whose scope applies.
 */
export async function* recordsOf(
  list: Served,
  context: Context,
  payload: Record<string, unknown>,
  snapshot: Frozen,
): AsyncIterable<unknown[]> {
  let next: (() => Promise<object[]>) | undefined
  const whole: ReadWhole = async (ordered) => {
    if (!next) {
      await snapshot.declare(ordered.compile())
      next = ahead(snapshot.rows)
    }
    const records = await next()
    return { records, more: records.length > 0 }
  }
  const reading = { ...context, database: snapshot.database, whole }
  let after: string | undefined
  do {
    const requested = { ...payload, size: limits.pageSize, after }
    const page = (await list.handle(reading, requested)) as { records: unknown[]; next?: string }
    if (page.records.length > 0) yield page.records
    after = page.next
  } while (after !== undefined)
}
