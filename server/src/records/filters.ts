// Filters as data: how each field of a list's payload filters its query. Any list may use them, whatever it selects and joins; a custom
// filter is a function.
import type { AnyCall, Parsed } from '@greenroom/contract/call'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../kit/context.ts'
import {
  type AnyQuery,
  filtersOf,
  type Keyset,
  type Page,
  type PageRequest,
  type Planning,
  pageOf,
} from '../kit/paging.ts'
import { idAt } from '../kit/random.ts'
import { containing } from '../kit/text.ts'
import { momentOf, spanOf } from '../kit/time.ts'

type Range = Parameters<typeof spanOf>[0]

/** The condition for a filter's value. A span's end needs its start, so the payload is passed, too. */
export type Filter<V> = (value: V, context: Context, payload: Range) => RawBuilder<boolean>

/** The fields of a payload besides paging. */
export type Narrowing<P> = Omit<P, keyof PageRequest | 'export' | 'async'>

/** A filter for each field of a list's call: a missing one is a type error. */
export type Filters<C extends AnyCall> = {
  readonly [F in keyof Narrowing<Parsed<C>>]-?: Filter<NonNullable<Narrowing<Parsed<C>>[F]>>
}

/** The query with a condition for each sent field, in the filters' order. */
export function narrow<Q extends AnyQuery, P extends object>(
  query: Q,
  filters: { readonly [F in keyof P]?: Filter<NonNullable<P[F]>> },
  payload: P,
  context: Context,
): Q {
  const conditions = (Object.keys(filters) as (keyof P)[])
    .filter((field) => payload[field] !== undefined)
    .map((field) => filters[field]!(payload[field] as NonNullable<P[keyof P]>, context, payload))
  return conditions.reduce<Q>((narrowed, condition) => narrowed.where(condition) as Q, query)
}

/** `counted`: a query of the same rows that is cheaper to count; it gets the same filters. `exact`: the total, if known. */
export type Counted = { counted?: AnyQuery; exact?: number | undefined }

/** One page of `query`, filtered by the payload; its cursor is valid only for this scope. @throws Refusal 10009 */
export const narrowedPage = <R extends object, P extends PageRequest>(
  context: Context,
  query: AnyQuery<R>,
  filters: { readonly [F in keyof Narrowing<P>]?: Filter<NonNullable<P[F]>> },
  keyset: Keyset<R>,
  payload: P,
  { counted, ...planning }: Planning & Counted = {},
): Promise<Page<R>> =>
  pageOf<R>(
    context.database,
    narrow(query, filters as object, payload, context),
    keyset,
    payload,
    { ...filtersOf(payload), scope: context.scope },
    { ...planning, ...(counted && { counted: narrow(counted, filters as object, payload, context) }) },
  )

/**
 * Whose records: by country, download channel and sex of the user that the column names. Sets of ids, so that a rare country is found by
 * its users and not by looking at every record.
 */
export const ofUsers = (column: string) => {
  const among = (condition: RawBuilder<unknown>) =>
    sql<boolean>`${sql.ref(column)} in (select id from users.app_user where ${condition})`
  return {
    country: (codes: readonly string[]) => among(sql`country = any(${codes}::text[])`),
    userChannel: (channels: readonly string[]) => among(sql`channel = any(${channels}::text[])`),
    sex: (sex: string) => among(sql`sex = ${sex}`),
  }
}

/** The column has exactly this value. */
export const equals =
  (column: string): Filter<string | number | boolean> =>
  (value) =>
    sql`${sql.ref(column)} = ${value}`

/** The column itself is true or false, so that an index over rows where it is true can be used. */
export const flag =
  (column: string): Filter<boolean> =>
  (value) =>
    value ? sql`${sql.ref(column)}` : sql`not ${sql.ref(column)}`

/** The array column contains this value. */
export const holds =
  (column: string): Filter<string> =>
  (value) =>
    sql`${value} = any (${sql.ref(column)})`

/** One of the columns contains this text, or one of the other conditions is true. */
export const search =
  (columns: readonly string[], ...others: ((text: string) => RawBuilder<boolean>)[]): Filter<string> =>
  (text) => {
    const pattern = containing(text)
    const found = columns.map((column) => sql<boolean>`${sql.ref(column)} ilike ${pattern}`)
    return sql`(${sql.join([...found, ...others.map((other) => other(text))], sql` or `)})`
  }

const within = (column: string, of: (at: Date) => unknown) => ({
  startTimeStr: ((text, { timeZone }) =>
    sql`${sql.ref(column)} >= ${of(momentOf(text, timeZone, 'startTimeStr'))}`) satisfies Filter<string>,
  endTimeStr: ((_, { timeZone }, payload) =>
    sql`${sql.ref(column)} < ${of(spanOf(payload, timeZone).to!)}`) satisfies Filter<string>,
})

/** The column's time is within the payload's span: `...span('s.started_at')`. */
export const span = (column: string) => within(column, (at) => at)

/** The same by UUIDv7 ids: a span of time is a span of ids. */
export const spanOfIds = (column: string) => within(column, idAt)
