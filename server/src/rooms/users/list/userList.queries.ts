// The user list. Platform data: guild and agent callers find nothing.
import { limits } from '@greenroom/contract/limits'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { DB, Reader } from '../../../kit/database/database.ts'
import { type Keyset, type PageRequest, pageOf, positionOf } from '../../../kit/database/paging.ts'
import type { Span } from '../../../kit/time.ts'
import { nicknamed } from './nicknames.ts'
import { activeFilters } from './userList.rules.ts'

/** Filters in the database's form. */
export type UserFilters = {
  /** A part of a nickname, and the ids in it. */
  search?: { ids: readonly number[]; name: string } | undefined
  sex?: UserRow['sex'] | undefined
  birthdays: { from?: string; until?: string }
  country?: string | undefined
  channel?: string | undefined
  level: Range
  vipType?: string | undefined
  riskMin?: number | undefined
  state?: UserRow['state'] | undefined
  flag?: 'marketAudit' | 'security' | 'internal' | 'certified' | undefined
  online?: boolean | undefined
  tokens: Range
  bonus: Range
  registered: Span
  seen: Span
}
export type Range = { min?: number | undefined; max?: number | undefined }

type Tables = DB & { u: DB['users.app_user']; w: DB['users.wallet'] }
type Query<O> = SelectQueryBuilder<Tables, 'u' | 'w', O>

const flags = {
  marketAudit: 'u.market_audit',
  security: 'u.security',
  internal: 'u.internal',
  certified: 'u.certified',
} as const

const ofPerson = [
  'id',
  'nickname',
  'avatar_url',
  'sex',
  'country',
  'language',
  'channel',
  'platform',
  'level',
  'vip_type',
  'risk_level',
  'state',
  'banned_until',
  'certified',
  'market_audit',
  'security',
  'internal',
  'registered_at',
  'created_at',
  'online',
  'last_online_at',
  'seen_at',
] as const
const ofWallet = ['tokens', 'paid_tokens', 'promo_tokens', 'bonus'] as const

type Person = Pick<Selectable<DB['users.app_user']>, (typeof ofPerson)[number]> & { birthday: string | null }
type Wallet = Pick<Selectable<DB['users.wallet']>, (typeof ofWallet)[number]>
export type UserRow = Person & { [Column in keyof Wallet]: Wallet[Column] | null }

/** A constant text: building thirty columns for each request costs as much as the rest of the query. */
const columns = sql.raw<never>(
  [...ofPerson.map((name) => `u.${name}`), 'u.birthday::text as birthday', ...ofWallet.map((name) => `w.${name}`)].join(
    ', ',
  ),
)

const bases = new WeakMap<Reader, Query<UserRow>>()

function base(reader: Reader): Query<UserRow> {
  const known = bases.get(reader)
  if (known) return known
  const made = reader
    .selectFrom('users.app_user as u')
    // Everyone has a wallet's row; the join is left out where only counting.
    .leftJoin('users.wallet as w', 'w.user_id', 'u.id')
    // Raw columns: their types are those of `UserRow`.
    .select(columns as never)
    .$castTo<UserRow>() as unknown as Query<UserRow>
  bases.set(reader, made)
  return made
}

const byId = { column: 'u.id', type: 'bigint' as const, of: (row: UserRow) => String(row.id) }
/** Wallet columns are sorted with the wallet's own key, so that its index is used. */
const byWallet = { column: 'w.user_id', type: 'bigint' as const, of: (row: UserRow) => String(row.id) }
const bigint = (value: bigint | null) => String(value ?? 0n)

const sorts: Keyset<UserRow>['sorts'] = {
  registeredAt: { column: 'u.created_at', type: 'timestamptz', of: (row) => row.created_at },
  lastOnlineAt: { column: 'u.seen_at', type: 'timestamptz', of: (row) => row.seen_at },
  userId: byId,
  level: { column: 'u.level', type: 'int', of: (row) => row.level },
  riskLevel: { column: 'u.risk_level', type: 'int', of: (row) => row.risk_level },
  tokens: { column: 'w.tokens', type: 'bigint', of: (row) => bigint(row.tokens) },
  bonus: { column: 'w.bonus', type: 'bigint', of: (row) => bigint(row.bonus) },
}
const defaultSize = 20
const inWallet = /^-?(tokens|bonus)$/

const keyset = (sort: string | undefined): Keyset<UserRow> => ({
  sorts,
  defaultSort: '-registeredAt',
  id: inWallet.test(sort ?? '') ? byWallet : byId,
  defaultSize,
})

/** Up to this many matches, collecting and sorting is faster than scanning the sort's index. */
const few = 5_000

/**
 * One page of people, newest registrations first.
 *
 * All matches may be at the far end of the order (users last seen years ago registered before that). The planner does not know this and
 * would scan everyone else first. So few matches are collected first, using the filters' own indexes.
 */
export async function userPage(context: Context, filters: UserFilters, request: PageRequest) {
  const { database: reader, scope } = context
  const within = base(reader).where(visible(scope))
  const filtered = ranges(spans(narrowed(within, filters), filters), filters)
  // With this the planner may begin with the wallet.
  const query = inWallet.test(request.sort ?? '') ? filtered.where('w.user_id', 'is not', null) : filtered
  // A list read in full is sorted in full.
  if (context.whole) return pageOf(context, query, keyset(request.sort), request, { ...filters, scope })
  const ids = filtered.clearSelect().select('u.id')
  const isOpen = scope.kind === 'platform' && !isServed(filters, request.sort)
  const matches = isOpen ? await matchesOf(reader, ids, filters) : undefined
  const collected = matches?.ids
  const byLevel = !collected && filters.level.min !== undefined && !(await isLevelOfToday(reader, filters.level.min))
  // Hides the number from the planner, which would scan the sort's index for a few thousand.
  const near = collected
    ? sql`select unnest(${collected}::bigint[])`
    : byLevel
      ? nearOfEachLevel(ids, filters, request)
      : undefined
  const alike = !near && isPlannedOnce(filters, request.sort)
  const page = near
    ? query.where('u.id', '=', sql<bigint>`any(array(${near}))`)
    : alike
      ? narrowed(within, filters, unseen)
      : afterComing(query, filters)
  const shown = await pageOf(
    context,
    page,
    keyset(request.sort),
    request,
    { ...filters, scope },
    {
      alike,
      counted: filtered,
      ...(matches &&
        (matches.count > limits.exactTotal ? { atLeast: async () => matches.count } : { exact: matches.count })),
    },
  )
  const missing = withoutUser(filters, collected)
  return missing.length > 0 ? { ...shown, missing: { q: missing } } : shown
}

/** Those of several ids searched for that no match has. */
function withoutUser({ search }: UserFilters, matches: readonly string[] | null | undefined): number[] {
  if (!search || search.ids.length < 2 || !matches) return []
  const found = new Set(matches)
  return search.ids.filter((id) => !found.has(String(id)))
}

/** Users are never seen before they register, so a scan of the registrations may start there. */
const afterComing = (query: Query<UserRow>, { seen }: UserFilters): Query<UserRow> =>
  seen.to ? query.where('u.created_at', '<', seen.to) : query

const byRegistration = /^-?registeredAt$/
type Ids = SelectQueryBuilder<Tables, 'u' | 'w', { id: bigint }>

/** True if many recent users have the level, so that a scan of the registrations soon fills a page. */
async function isLevelOfToday(reader: Reader, min: number): Promise<boolean> {
  const newest = reader.selectFrom('users.app_user').select('level').orderBy('created_at', 'desc').limit(1_000)
  const { count } = await reader
    .selectFrom(newest.as('newest'))
    .select(sql<number>`count(*)::int`.as('count'))
    .where('level', '>=', min)
    .executeTakeFirstOrThrow()
  return count >= 100
}

/**
 * For a range of levels, at most a page of rows from each level: high levels registered long ago, and a scan of the registrations would
 * pass everyone since.
 */
function nearOfEachLevel(ids: Ids, { level }: UserFilters, request: PageRequest) {
  const sort = request.sort ?? '-registeredAt'
  if (level.min === undefined || level.min < 1 || !byRegistration.test(sort)) return undefined
  const [way, compare] = sort.startsWith('-') ? (['desc', '<'] as const) : (['asc', '>'] as const)
  const size = request.size ?? defaultSize
  const passed = (request.after === undefined && request.current !== undefined ? request.current - 1 : 0) * size
  let here = ids
    .where(sql<boolean>`u.level = l.level`)
    .orderBy('u.created_at', way)
    .orderBy('u.id', way)
    .limit(passed + size + 1)
  const position = positionOf(request.after, 'timestamptz', 'bigint')
  if (position)
    here = here.where(
      sql<boolean>`(u.created_at, u.id) ${sql.raw(compare)} (${position.value}::timestamptz, ${position.id}::bigint)`,
    )
  const highest = sql`(select max(level) from users.app_user)`
  return sql`
    select near.id from generate_series(${level.min}::int, least(${level.max ?? null}::int, ${highest})) as l(level)
     cross join lateral ${here.as('near')}`
}

/** Ranges and prefixes: their indexes give no other order. */
const inRanges = new Set(['birthdays', 'level', 'tokens', 'bonus', 'seen', 'search', 'riskMin'])

/** No filter, or one whose index provides the default order. */
function isServed(filters: UserFilters, sort: string | undefined): boolean {
  const requested = activeFilters(filters)
  if (requested.some((name) => inRanges.has(name))) return false
  return requested.length === 0 || (requested.length === 1 && byRegistration.test(sort ?? 'registeredAt'))
}

/**
 * Only equality filters with many matches: for any values, a scan of one filter's index in the default order soon fills a page. Planning
 * would take three times as long.
 */
const isPlannedOnce = (filters: UserFilters, sort: string | undefined): boolean =>
  byRegistration.test(sort ?? 'registeredAt') &&
  activeFilters(filters).every((name) => !inRanges.has(name) && name !== 'registered')

/** PostgreSQL doesn't see such a value as it plans: its custom plan would look cheaper than the generic one. */
const unseen = <V extends string>(value: V) => sql<V>`(select ${value}::text)`

/** The number of matches, up to one above the counting limit; and the ids, if they are few. */
type Matches = { count: number; ids?: string[] | null }

const many = limits.exactTotal + 1
/** Cache of filters with many matches, for a few seconds. */
const manyUntil = new Map<string, number>()
const milliseconds = 10_000

async function matchesOf(reader: Reader, ids: Ids, filters: UserFilters): Promise<Matches> {
  const key = JSON.stringify(filters, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  if ((manyUntil.get(key) ?? 0) > performance.now()) return { count: many }
  const matches = (await areManyWallets(reader, filters)) ? { count: many } : await countedOf(reader, ids)
  if (matches.count < many) return matches
  if (manyUntil.size > 1_000) manyUntil.clear()
  manyUntil.set(key, performance.now() + milliseconds)
  return matches
}

async function countedOf(reader: Reader, ids: Ids): Promise<Matches> {
  const { rows } = await sql<Matches>`
    with match as materialized ${ids.limit(many)}
    select count(*)::int as count, case when count(*) <= ${few} then array_agg(id::text) end as ids from match`.execute(
    reader,
  )
  return rows[0]!
}

/** Only wallet filters, whose indexes suffice without the users' rows. (Few users are known only to the ledger.) */
async function areManyWallets(reader: Reader, filters: UserFilters): Promise<boolean> {
  if (!activeFilters(filters).every((name) => name === 'tokens' || name === 'bonus')) return false
  // `ranges` reads columns of the wallet only.
  const wallets = reader.selectFrom('users.wallet as w').select('w.user_id as id') as unknown as Query<{ id: bigint }>
  return (await countedOf(reader, ranges(wallets, filters))).count >= many
}

/** One set of ids, so that both parts use indexes. */
const found = ({ ids, name }: NonNullable<UserFilters['search']>) =>
  sql<boolean>`u.id in (${nicknamed(name)} union all select unnest(${[...ids]}::bigint[]))`

function narrowed(
  query: Query<UserRow>,
  filters: UserFilters,
  as: <V extends string>(value: V) => V | RawBuilder<V> = (value) => value,
): Query<UserRow> {
  const { search, sex, country, channel, vipType, state, flag, online } = filters
  if (search) query = query.where(found(search))
  if (sex !== undefined) query = query.where('u.sex', '=', as(sex))
  if (country !== undefined) query = query.where('u.country', '=', as(country))
  if (channel !== undefined) query = query.where('u.channel', '=', as(channel))
  if (vipType !== undefined) query = query.where('u.vip_type', '=', as(vipType))
  // Literals, so that partial indexes are used.
  if (state !== undefined) query = query.where('u.state', '=', sql.lit<UserRow['state']>(state))
  if (flag !== undefined) query = query.where(sql<boolean>`${sql.ref(flags[flag])}`)
  if (online !== undefined) query = query.where(online ? sql<boolean>`u.online` : sql<boolean>`not u.online`)
  return query
}

function spans(query: Query<UserRow>, { birthdays, registered, seen }: UserFilters): Query<UserRow> {
  if (birthdays.from !== undefined) query = query.where(sql<boolean>`u.birthday >= ${birthdays.from}::date`)
  if (birthdays.until !== undefined) query = query.where(sql<boolean>`u.birthday <= ${birthdays.until}::date`)
  if (registered.from || registered.to) query = query.where('u.registered_at', 'is not', null)
  if (registered.from) query = query.where('u.created_at', '>=', registered.from)
  if (registered.to) query = query.where('u.created_at', '<', registered.to)
  if (seen.from || seen.to) query = query.where('u.last_online_at', 'is not', null)
  if (seen.from) query = query.where('u.seen_at', '>=', seen.from)
  if (seen.to) query = query.where('u.seen_at', '<', seen.to)
  return query
}

function ranges<O>(query: Query<O>, { level, riskMin, tokens, bonus }: UserFilters): Query<O> {
  if (level.min !== undefined) query = query.where('u.level', '>=', level.min)
  if (level.max !== undefined) query = query.where('u.level', '<=', level.max)
  if (riskMin !== undefined) query = query.where('u.risk_level', '>=', riskMin)
  if (tokens.min !== undefined) query = query.where('w.tokens', '>=', BigInt(tokens.min))
  if (tokens.max !== undefined) query = query.where('w.tokens', '<=', BigInt(tokens.max))
  if (bonus.min !== undefined) query = query.where('w.bonus', '>=', BigInt(bonus.min))
  if (bonus.max !== undefined) query = query.where('w.bonus', '<=', BigInt(bonus.max))
  return query
}
