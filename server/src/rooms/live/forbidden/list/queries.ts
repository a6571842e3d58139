// Bans of broadcasting and warnings as staff read them. They are the platform's: others find none.

import { type SelectQueryBuilder, sql } from 'kysely'
import type { Scope } from '../../../../kit/context.ts'
import type { DB, Reader } from '../../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../../kit/paging.ts'
import { idAt } from '../../../../kit/random.ts'
import { visible } from '../../../../kit/scope.ts'
import type { Span } from '../../../../kit/time.ts'
import type { ForbidState } from '../rules.ts'

export type ForbidFilters = {
  userId?: number | undefined
  state?: ForbidState | undefined
  hours?: number | undefined
  by?: string | undefined
  forbidId?: string | undefined
  span: Span
}

const base = (scope: Scope, reader: Reader) =>
  reader
    .selectFrom('live.forbid as f')
    .innerJoin('users.app_user as u', 'u.id', 'f.user_id')
    .select(['f.id', 'f.user_id', 'u.nickname', 'u.avatar_url', 'f.hours', 'f.until', 'f.reason', 'f.live_id', 'f.at'])
    .select(['f.by', 'f.ended', 'f.ended_at', 'f.ended_by', 'f.end_reason'])
    .where(visible(scope))
export type ForbidRow = Awaited<ReturnType<ReturnType<typeof base>['executeTakeFirstOrThrow']>>
type Query = SelectQueryBuilder<DB & { f: DB['live.forbid']; u: DB['users.app_user'] }, 'f' | 'u', ForbidRow>

const byId = { column: 'f.id', type: 'uuid' as const, of: (row: ForbidRow) => row.id }
const keyset: Keyset<ForbidRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

/** One page of bans, newest first. A span of time is a span of ids, which are UUIDv7. */
export function forbidPage(scope: Scope, reader: Reader, filters: ForbidFilters, now: Date, request: PageRequest) {
  const { userId, state, hours, by, forbidId, span } = filters
  let query = inState(base(scope, reader) as unknown as Query, state, now)
  if (userId !== undefined) query = query.where('f.user_id', '=', BigInt(userId))
  if (hours !== undefined) query = query.where('f.hours', '=', hours)
  if (by !== undefined) query = query.where('f.by', '=', by)
  if (forbidId !== undefined) query = query.where('f.id', '=', forbidId)
  if (span.from) query = query.where('f.id', '>=', idAt(span.from))
  if (span.to) query = query.where('f.id', '<', idAt(span.to))
  return pageOf(reader, query, keyset, request, { ...filters, scope })
}

/** As `stateOf` says it: a ban whose time has passed is over, although the round has not ended it yet. */
function inState(query: Query, state: ForbidState | undefined, now: Date): Query {
  const passed = sql<boolean>`f.until <= ${now}`
  switch (state) {
    case 'effective':
      return query
        .where('f.ended', 'is', null)
        .where((where) => where.or([where('f.until', 'is', null), where('f.until', '>', now)]))
    case 'lifted':
      // A literal, so that the index of a part of the rows serves.
      return query.where('f.ended', '=', sql.lit('lifted'))
    case 'expired':
      return query.where((where) =>
        where.or([where('f.ended', 'in', ['expired', 'replaced']), where.and([where('f.ended', 'is', null), passed])]),
      )
    case undefined:
      return query
  }
}

/** How much of a record a drawer shows of each sort. */
const shownAtOnce = 50

/** Her newest bans, or those that a broadcast led to. */
export function newestForbids(
  scope: Scope,
  reader: Reader,
  of: { userId: bigint; since?: Date } | { liveId: string; userId: bigint },
) {
  let query = base(scope, reader).where('f.user_id', '=', of.userId)
  if ('liveId' in of) query = query.where('f.live_id', '=', of.liveId)
  else if (of.since) query = query.where('f.at', '>=', of.since)
  return query.orderBy('f.id', 'desc').limit(shownAtOnce).execute()
}

/** The newest warnings: of a person, in a broadcast, or in a call. */
export function newestWarnings(
  scope: Scope,
  reader: Reader,
  of: { userId: bigint } | { liveId: string } | { callId: string },
) {
  const query = reader
    .selectFrom('live.warning as w')
    .innerJoin('users.app_user as u', 'u.id', 'w.user_id')
    .select(['w.id', 'w.user_id', 'u.nickname', 'w.reason', 'w.live_id', 'w.call_id', 'w.at', 'w.by'])
    .where(visible(scope))
  const own =
    'userId' in of
      ? query.where('w.user_id', '=', of.userId)
      : 'liveId' in of
        ? query.where('w.live_id', '=', of.liveId)
        : query.where('w.call_id', '=', of.callId)
  return own.orderBy('w.at', 'desc').limit(shownAtOnce).execute()
}
export type WarningRow = Awaited<ReturnType<typeof newestWarnings>>[number]
