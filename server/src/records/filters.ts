// Filters as data: how each field of a list's payload filters its query. Any list may use them, whatever it selects and joins; a custom
// filter is a function.
import type { AnyCall, Parsed } from '@greenroom/contract/call'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../kit/calls/context.ts'
import { anyOf } from '../kit/database/anyOf.ts'
import type {} from '../kit/database/database.ts'
import { estimatedRows } from '../kit/database/estimate.ts'
import {
  type AnyQuery,
  filtersOf,
  type Keyset,
  type Missing,
  type Page,
  type PageRequest,
  type Planning,
  pageOf,
  type Reading,
} from '../kit/database/paging.ts'
import { idAt } from '../kit/random.ts'
import { containing, nameContaining } from '../kit/text.ts'
import { momentOf, spanOf } from '../kit/time.ts'

type Range = Parameters<typeof spanOf>[0]

/** The condition for a filter's value. A span's end needs its start, so the payload is passed, too. */
export type Filter<V> = (value: V, context: Context, payload: Range) => RawBuilder<boolean>

/** A condition that reads best in one form for a page, which ends early, and in another for counting. */
export type TwoForms = { page: RawBuilder<boolean>; count: RawBuilder<boolean> }
type Condition = RawBuilder<boolean> | TwoForms

/** A filter whose condition depends on what the database holds. */
export type LookUp<V> = (...values: Parameters<Filter<V>>) => Promise<Condition>

/** The fields of a payload besides paging. */
export type Narrowing<P> = Omit<P, keyof PageRequest | 'export' | 'async'>

/** A filter for each field of a list's call: a missing one is a type error. */
export type Filters<C extends AnyCall> = {
  readonly [F in keyof Narrowing<Parsed<C>>]-?: Filter<NonNullable<Narrowing<Parsed<C>>[F]>>
}

type Id = string | number

/** A filter by ids. `holding` is its condition for one id, which a query of ids names, so that those without a row are found. */
export type IdsFilter = Filter<readonly Id[]> & { holding: (id: RawBuilder<unknown>) => RawBuilder<boolean> }

/** The same for a list whose filters may look something up. */
export type ListFilters<C extends AnyCall> = {
  readonly [F in keyof Filters<C>]: Filters<C>[F] | (Filters<C>[F] extends Filter<infer V> ? LookUp<V> : never)
}

/** A condition for each sent field, in the filters' order. */
const conditionsOf = <R>(
  filters: { readonly [field: string]: (value: never, context: Context, payload: Range) => R },
  payload: { readonly [field: string]: unknown },
  context: Context,
): R[] =>
  Object.entries(filters)
    .filter(([field]) => payload[field] !== undefined)
    .map(([field, filter]) => filter(payload[field] as never, context, payload))

const under = <Q extends AnyQuery>(query: Q, conditions: readonly RawBuilder<boolean>[]): Q =>
  conditions.reduce<Q>((narrowed, condition) => narrowed.where(condition) as Q, query)

/** The query with a condition for each sent field, in the filters' order. */
export const narrow = <Q extends AnyQuery, P extends object>(
  query: Q,
  filters: { readonly [F in keyof P]?: Filter<NonNullable<P[F]>> },
  payload: P,
  context: Context,
): Q => under(query, conditionsOf<RawBuilder<boolean>>(filters as never, payload as never, context))

/**
 * `counted`: a query of the same rows that is cheaper to count; it gets the same filters. `exact`: the total, if known. `late`: the
 * page's ids are found in `counted`, which an index alone answers, before anything is joined.
 */
export type Counted = { counted?: AnyQuery; exact?: number | undefined; late?: boolean }

const hasForms = (condition: Condition): condition is TwoForms => 'page' in condition

/** One page of `query`, filtered by the payload; its cursor is valid only for this scope. @throws Refusal 10009 */
export async function narrowedPage<R extends object, P extends PageRequest>(
  context: Context,
  query: AnyQuery<R>,
  filters: { readonly [F in keyof Narrowing<P>]?: Filter<NonNullable<P[F]>> | LookUp<NonNullable<P[F]>> },
  keyset: Keyset<R>,
  payload: P,
  { counted, late = false, ...planning }: Planning & Counted = {},
): Promise<Page<R>> {
  const found = conditionsOf<Condition | Promise<Condition>>(filters as never, payload as never, context)
  const conditions = await Promise.all(found.map(async (condition) => condition))
  const forms = (of: keyof TwoForms) => conditions.map((one) => (hasForms(one) ? one[of] : one))
  const missing = missingIds(context, under(counted ?? query, forms('count')), filters, payload)
  const page = await pageOf<R>(
    context,
    under(query, forms('page')),
    keyset,
    payload,
    { ...filtersOf(payload), scope: context.scope },
    {
      ...planning,
      counted: under(counted ?? query, forms('count')),
      ...(late && counted && { late: { found: under(counted, forms('page')), shown: query } }),
    },
  )
  const without = await missing
  return without ? { ...page, missing: without } : page
}

const isIdsFilter = (filter: unknown): filter is IdsFilter => typeof filter === 'function' && 'holding' in filter

/**
 * The ids of each filter that has several of which the list has no row under all of its filters; undefined if each has one. Only for a
 * first page, in one statement for each such filter.
 */
async function missingIds(
  from: Reading,
  found: AnyQuery,
  filters: object,
  payload: PageRequest,
): Promise<Missing | undefined> {
  if (payload.after !== undefined) return undefined
  const several = Object.entries(filters).flatMap(([field, filter]): [string, IdsFilter, readonly Id[]][] => {
    const ids: unknown = (payload as Record<string, unknown>)[field]
    return isIdsFilter(filter) && Array.isArray(ids) && ids.length > 1 ? [[field, filter, ids]] : []
  })
  const without = await Promise.all(
    several.map(async ([field, { holding }, ids]) => {
      const rows = found.clearSelect().select(sql`1`.as('one'))
      return [field, await idsWithout(from, ids, (id) => rows.where(holding(id)))] as const
    }),
  )
  const missing = Object.fromEntries(without.filter(([, ids]) => ids.length > 0))
  return Object.keys(missing).length > 0 ? missing : undefined
}

/** Those of the ids for which the query finds nothing, in their order; none for an export, which names none. */
export async function idsWithout<I extends Id>(
  { database, whole }: Reading,
  ids: readonly I[],
  rowsOf: (id: RawBuilder<unknown>) => AnyQuery,
): Promise<I[]> {
  if (whole) return []
  const type = sql.raw(typeof ids[0] === 'number' ? 'bigint' : 'text')
  const { rows } = await sql<{ at: number }>`
    select wanted.at::int as at from unnest(${[...ids]}::${type}[]) with ordinality as wanted(id, at)
     where not exists (${rowsOf(sql`wanted.id`)}) order by wanted.at`.execute(database)
  return rows.map(({ at }) => ids[at - 1]!)
}

/** Up to so many users are named in the query, where the planner looks at each of them. */
const fewUsers = 1_000
/** Of up to about so many, a page looks for each record's user among theirs; of more, which are a share of all, it reads the record's user. */
const mostUsers = 40_000

/**
 * Whose records: by country, download channel and sex of the user that the column names. Few users are named, so that each one's
 * records may be read. Of more, a page makes a hash table, so that passing many records of others takes a look-up for each
 * instead of reading its user from anywhere on the disk; counting reads users' records one by one, until enough are counted.
 */
export const ofUsers = (column: string) => {
  const whose =
    <V>(condition: (value: V) => RawBuilder<unknown>): LookUp<V> =>
    async (value, { database }) => {
      const users = sql`select id from users.app_user where ${condition(value)}`
      const { rows } = await sql<{ ids: string | null }>`
        select case when count(*) <= ${fewUsers} then coalesce(array_agg(id), '{}')::text end as ids
          from (${users} limit ${fewUsers + 1}) u`.execute(database)
      const { ids } = rows[0]!
      if (ids !== null) return sql`${sql.ref(column)} = any(${ids}::bigint[])`
      const isTheirs = sql<boolean>`${sql.ref(column)} in (${users})`
      // Not at the top level, so that it stays a hash table instead of becoming a join.
      return (await estimatedRows(database, users)) <= mostUsers
        ? { page: sql`(${isTheirs}) is true`, count: isTheirs }
        : isTheirs
    }
  return {
    country: whose((codes: readonly string[]) => sql`country = any(${codes}::text[])`),
    userChannel: whose((channels: readonly string[]) => sql`channel = any(${channels}::text[])`),
    sex: whose((sex: string) => sql`sex = ${sex}`),
  }
}

/** The column has exactly this value. */
export const equals =
  (column: string): Filter<string | number | boolean> =>
  (value) =>
    sql`${sql.ref(column)} = ${value}`

/** A filter by ids of which both conditions are written out; see `among`. */
export const amongIds = (conditions: {
  of: (ids: readonly Id[]) => RawBuilder<boolean>
  holding: IdsFilter['holding']
}): IdsFilter => Object.assign((ids: readonly Id[]) => conditions.of(ids), { holding: conditions.holding })

/**
 * The column is one of these ids; or for a function, what it makes of the comparison: `among((is) => sql`d.id in (select … where
 * ${is('user_id')})`)`. Ids without a row are named in the page's answer.
 */
export function among(
  where: string | ((is: (column: string) => RawBuilder<boolean>) => RawBuilder<boolean>),
): IdsFilter {
  const compared = typeof where === 'string' ? (is: (column: string) => RawBuilder<boolean>) => is(where) : where
  return amongIds({
    // One id is compared by itself: its index then also gives the list's order.
    of: (ids) =>
      compared((column) =>
        ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}` : sql`${sql.ref(column)} = ${anyOf(ids)}`,
      ),
    holding: (id) => compared((column) => sql`${sql.ref(column)} = ${id}`),
  })
}

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

/** For `search`: a unique name that looks like one with this text. */
export const named =
  (column: string) =>
  (text: string): RawBuilder<boolean> =>
    nameContaining(column, text)

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
