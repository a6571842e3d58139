// The rows of a list as pieces of a file: the list's own handler runs on a snapshot, and one cursor gives its rows.
import { limits } from '@greenroom/contract/limits'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Frozen, Ordered } from '../../kit/frozen.ts'
import { areDirect, type DirectColumn, type ExportColumn, type Served } from '../../kit/serve.ts'
import { type Format, type Piece, recordWriter, textWriter } from './format.ts'

/** The heading of each column. */
export const headerOf = (list: Served, language: Context['language']): string[] =>
  (list.columns ?? []).map((column) => column.names[language])

/** Reads a list whole, in its order and with the filters of `payload`. @param context of the caller, whose reach it keeps. */
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

/** Begins the next read while what came is being written. */
function ahead<T>(read: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined
  return async () => {
    const now = await (coming ?? read())
    coming = read()
    // Whoever asks next hears of it; nobody may.
    coming.catch(() => {})
    return now
  }
}

/**
 * A cell of a row that is read as one text, which costs half of what twenty do. What ends a cell (`cellEnd`, the character
 * 31) is nothing that a cell may hold.
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
  let query: Ordered | undefined
  const database = snapshot.reader(async (ordered) => {
    query = ordered
    return { records: [], more: false }
  })
  await list.handle({ ...context, database }, payload)
  if (!query) throw new Error(`${list.call.name} is no list of one query`)
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
 * The records of a list, page by page, whole and in its order: its handler is asked again and again, and each time its
 * query gives the cursor's next rows. @param context of the caller, whose reach it keeps.
 */
export async function* recordsOf(
  list: Served,
  context: Context,
  payload: Record<string, unknown>,
  snapshot: Frozen,
): AsyncIterable<unknown[]> {
  let next: (() => Promise<object[]>) | undefined
  const database = snapshot.reader(async (ordered) => {
    if (!next) {
      await snapshot.declare(ordered.compile())
      next = ahead(snapshot.rows)
    }
    const records = await next()
    return { records, more: records.length > 0 }
  })
  let after: string | undefined
  do {
    const asked = { ...payload, size: limits.pageSize, after }
    const page = (await list.handle({ ...context, database }, asked)) as { records: unknown[]; next?: string }
    if (page.records.length > 0) yield page.records
    after = page.next
  } while (after !== undefined)
}
