// Broadcasters. Platform data: guild and agent callers find none.

import type { Parsed } from '@greenroom/contract/call'
import type { liveUserList } from '@greenroom/contract/live'
import { sql } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { nicknamed, personColumn } from '../../users/index.ts'

const base = (reader: Reader, scope: Scope, now: Date) =>
  reader
    .selectFrom('live.broadcaster as b')
    .innerJoin('users.app_user as u', 'u.id', 'b.user_id')
    .leftJoin('live.forbid as f', (join) => join.onRef('f.user_id', '=', 'b.user_id').on('f.ended', 'is', null))
    .select(['b.user_id', personColumn('b.user_id', 'u').as('user'), 'u.country', 'u.state', 'u.banned_until'])
    .select(['b.sessions', 'b.seconds', 'b.peak_viewers', 'b.gift_tokens', 'b.minute_tokens', 'b.tokens', 'b.bonus'])
    .select(['b.warnings', 'b.forbids', sql<Date>`b.last_started_at`.as('last_started_at')])
    .select([
      sql<string | null>`case when f.until is null or f.until > ${now} then f.id end`.as('forbid_id'),
      sql<Date | null>`case when f.until > ${now} then f.until end`.as('forbidden_until'),
      sql<string | null>`
        (select s.id from live.session s where s.user_id = b.user_id and s.ended_at is null
          order by s.started_at desc, s.id desc limit 1)`.as('live_id'),
    ])
    // Users who were only warned or banned may never have been live.
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

/** Users with a broadcast ban in force. */
const stopped = (now: Date) => sql`
  select o.user_id from live.forbid o where o.ended is null and (o.until is null or o.until > ${now})`

const filters: Filters<typeof liveUserList> = {
  userId: among('b.user_id'),
  nickname: (text) => sql`b.user_id in (${nicknamed(text)})`,
  country: equals('u.country'),
  live: (live) =>
    live
      ? sql`b.user_id in (select s.user_id from live.session s where s.ended_at is null)`
      : sql`not exists (select from live.session s where s.user_id = b.user_id and s.ended_at is null)`,
  forbidden: (forbidden, { now }) =>
    forbidden ? sql`b.user_id in (${stopped(now)})` : sql`not exists (${stopped(now)} and o.user_id = b.user_id)`,
  ...span('b.last_started_at'),
}

/** One page of broadcasters, newest broadcast first. */
export const broadcasterPage = (context: Context, payload: Parsed<typeof liveUserList>) =>
  narrowedPage(context, base(context.database, context.scope, context.now), filters, keyset, payload)

/** One broadcaster. */
export const broadcaster = (reader: Reader, scope: Scope, now: Date, userId: bigint) =>
  base(reader, scope, now).where('b.user_id', '=', userId).executeTakeFirst()
