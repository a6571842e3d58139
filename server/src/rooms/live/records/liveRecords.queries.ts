// Reads broadcasts, calls and gifts for the records of the area. Platform data: guild and agent callers find nothing, whatever menus
// their roles have.

import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { liveCallList, liveGiftList, liveRecordList } from '@greenroom/contract/live'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import {
  among,
  equals,
  type Filters,
  type ListFilters,
  narrowedPage,
  ofUsers,
  span,
  spanOfIds,
} from '../../../records/index.ts'
import { personColumn, personOrNull } from '../../users/index.ts'

export type RecordRow = {
  id: string
  user: PersonRef | null
  title: string
  cover_url: string
  rate: number
  started_at: Date
  ended_at: Date | null
  end_reason: string
  viewers: number
  peak_viewers: number
  views: number
  gift_tokens: bigint
  minute_tokens: bigint
  bonus: bigint
  risk_score: number
}
const recordFilters: ListFilters<typeof liveRecordList> = {
  userId: among('s.user_id'),
  liveId: among('s.id'),
  state: (state) => (state === 'in live' ? sql`s.ended_at is null` : sql`s.ended_at is not null`),
  paid: (paid) => (paid === 'paid' ? sql`s.rate > 0` : sql`s.rate = 0`),
  ...ofUsers('s.user_id'),
  ...span('s.started_at'),
}

const records: Keyset<RecordRow> = {
  sorts: { startedAt: { column: 's.started_at', type: 'timestamptz', of: (row) => row.started_at } },
  defaultSort: '-startedAt',
  id: { column: 's.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** One page of broadcasts that have begun. */
export function recordPage(context: Context, payload: Parsed<typeof liveRecordList>) {
  const query = context.database
    .selectFrom('live.session as s')
    .leftJoin('users.app_user as u', 'u.id', 's.user_id')
    .select([
      's.id',
      personOrNull('s.user_id', 'u').as('user'),
      's.title',
      's.cover_url',
      's.rate',
      sql<Date>`s.started_at`.as('started_at'),
      's.ended_at',
      's.end_reason',
      's.viewers',
      's.peak_viewers',
      's.views',
      's.gift_tokens',
      's.minute_tokens',
      's.bonus',
      's.risk_score',
    ])
    .where('s.started_at', 'is not', null)
    .where(visible(context.scope))
  return narrowedPage(context, query, recordFilters, records, payload)
}

export type CallRow = {
  id: string
  caller: PersonRef
  callee: PersonRef
  kind: string
  unit_price: number
  requested_at: Date
  answered_at: Date | null
  ended_at: Date | null
  end_reason: string
  seconds: number | null
  minutes_reported: number
  tokens: bigint
  gift_tokens: bigint
  bonus: bigint
}
const calls: Keyset<CallRow> = {
  sorts: { requestedAt: { column: 'c.requested_at', type: 'timestamptz', of: (row) => row.requested_at } },
  defaultSort: '-requestedAt',
  id: { column: 'c.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** Like `stateOf` of the user's page: minutes may be reported before the answer. */
const talked = sql<boolean>`(c.answered_at is not null or c.minutes_reported > 0 or coalesce(c.seconds, 0) > 0)`
const inState = {
  requested: sql<boolean>`not ${talked} and c.ended_at is null`,
  running: sql<boolean>`${talked} and c.ended_at is null`,
  ended: sql<boolean>`${talked} and c.ended_at is not null`,
  'not answered': sql<boolean>`not ${talked} and c.ended_at is not null`,
}

const callFilters: ListFilters<typeof liveCallList> = {
  callerId: among('c.caller_id'),
  calleeId: among('c.callee_id'),
  callId: among('c.id'),
  kind: equals('c.kind'),
  state: (state) => inState[state],
  ...ofUsers('c.caller_id'),
  ...span('c.requested_at'),
}

/** One page of requested calls. */
export function callPage(context: Context, payload: Parsed<typeof liveCallList>) {
  const query = context.database
    .selectFrom('live.call as c')
    .leftJoin('users.app_user as a', 'a.id', 'c.caller_id')
    .leftJoin('users.app_user as b', 'b.id', 'c.callee_id')
    .select([
      'c.id',
      personColumn('c.caller_id', 'a').as('caller'),
      personColumn('c.callee_id', 'b').as('callee'),
      sql<string>`c.kind`.as('kind'),
      'c.unit_price',
      sql<Date>`c.requested_at`.as('requested_at'),
      'c.answered_at',
      'c.ended_at',
      'c.end_reason',
      'c.seconds',
      'c.minutes_reported',
      'c.tokens',
      'c.gift_tokens',
      'c.bonus',
    ])
    .where('c.requested_at', 'is not', null)
    .where(visible(context.scope))
  return narrowedPage(context, query, callFilters, calls, payload)
}

export type GiftRow = {
  id: string
  at: Date
  gift_id: number
  sender: PersonRef
  receiver: PersonRef
  count: number
  tokens: bigint
  promo_tokens: bigint
  bonus: bigint
  live_id: string | null
  call_id: string | null
}
const giftFilters: Filters<typeof liveGiftList> = {
  senderId: among('g.sender_id'),
  receiverId: among('g.receiver_id'),
  liveId: among('g.live_id'),
  callId: among('g.call_id'),
  ...spanOfIds('g.id'),
}

const gifts: Keyset<GiftRow> = {
  sorts: { at: { column: 'g.id', type: 'uuid', of: (row) => row.id } },
  defaultSort: '-at',
  id: { column: 'g.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 20,
}

/** One page of gifts. */
export function giftPage(context: Context, payload: Parsed<typeof liveGiftList>) {
  const query = context.database
    .selectFrom('live.gift as g')
    .leftJoin('users.app_user as a', 'a.id', 'g.sender_id')
    .leftJoin('users.app_user as b', 'b.id', 'g.receiver_id')
    .select([
      'g.id',
      'g.at',
      'g.gift_id',
      personColumn('g.sender_id', 'a').as('sender'),
      personColumn('g.receiver_id', 'b').as('receiver'),
      'g.count',
      'g.tokens',
      'g.promo_tokens',
      'g.bonus',
      'g.live_id',
      'g.call_id',
    ])
    .where(visible(context.scope))
  return narrowedPage(context, query, giftFilters, gifts, payload)
}

/** The machine score and stream of a broadcast that has begun. */
export const seenInRecord = (reader: Reader, liveId: string) =>
  reader
    .selectFrom('live.session')
    .select(['snapshot_url', 'snapshot_at', 'risk_score', 'labels', 'hls_url'])
    .where('id', '=', liveId)
    .executeTakeFirstOrThrow()

/** The same of a requested call, with the fields that its list row leaves out. */
export const seenInCall = (reader: Reader, callId: string) =>
  reader
    .selectFrom('live.call')
    .select(['snapshot_url', 'snapshot_at', 'risk_score', 'labels', 'promo_tokens', 'match_id'])
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
