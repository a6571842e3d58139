// Maps rows of broadcasts, calls and gifts to the contract.
import type { RecordOf } from '@greenroom/contract/call'
import type { liveCallList, liveGiftList, liveRecordList } from '@greenroom/contract/live'
import { stateOf } from '../people/liveOfUser.rules.ts'
import type { CallRow, GiftRow, RecordRow } from './liveRecords.queries.ts'

export const shownRecord = (row: RecordRow, now: Date): RecordOf<typeof liveRecordList> => ({
  liveId: row.id,
  user: row.user,
  title: row.title,
  coverUrl: row.cover_url,
  rate: row.rate,
  state: row.ended_at === null ? 'in live' : 'live ended',
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  endReason: row.end_reason,
  seconds: Math.max(0, Math.floor(((row.ended_at ?? now).getTime() - row.started_at.getTime()) / 1000)),
  viewers: row.ended_at === null ? row.viewers : 0,
  peakViewers: row.peak_viewers,
  views: row.views,
  giftTokens: Number(row.gift_tokens),
  minuteTokens: Number(row.minute_tokens),
  bonus: Number(row.bonus),
  riskScore: row.risk_score,
})

export const shownCall = (row: CallRow): RecordOf<typeof liveCallList> => ({
  callId: row.id,
  caller: row.caller,
  callee: row.callee,
  kind: row.kind as 'voice' | 'video',
  unitPrice: row.unit_price,
  state: stateOf(row),
  seconds: row.seconds,
  tokens: Number(row.tokens),
  giftTokens: Number(row.gift_tokens),
  bonus: Number(row.bonus),
  points: Number(row.bonus),
  endReason: row.end_reason,
  requestedAt: row.requested_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
})

/** Names of gifts by their ids. */
export type GiftNames = ReadonlyMap<number, { en: string; cn: string }>

export const shownGift = (row: GiftRow, names: GiftNames): RecordOf<typeof liveGiftList> => ({
  giftEventId: row.id,
  at: row.at.toISOString(),
  giftId: row.gift_id,
  giftNames: names.get(row.gift_id) ?? null,
  sender: row.sender,
  receiver: row.receiver,
  count: row.count,
  tokens: Number(row.tokens),
  promoTokens: Number(row.promo_tokens),
  bonus: Number(row.bonus),
  liveId: row.live_id,
  callId: row.call_id,
})
