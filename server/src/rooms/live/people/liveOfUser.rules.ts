// Maps a user's calls, broadcasts and gifts to the contract. Pure.
import type { RecordOf } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { userCallList, userGiftList, userLiveList } from '@greenroom/contract/live'
import type { CallRow, GiftRow, SessionRow } from './liveOfUser.queries.ts'

type Call = RecordOf<typeof userCallList>
export type People = ReadonlyMap<bigint, PersonRef>

export const refOf = (id: bigint, people: People): PersonRef =>
  people.get(id) ?? { userId: Number(id), nickname: '', avatarUrl: '' }

/** A call's state: one that ended without an answer and without a duration was not answered. */
export function stateOf(
  call: Pick<CallRow, 'answered_at' | 'ended_at' | 'minutes_reported' | 'seconds'>,
): Call['state'] {
  const talked = call.answered_at !== null || call.minutes_reported > 0 || (call.seconds ?? 0) > 0
  if (call.ended_at === null) return talked ? 'running' : 'requested'
  return talked ? 'ended' : 'not answered'
}

export const callOf = (row: CallRow, people: People): Call => ({
  callId: row.id,
  caller: row.caller_id === null ? null : refOf(row.caller_id, people),
  callee: row.callee_id === null ? null : refOf(row.callee_id, people),
  kind: row.kind as Call['kind'],
  unitPrice: row.unit_price,
  seconds: row.ended_at === null ? null : row.seconds,
  tokens: Number(row.tokens),
  promoTokens: Number(row.promo_tokens),
  bonus: Number(row.bonus),
  endReason: row.end_reason,
  state: stateOf(row),
  requestedAt: row.requested_at?.toISOString() ?? null,
  answeredAt: row.answered_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
})

export const sessionOf = (row: SessionRow): RecordOf<typeof userLiveList> => ({
  liveId: row.id,
  title: row.title,
  coverUrl: row.cover_url,
  rate: row.rate,
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  endReason: row.end_reason,
  peakViewers: row.peak_viewers,
  views: row.views,
  giftTokens: Number(row.gift_tokens),
  minuteTokens: Number(row.minute_tokens),
  bonus: Number(row.bonus),
})

type GiftNames = ReadonlyMap<number, { en: string; cn: string }>

export const giftOf = (row: GiftRow, people: People, names: GiftNames): RecordOf<typeof userGiftList> => ({
  giftEventId: row.id,
  at: row.at.toISOString(),
  giftId: row.gift_id,
  giftNames: names.get(row.gift_id) ?? null,
  sender: refOf(row.sender_id, people),
  receiver: refOf(row.receiver_id, people),
  count: row.count,
  tokens: Number(row.tokens),
  promoTokens: Number(row.promo_tokens),
  bonus: Number(row.bonus),
  liveId: row.live_id,
  callId: row.call_id,
})
