// Broadcast bans and warnings as staff see them. Platform data: guild and agent callers find none.

import type { Parsed } from '@greenroom/contract/call'
import type { liveForbiddenList } from '@greenroom/contract/live'
import { sql } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, spanOfIds } from '../../../records/index.ts'
import { personColumn } from '../../users/index.ts'
import type { ForbidState } from './forbidden.rules.ts'

const base = (reader: Reader, scope: Scope) =>
  reader
    .selectFrom('live.forbid as f')
    .innerJoin('users.app_user as u', 'u.id', 'f.user_id')
    .select([
      'f.id',
      'f.user_id',
      personColumn('f.user_id', 'u').as('user'),
      'f.hours',
      'f.until',
      'f.reason',
      'f.live_id',
      'f.at',
    ])
    .select(['f.by', 'f.ended', 'f.ended_at', 'f.ended_by', 'f.end_reason'])
    .where(visible(scope))
export type ForbidRow = Awaited<ReturnType<ReturnType<typeof base>['executeTakeFirstOrThrow']>>

const byId = { column: 'f.id', type: 'uuid' as const, of: (row: ForbidRow) => row.id }
const keyset: Keyset<ForbidRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

/** Like `stateOf`: an expired ban has ended, even before the round ends it. */
function inState(state: ForbidState, now: Date) {
  switch (state) {
    case 'effective':
      return sql<boolean>`f.ended is null and (f.until is null or f.until > ${now})`
    case 'lifted':
      // A literal, so that the partial index is used.
      return sql<boolean>`f.ended = 'lifted'`
    case 'expired':
      return sql<boolean>`(f.ended in ('expired', 'replaced') or (f.ended is null and f.until <= ${now}))`
  }
}

const filters: Filters<typeof liveForbiddenList> = {
  state: (state, { now }) => inState(state, now),
  userId: among('f.user_id'),
  hours: equals('f.hours'),
  by: equals('f.by'),
  forbidId: equals('f.id'),
  ...spanOfIds('f.id'),
}

/** One page of bans, newest first. */
export const forbidPage = (context: Context, payload: Parsed<typeof liveForbiddenList>) =>
  narrowedPage(context, base(context.database, context.scope), filters, keyset, payload)

/** Maximum number of bans and of warnings in a drawer. */
const shownAtOnce = 50

/** A user's newest bans, or those caused by a broadcast. */
export function newestForbids(
  reader: Reader,
  scope: Scope,
  of: { userId: bigint; since?: Date } | { liveId: string; userId: bigint },
) {
  let query = base(reader, scope).where('f.user_id', '=', of.userId)
  if ('liveId' in of) query = query.where('f.live_id', '=', of.liveId)
  else if (of.since) query = query.where('f.at', '>=', of.since)
  return query.orderBy('f.id', 'desc').limit(shownAtOnce).execute()
}

/** The newest warnings: of a user, in a broadcast, or in a call. */
export function newestWarnings(
  reader: Reader,
  scope: Scope,
  of: { userId: bigint } | { liveId: string } | { callId: string },
) {
  const query = reader
    .selectFrom('live.warning as w')
    .innerJoin('users.app_user as u', 'u.id', 'w.user_id')
    .select(['w.id', personColumn('w.user_id', 'u').as('user'), 'w.reason', 'w.live_id', 'w.call_id', 'w.at', 'w.by'])
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
