// Who broadcasts. They belong to the platform: a guild's or an agent's caller finds nobody.

import { sql } from 'kysely'
import type { Scope } from '../../../../kit/context.ts'
import type { Reader } from '../../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../../kit/paging.ts'
import { visible } from '../../../../kit/scope.ts'
import type { Span } from '../../../../kit/time.ts'

export type BroadcasterFilters = {
  userId?: number | undefined
  /** A pattern of LIKE, in small letters. */
  nickname?: string | undefined
  country?: string | undefined
  live?: boolean | undefined
  forbidden?: boolean | undefined
  span: Span
}

const base = (scope: Scope, reader: Reader, now: Date) =>
  reader
    .selectFrom('live.broadcaster as b')
    .innerJoin('users.app_user as u', 'u.id', 'b.user_id')
    .leftJoin('live.forbid as f', (join) => join.onRef('f.user_id', '=', 'b.user_id').on('f.ended', 'is', null))
    .select(['b.user_id', 'u.nickname', 'u.avatar_url', 'u.country', 'u.state', 'u.banned_until'])
    .select(['b.sessions', 'b.seconds', 'b.peak_viewers', 'b.gift_tokens', 'b.minute_tokens', 'b.tokens', 'b.bonus'])
    .select(['b.warnings', 'b.forbids', sql<Date>`b.last_started_at`.as('last_started_at')])
    .select([
      sql<string | null>`case when f.until is null or f.until > ${now} then f.id end`.as('forbid_id'),
      sql<Date | null>`case when f.until > ${now} then f.until end`.as('forbidden_until'),
      sql<string | null>`
        (select s.id from live.session s where s.user_id = b.user_id and s.ended_at is null
          order by s.started_at desc, s.id desc limit 1)`.as('live_id'),
    ])
    // Whom staff only warned or forbade to has never been live.
    .where('b.last_started_at', 'is not', null)
    .where(visible(scope))
export type BroadcasterRow = Awaited<ReturnType<ReturnType<typeof base>['executeTakeFirstOrThrow']>>

const keyset: Keyset<BroadcasterRow> = {
  sorts: {
    lastStartedAt: { column: 'b.last_started_at', type: 'timestamptz', of: (row) => row.last_started_at },
    sessions: { column: 'b.sessions', type: 'int', of: (row) => row.sessions },
    seconds: { column: 'b.seconds', type: 'bigint', of: (row) => String(row.seconds) },
    tokens: { column: 'b.tokens', type: 'bigint', of: (row) => String(row.tokens) },
  },
  defaultSort: '-lastStartedAt',
  id: { column: 'b.user_id', type: 'bigint', of: (row) => String(row.user_id) },
  defaultSize: 20,
}

/** One page of those who broadcast, newest broadcast first. */
export function broadcasterPage(
  scope: Scope,
  reader: Reader,
  filters: BroadcasterFilters,
  now: Date,
  request: PageRequest,
) {
  const { userId, nickname, country, live, forbidden, span } = filters
  let query = base(scope, reader, now)
  if (userId !== undefined) query = query.where('b.user_id', '=', BigInt(userId))
  if (nickname !== undefined) query = query.where(sql<boolean>`lower(u.nickname) like ${nickname}`)
  if (country !== undefined) query = query.where('u.country', '=', country)
  const onAir = sql<boolean>`b.user_id in (select s.user_id from live.session s where s.ended_at is null)`
  if (live !== undefined)
    query = query.where(
      live
        ? onAir
        : sql<boolean>`not exists (select from live.session s where s.user_id = b.user_id and s.ended_at is null)`,
    )
  const stopped = sql`
    select o.user_id from live.forbid o where o.ended is null and (o.until is null or o.until > ${now})`
  if (forbidden !== undefined)
    query = query.where(
      forbidden
        ? sql<boolean>`b.user_id in (${stopped})`
        : sql<boolean>`not exists (${stopped} and o.user_id = b.user_id)`,
    )
  if (span.from) query = query.where('b.last_started_at', '>=', span.from)
  if (span.to) query = query.where('b.last_started_at', '<', span.to)
  return pageOf(reader, query, keyset, request, { ...filters, scope })
}

/** One of them. */
export const broadcaster = (scope: Scope, reader: Reader, now: Date, userId: bigint) =>
  base(scope, reader, now).where('b.user_id', '=', userId).executeTakeFirst()
