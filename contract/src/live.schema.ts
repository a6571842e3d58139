// What the calls of the Live area send and answer. For now: what a person's page asks.
import { z } from 'zod'
import { id, instant, listPayload, optional, pageOf, timeRange } from './fields.ts'

const count = () => z.number().int()
const personRef = z.object({ userId: count(), nickname: z.string() })

export const userCallList = {
  payload: listPayload({ userId: id(), ...timeRange }),
  answer: pageOf(
    z.object({
      callId: z.string(),
      caller: personRef.nullable(),
      callee: personRef.nullable(),
      kind: z.enum(['voice', 'video']).nullable(),
      unitPrice: count(),
      /** Null while it goes on. */
      seconds: count().nullable(),
      tokens: count(),
      promoTokens: count(),
      bonus: count(),
      endReason: z.string(),
      state: z.enum(['requested', 'running', 'ended', 'not answered']),
      requestedAt: instant().nullable(),
      answeredAt: instant().nullable(),
      endedAt: instant().nullable(),
    }),
  ),
}
export const userLiveList = {
  payload: listPayload({ userId: id(), ...timeRange }),
  answer: pageOf(
    z.object({
      liveId: z.string(),
      title: z.string(),
      coverUrl: z.string(),
      rate: count(),
      startedAt: instant().nullable(),
      endedAt: instant().nullable(),
      endReason: z.string(),
      peakViewers: count(),
      views: count(),
      giftTokens: count(),
      minuteTokens: count(),
      bonus: count(),
    }),
  ),
}
export const userGiftList = {
  payload: listPayload({ userId: id(), direction: optional(z.enum(['sent', 'received'])), ...timeRange }),
  answer: pageOf(
    z.object({
      giftEventId: z.string(),
      at: instant(),
      giftId: count(),
      sender: personRef,
      receiver: personRef,
      count: count(),
      tokens: count(),
      promoTokens: count(),
      bonus: count(),
      liveId: z.string().nullable(),
      callId: z.string().nullable(),
    }),
  ),
}
