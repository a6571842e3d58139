// Walks every page of a list by its own handler: short reads under a cut-off, never one long snapshot.
import { limits } from '@greenroom/contract/limits'
import type { Context } from '../../kit/context.ts'
import type { Served } from '../../kit/serve.ts'
import { textOf } from '../../kit/time.ts'
import { type Cell, cellOf } from './cells.ts'

type Page = { records: unknown[]; next?: string }

/** The heading of each column. */
export const headerOf = (list: Served, language: Context['language']): string[] =>
  (list.columns ?? []).map((column) => column.names[language])

/**
 * The list's rows as cells, a page at a time.
 *
 * @param beforePage hears how many rows have gone out; it throws to end the walk.
 */
export async function* walk(
  list: Served,
  context: Context,
  payload: Record<string, unknown>,
  beforePage: (rows: number) => Promise<void>,
): AsyncIterable<Cell[][]> {
  const columns = list.columns ?? []
  const filters = { ...payload, ...(list.cutOff && cutOff(payload, context)) }
  let after: string | undefined
  let rows = 0
  do {
    await beforePage(rows)
    const page = (await list.handle(context, { ...filters, size: limits.pageSize, after })) as Page
    yield page.records.map((record) => columns.map((column) => cellOf(column.value(record, context), context.timeZone)))
    rows += page.records.length
    after = page.next
  } while (after !== undefined)
  await beforePage(rows)
}

/** The end of the span: now, rounded up to the second, unless the caller named one or the span begins later. */
function cutOff(payload: Record<string, unknown>, context: Context): { endTimeStr?: string } {
  if (payload['endTimeStr'] !== undefined) return {}
  const endTimeStr = textOf(new Date(Math.floor(context.now.getTime() / 1000) * 1000 + 1000), context.timeZone)
  const start = payload['startTimeStr']
  const begins = typeof start === 'string' ? (start.length === 10 ? `${start} 00:00:00` : start) : ''
  return begins >= endTimeStr ? {} : { endTimeStr }
}
