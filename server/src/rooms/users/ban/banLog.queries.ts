// Bans of people and devices, and how they ended. Platform data: guild and agent callers find none.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { banLogList } from '@greenroom/contract/users'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, spanOfIds } from '../../../records/index.ts'
import { personOrNull } from '../person/personRef.ts'

const base = (reader: Reader) =>
  reader
    .selectFrom('users.ban as b')
    .leftJoin('users.app_user as u', 'u.id', 'b.user_id')
    .select(['b.id', 'b.user_id', 'b.device_id', 'b.kind', 'b.reason', 'b.until', 'b.by', 'b.at'])
    .select(['b.ended', 'b.ended_at', 'b.ended_by', 'b.end_reason', personOrNull('b.user_id', 'u').as('user')])
export type BanRow = Awaited<ReturnType<ReturnType<typeof base>['executeTakeFirstOrThrow']>>

const byId = { column: 'b.id', type: 'uuid' as const, of: (row: BanRow) => row.id }
const keyset: Keyset<BanRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

/** A ban whose time has passed is over, although the round has not ended it yet. */
function inState(state: RecordOf<typeof banLogList>['state'], now: Date) {
  if (state === 'active') return sql<boolean>`b.ended is null and (b.until is null or b.until > ${now})`
  if (state === 'expired') return sql<boolean>`(b.ended = 'expired' or (b.ended is null and b.until <= ${now}))`
  return sql<boolean>`b.ended = ${state}`
}

const filters: Filters<typeof banLogList> = {
  userId: among('b.user_id'),
  deviceId: among('b.device_id'),
  kind: equals('b.kind'),
  username: equals('b.by'),
  ...spanOfIds('b.id'),
  state: (state, { now }) => inState(state, now),
}

/** One page of bans, newest first. */
export const banPage = (context: Context, payload: Parsed<typeof banLogList>) =>
  narrowedPage(context, base(context.database).where(visible(context.scope)), filters, keyset, payload)
