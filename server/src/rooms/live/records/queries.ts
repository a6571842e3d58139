// Reads broadcasts, calls and gifts for the records of the area. They belong to the platform: a guild's or an agent's
// caller finds nothing there, whatever menus her role has.

import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { Reader } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { idAt } from '../../../kit/random.ts'
import { visible } from '../../../kit/scope.ts'
import type { Span } from '../../../kit/time.ts'

type Named = { user_id: bigint | null; nickname: string | null }
export type RecordRow = Named & {
  id: string
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
export type RecordFilters = {
  userId?: number | undefined
  liveId?: string | undefined
  state?: 'in live' | 'live ended' | undefined
  paid?: 'paid' | 'free' | undefined
  span: Span
}

const records: Keyset<RecordRow> = {
  sorts: { startedAt: { column: 's.started_at', type: 'timestamptz', of: (row) => row.started_at } },
  defaultSort: '-startedAt',
  id: { column: 's.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** One page of broadcasts that have begun. */
export function recordPage(scope: Scope, reader: Reader, filters: RecordFilters, request: PageRequest) {
  const { userId, liveId, state, paid, span } = filters
  let query = reader
    .selectFrom('live.session as s')
    .leftJoin('users.app_user as u', 'u.id', 's.user_id')
    .select([
      's.id',
      's.user_id',
      'u.nickname',
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
    .where(visible(scope))
  if (userId !== undefined) query = query.where('s.user_id', '=', BigInt(userId))
  if (liveId !== undefined) query = query.where('s.id', '=', liveId)
  if (state !== undefined) query = query.where('s.ended_at', state === 'in live' ? 'is' : 'is not', null)
  if (paid !== undefined) query = query.where('s.rate', paid === 'paid' ? '>' : '=', 0)
  if (span.from) query = query.where('s.started_at', '>=', span.from)
  if (span.to) query = query.where('s.started_at', '<', span.to)
  return pageOf(reader, query, records, request, filters)
}

export type CallRow = {
  id: string
  caller_id: bigint
  caller: string | null
  callee_id: bigint
  callee: string | null
  kind: string
  unit_price: number
  requested_at: Date
  answered_at: Date | null
  ended_at: Date | null
  end_reason: string
  seconds: number | null
  minutes_told: number
  tokens: bigint
  gift_tokens: bigint
  bonus: bigint
}
export type CallFilters = {
  callerId?: number | undefined
  calleeId?: number | undefined
  callId?: string | undefined
  kind?: 'voice' | 'video' | undefined
  state?: 'requested' | 'running' | 'ended' | 'not answered' | undefined
  span: Span
}

const calls: Keyset<CallRow> = {
  sorts: { requestedAt: { column: 'c.requested_at', type: 'timestamptz', of: (row) => row.requested_at } },
  defaultSort: '-requestedAt',
  id: { column: 'c.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** As `stateOf` of the person's page says it: that somebody talked may be known before the answer is. */
const talked = sql<SqlBool>`(c.answered_at is not null or c.minutes_told > 0 or coalesce(c.seconds, 0) > 0)`
const inState = {
  requested: sql<SqlBool>`not ${talked} and c.ended_at is null`,
  running: sql<SqlBool>`${talked} and c.ended_at is null`,
  ended: sql<SqlBool>`${talked} and c.ended_at is not null`,
  'not answered': sql<SqlBool>`not ${talked} and c.ended_at is not null`,
}

/** One page of calls that were asked for. */
export function callPage(scope: Scope, reader: Reader, filters: CallFilters, request: PageRequest) {
  const { callerId, calleeId, callId, kind, state, span } = filters
  let query = reader
    .selectFrom('live.call as c')
    .leftJoin('users.app_user as a', 'a.id', 'c.caller_id')
    .leftJoin('users.app_user as b', 'b.id', 'c.callee_id')
    .select([
      'c.id',
      sql<bigint>`c.caller_id`.as('caller_id'),
      'a.nickname as caller',
      sql<bigint>`c.callee_id`.as('callee_id'),
      'b.nickname as callee',
      sql<string>`c.kind`.as('kind'),
      'c.unit_price',
      sql<Date>`c.requested_at`.as('requested_at'),
      'c.answered_at',
      'c.ended_at',
      'c.end_reason',
      'c.seconds',
      'c.minutes_told',
      'c.tokens',
      'c.gift_tokens',
      'c.bonus',
    ])
    .where('c.requested_at', 'is not', null)
    .where(visible(scope))
  if (callerId !== undefined) query = query.where('c.caller_id', '=', BigInt(callerId))
  if (calleeId !== undefined) query = query.where('c.callee_id', '=', BigInt(calleeId))
  if (callId !== undefined) query = query.where('c.id', '=', callId)
  if (kind !== undefined) query = query.where('c.kind', '=', kind)
  if (state !== undefined) query = query.where(inState[state])
  if (span.from) query = query.where('c.requested_at', '>=', span.from)
  if (span.to) query = query.where('c.requested_at', '<', span.to)
  return pageOf(reader, query, calls, request, filters)
}

export type GiftRow = {
  id: string
  at: Date
  gift_id: number
  sender_id: bigint
  sender: string | null
  receiver_id: bigint
  receiver: string | null
  count: number
  tokens: bigint
  promo_tokens: bigint
  bonus: bigint
  live_id: string | null
  call_id: string | null
}
export type GiftFilters = {
  senderId?: number | undefined
  receiverId?: number | undefined
  liveId?: string | undefined
  callId?: string | undefined
  span: Span
}

const gifts: Keyset<GiftRow> = {
  sorts: { at: { column: 'g.id', type: 'uuid', of: (row) => row.id } },
  defaultSort: '-at',
  id: { column: 'g.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 20,
}

/** One page of gifts; their ids are of their moments, so a span of time is a span of ids. */
export function giftPage(scope: Scope, reader: Reader, filters: GiftFilters, request: PageRequest) {
  const { senderId, receiverId, liveId, callId, span } = filters
  let query = reader
    .selectFrom('live.gift as g')
    .leftJoin('users.app_user as a', 'a.id', 'g.sender_id')
    .leftJoin('users.app_user as b', 'b.id', 'g.receiver_id')
    .select([
      'g.id',
      'g.at',
      'g.gift_id',
      'g.sender_id',
      'a.nickname as sender',
      'g.receiver_id',
      'b.nickname as receiver',
      'g.count',
      'g.tokens',
      'g.promo_tokens',
      'g.bonus',
      'g.live_id',
      'g.call_id',
    ])
    .where(visible(scope))
  if (senderId !== undefined) query = query.where('g.sender_id', '=', BigInt(senderId))
  if (receiverId !== undefined) query = query.where('g.receiver_id', '=', BigInt(receiverId))
  if (liveId !== undefined) query = query.where('g.live_id', '=', liveId)
  if (callId !== undefined) query = query.where('g.call_id', '=', callId)
  if (span.from) query = query.where('g.id', '>=', idAt(span.from))
  if (span.to) query = query.where('g.id', '<', idAt(span.to))
  return pageOf(reader, query, gifts, request, filters)
}

/** What the machine saw of a broadcast that there is, and where it is shown. */
export const seenInRecord = (reader: Reader, liveId: string) =>
  reader
    .selectFrom('live.session')
    .select(['snapshot_url', 'snapshot_at', 'risk_score', 'labels', 'hls_url'])
    .where('id', '=', liveId)
    .executeTakeFirstOrThrow()

/** The same of a call that there is, and what its row in the list leaves out. */
export const seenInCall = (reader: Reader, callId: string) =>
  reader
    .selectFrom('live.call')
    .select(['snapshot_url', 'snapshot_at', 'risk_score', 'labels', 'promo_tokens', 'match_id'])
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
