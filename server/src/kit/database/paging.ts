// Keyset paging over any query: a cursor carries the sort value, the id and a hash of the filters, so page 10,000 costs
// what page 1 costs. Sorts exist only for columns whose index ends in the id. A column that may have no value says so
// (`nullable`): its page is then read in two parts, the rows with a value and the rows without one, each in its index's order.
import { hash } from 'node:crypto'
import { limits } from '@greenroom/contract/limits'
import { type OrderByItemBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { refuseBecause } from '../calls/refusal.ts'
import { type Cursor, type CursorType, readCursor, writeCursor } from './cursor.ts'
import type { Reader } from './database.ts'
import { estimatedRows } from './estimate.ts'
import { prepareFrequent } from './prepared.ts'

export type PageRequest = {
  current?: number | undefined
  size?: number | undefined
  after?: string | undefined
  sort?: string | undefined
}

/** By filter, the ids of which the list has no row. */
export type Missing = Record<string, (string | number)[]>

export type Page<R> = {
  records: R[]
  current: number
  size: number
  total: number
  pages: number
  totalIsEstimate?: boolean
  next?: string
  missing?: Missing
}

/** Returns some rows of a whole list, and whether there may be more. */
export type ReadWhole = (query: AnyQuery) => Promise<{ records: object[]; more: boolean }>

/** Where a list's rows come from: a page of them from the database; an export's `whole` takes the query and returns its next rows. */
export type Reading = { database: Reader; whole?: ReadWhole }

/** What a list may be sorted by. */
export type SortValue = string | number | bigint | Date

/** A sortable column that always has a value: its SQL name, or what an index has instead; its type for the cursor; how to read it off a row. */
export type Sort<R> = {
  column: string | RawBuilder<unknown>
  type: CursorType
  of: (row: R) => SortValue
  /** The index is `desc nulls last`: without saying so, the planner does not read rows in its order, though none is null. */
  nulls?: 'last'
}

/** A sortable column of which rows may have no value: these rows are the last, whichever the direction. */
export type NullableSort<R> = Pick<Sort<R>, 'column' | 'type'> & { nullable: true; of: (row: R) => SortValue | null }

export type Keyset<R> = {
  /** The sorts; the first is the default. */
  sorts: Record<string, Sort<R> | NullableSort<R>>
  defaultSort: string
  id: Sort<R>
  /** The default page size. */
  defaultSize: number
}

/** JSON with big integers, for ids and amounts. */
const textOfValues = (values: unknown): string =>
  JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)) ?? ''

/** Cached by the filters' text: the same few repeat. */
const hashes = new Map<string, string>()

function hashOf(text: string): string {
  let known = hashes.get(text)
  if (known === undefined) {
    known = hash('sha256', text, 'base64url').slice(0, 12)
    if (hashes.size >= 1_000) hashes.clear()
    hashes.set(text, known)
  }
  return known
}

/**
 * A cursor's position, for queries that don't walk the sort index; undefined without a cursor, or with one that
 * `pageOf` will refuse.
 *
 * @param value the sort value's type, @param id the id's: nothing else gets into a query.
 */
export function positionOf(
  after: string | undefined,
  value: CursorType,
  id: CursorType,
): { value: unknown; id: unknown } | undefined {
  const cursor = after === undefined ? undefined : readCursor(after, value, id)
  return cursor && { value: cursor.v, id: cursor.i }
}

/** What a sort compares. */
const valueOf = ({ column }: Pick<Sort<never>, 'column'>) => (typeof column === 'string' ? sql.ref(column) : column)

/** Orders a list's query, from where the page begins, or the part of it whose rows have a value, or have none. */
type Part = (of: AnyQuery) => AnyQuery

/** A query whatever it selects from: kysely's types name every table that was joined. */
export type AnyQuery<R = any> = SelectQueryBuilder<any, any, R>

type Total = { total: number; estimate: boolean }

/** How to get the total, if not by counting the page's query. */
export type Counting = {
  /** Query to count, if the page's query is already limited. */
  counted?: AnyQuery
  /** Query to estimate by, if the planner misjudges `counted`. */
  estimated?: AnyQuery
  /** Known lower bound; skip counting above the limit. */
  atLeast?: () => Promise<number>
  /** Known total. */
  exact?: number | undefined
  /** Finds the page's ids with `found`, which selects nothing else, and shows their rows by `shown`, which has no filters. */
  late?: { found: AnyQuery; shown: AnyQuery }
}

/**
 * `alike`: one plan suits every page of this query, so plan it once per connection. Only if no filter value needs
 * another plan.
 */
export type Planning = { alike?: boolean }

/** Exact up to 10,000 by a bounded count, then the planner's estimate, marked as such. */
async function totalOf(
  reader: Reader,
  query: AnyQuery,
  estimated: AnyQuery,
  atLeast: Counting['atLeast'],
): Promise<Total> {
  const certain = (await atLeast?.()) ?? 0
  if (certain <= limits.exactTotal) {
    const counted = query
      .clearSelect()
      .select(sql`1`.as('one'))
      .limit(limits.exactTotal + 1)
      .as('counted')
    const { count } = await reader
      .selectFrom(counted)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (count <= limits.exactTotal) return { total: count, estimate: false }
  }
  const rows = await estimatedRows(reader, estimated.clearSelect().select(sql`1`.as('one')))
  return { total: Math.max(rows, certain, limits.exactTotal + 1), estimate: true }
}

/** Caches estimated totals for a few seconds; exact ones never, so that the caller's own writes show. */
const estimates = new Map<string, { total: number; until: number }>()

async function cachedTotal(key: string, count: () => Promise<Total>): Promise<Total> {
  const known = estimates.get(key)
  if (known && known.until > performance.now()) return { total: known.total, estimate: true }
  const fresh = await count()
  if (estimates.size > 1_000) estimates.clear()
  if (fresh.estimate) estimates.set(key, { total: fresh.total, until: performance.now() + 10_000 })
  return fresh
}

type Ordering<R> = {
  /** As it was asked for: a cursor is valid for one only. */
  text: string
  sort: Sort<R> | NullableSort<R>
  isNullable: boolean
  descends: boolean
  /** Sorted by the id alone. */
  isById: boolean
}

/** How a list is to be sorted. @throws Refusal 10009 for an unknown sort */
function orderingOf<R>({ sorts, defaultSort, id }: Keyset<R>, { sort: text = defaultSort }: PageRequest): Ordering<R> {
  const name = text.replace(/^-/, '')
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (!sort) throw refuseBecause(10009, 'sort', 'field.oneOf', { values: Object.keys(sorts) })
  return {
    text,
    sort,
    isNullable: 'nullable' in sort,
    descends: text.startsWith('-'),
    isById: sort.column === id.column,
  }
}

/** @param nulls where the rows without a value are, if the query is to say it */
function orderedBy<R, Q extends AnyQuery>(
  query: Q,
  { sort, descends, isById }: Ordering<R>,
  id: Sort<R>,
  nulls: 'first' | 'last' | undefined,
): Q {
  const direct = (by: OrderByItemBuilder) => {
    const directed = descends ? by.desc() : by.asc()
    if (nulls === undefined) return directed
    return nulls === 'last' ? directed.nullsLast() : directed.nullsFirst()
  }
  const byValue = query.orderBy(valueOf(sort), direct)
  return (isById ? byValue : byValue.orderBy(valueOf(id), descends ? 'desc' : 'asc')) as Q
}

/** The list's query in its order. */
function inOrder<R, Q extends AnyQuery>(query: Q, ordering: Ordering<R>, id: Sort<R>): Q {
  const { sort, isNullable, descends } = ordering
  // As the index has them. Rows without a value are the last in both directions, which no index has: parts of a page walk it.
  const indexed = 'nulls' in sort ? (descends ? 'last' : 'first') : undefined
  return orderedBy(query, ordering, id, isNullable ? 'last' : indexed)
}

/** The next rows of a whole list, as if they were a page. */
async function wholePage<R extends object>(whole: ReadWhole, query: AnyQuery<R>): Promise<Page<R>> {
  const { records, more } = await whole(query)
  const page = { records: records as R[], current: 1, size: records.length, total: records.length, pages: 1 }
  return more ? { ...page, next: 'more' } : page
}

/**
 * One page of `query`, which selects what `keyset` reads and applies all filters; for an export the next rows of all.
 *
 * @param filters the payload's filters without paging: binds the cursor to them.
 * @throws Refusal 10009 for an unknown sort or a foreign cursor.
 */
export async function pageOf<R extends object>(
  { database: reader, whole }: Reading,
  query: AnyQuery<R>,
  keyset: Keyset<R>,
  request: PageRequest,
  filters: unknown,
  { counted = query, estimated = counted, atLeast, exact, late, alike = false }: Counting & Planning = {},
): Promise<Page<R>> {
  const ordering = orderingOf(keyset, request)
  if (whole) return wholePage(whole, inOrder(query, ordering, keyset.id))
  const { text: sortText, sort, isNullable, descends, isById } = ordering
  const size = request.size ?? keyset.defaultSize
  const filtersText = textOfValues(filters)
  const filterHash = hashOf(filtersText)

  const cursor = request.after === undefined ? undefined : readCursor(request.after, sort.type, keyset.id.type)
  if (
    request.after !== undefined &&
    (cursor?.s !== sortText || cursor.h !== filterHash || (cursor.v === null && !isNullable))
  )
    throw refuseBecause(10009, 'after', 'list.cursor')
  const current = cursor ? cursor.p + 1 : (request.current ?? 1)
  const offset = cursor ? 0 : (current - 1) * size

  const compare = sql.raw(descends ? '<' : '>')
  const value = (of: unknown, type: string) => sql`${of}::${sql.raw(type)}`
  const [column, idColumn] = [valueOf(sort), valueOf(keyset.id)]
  const isAfterId = (at: Cursor) => sql<boolean>`${idColumn} ${compare} ${value(at.i, keyset.id.type)}`
  const isAfter = (at: Cursor) =>
    isById
      ? isAfterId(at)
      : sql<boolean>`(${column}, ${idColumn}) ${compare} (${value(at.v, sort.type)}, ${value(at.i, keyset.id.type)})`
  const found: AnyQuery = late?.found ?? query
  const following: Part = (of) => inOrder(cursor ? of.where(isAfter(cursor)) : of, ordering, keyset.id)
  const valued: Part = (of) => {
    const from = of.where(column, 'is not', null)
    return orderedBy(cursor ? from.where(isAfter(cursor)) : from, ordering, keyset.id, undefined)
  }
  const empty: Part = (of) => {
    const from = of.where(column, 'is', null)
    return (cursor?.v === null ? from.where(isAfterId(cursor)) : from).orderBy(idColumn, descends ? 'desc' : 'asc')
  }
  let parts: readonly Part[] = [following]
  if (isNullable && offset === 0) parts = cursor?.v === null ? [empty] : [valued, empty]

  const compiledOf = (part: Part, wanted: number) => {
    // A parameterised limit would keep PostgreSQL from using a generic plan.
    const rows = part(found).limit(alike ? sql.lit(wanted) : wanted)
    const limited = offset > 0 ? rows.offset(offset) : rows
    if (!late) return limited.compile()
    const ids = limited.clearSelect().select(idColumn.as('id'))
    return inOrder(late.shown.where(sql<boolean>`${idColumn} = any(array(${ids}))`), ordering, keyset.id).compile()
  }
  const compiled = compiledOf(parts[0]!, size + 1)
  const read = async (): Promise<R[]> => {
    const rows: R[] = []
    for (const part of parts) {
      const next = part === parts[0] ? compiled : compiledOf(part, size + 1 - rows.length)
      prepareFrequent(next.sql)
      rows.push(...(await reader.executeQuery<R>(next)).rows)
      if (rows.length > size) break
    }
    return rows
  }
  const counting = (): Total | Promise<Total> => {
    if (cursor) return { total: cursor.t, estimate: cursor.e }
    if (exact !== undefined) return { total: exact, estimate: false }
    // With the parameters: callers with different scopes send the same text.
    const key = `${compiled.sql} ${textOfValues(compiled.parameters)} ${filtersText}`
    // A digest, since a parameter may hold thousands of ids.
    return cachedTotal(hash('sha256', key, 'base64url'), () => totalOf(reader, counted, estimated, atLeast))
  }
  const [rows, { total, estimate }] = await Promise.all([read(), counting()])
  const records = rows.slice(0, size)
  const last = records.at(-1)
  const page: Page<R> = { records, current, size, total, pages: Math.ceil(total / size) }
  if (estimate) page.totalIsEstimate = true
  if (rows.length > size && last) {
    const v: unknown = sort.of(last)
    // Every row after it would be lost.
    if (v === null && !isNullable) throw new Error(`${sortText} is sorted by as if it always had a value`)
    const next: Cursor = {
      s: sortText,
      v,
      i: keyset.id.of(last),
      h: filterHash,
      p: current,
      t: total,
      e: estimate,
    }
    page.next = writeCursor(next)
  }
  return page
}

/** The page with its records mapped to the contract. */
export const mapPage = <R, S>(page: Page<R>, show: (record: R) => S): Page<S> => ({
  ...page,
  records: page.records.map(show),
})

/** Filters of a list's payload without its paging. */
export function filtersOf<P extends PageRequest & { export?: unknown; async?: unknown }>(payload: P) {
  const { current: _c, size: _s, after: _a, sort: _o, export: _e, async: _y, ...filters } = payload
  return filters
}
