// Pages of an in-memory list, with the same envelope, cursors and refusals as database lists.
import { hash } from 'node:crypto'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { type Cursor, type CursorType, readCursor, writeCursor } from '../../../kit/database/cursor.ts'
import type { Page, PageRequest } from '../../../kit/database/paging.ts'

type Value = string | number

/** How to order records: the value of a sort, and what tells records of equal values apart. */
export type MemoryKeyset<R> = {
  sorts: Readonly<Record<string, { type: Extract<CursorType, 'bigint' | 'text'>; of: (record: R) => Value }>>
  defaultSort: string
  id: (record: R) => string
  defaultSize: number
}

const compared = (a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * One page of `records`. A cursor holds the last record's place in the order, not how many came before it: records that are added or removed
 * between pages neither hide nor repeat another one.
 *
 * @throws Refusal 10009 for an unknown sort or a cursor of another list.
 */
export function pageInMemory<R>(
  records: readonly R[],
  { sorts, defaultSort, id, defaultSize }: MemoryKeyset<R>,
  request: PageRequest,
  filters: unknown,
): Page<R> {
  const sortText = request.sort ?? defaultSort
  const name = sortText.replace(/^-/, '')
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (!sort) throw refuseBecause(10009, 'sort', 'field.oneOf', { values: Object.keys(sorts) })
  const h = hash('sha256', JSON.stringify(filters), 'base64url').slice(0, 12)
  const cursor = request.after === undefined ? undefined : readCursor(request.after, sort.type, 'text')
  if (request.after !== undefined && (cursor?.s !== sortText || cursor.h !== h || cursor.v === null))
    throw refuseBecause(10009, 'after', 'list.cursor')

  const direction = sortText.startsWith('-') ? -1 : 1
  const inOrder = (a: readonly [Value, string], b: readonly [Value, string]) =>
    direction * (compared(a[0], b[0]) || compared(a[1], b[1]))
  const placeOf = (record: R) => [sort.of(record), id(record)] as const
  const sorted = records.toSorted((a, b) => inOrder(placeOf(a), placeOf(b)))
  const size = request.size ?? defaultSize
  const current = cursor ? cursor.p + 1 : (request.current ?? 1)
  const last = cursor && ([cursor.v as Value, cursor.i as string] as const)
  const from = last ? sorted.filter((record) => inOrder(placeOf(record), last) > 0) : sorted.slice((current - 1) * size)
  const page: Page<R> = {
    records: from.slice(0, size),
    current,
    size,
    total: sorted.length,
    pages: Math.ceil(sorted.length / size),
  }
  const end = page.records.at(-1)
  if (end !== undefined && from.length > size) {
    const [v, i] = placeOf(end)
    const next: Cursor = { s: sortText, v, i, h, p: current, t: sorted.length, e: false }
    page.next = writeCursor(next)
  }
  return page
}
