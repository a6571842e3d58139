// What the calls of the Live area send and answer.
import { z } from 'zod'
import { id, instant, line, listPayload, optional, pageOf, timeRange } from './fields.ts'
import { callStates, recordStates } from './words.ts'

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

// Records -------------------------------------------------------------------------------------------------------------

/** Broadcasts, newest first. */
export const liveRecordList = {
  payload: listPayload({
    userId: optional(id()),
    liveId: optional(line(64)),
    state: optional(z.enum(recordStates)),
    /** Paid by the minute, or free. */
    paid: optional(z.enum(['paid', 'free'])),
    /** When it began. */
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      liveId: z.string(),
      user: personRef.nullable(),
      title: z.string(),
      coverUrl: z.string(),
      /** Tokens a minute; 0 is a free room. */
      rate: count(),
      state: z.enum(recordStates),
      startedAt: instant(),
      endedAt: instant().nullable(),
      endReason: z.string(),
      /** Seconds; until now while it runs. */
      seconds: count(),
      viewers: count(),
      peakViewers: count(),
      views: count(),
      giftTokens: count(),
      minuteTokens: count(),
      bonus: count(),
      riskScore: z.number(),
    }),
  ),
}

/** 1v1 calls, newest first. */
export const liveCallList = {
  payload: listPayload({
    callerId: optional(id()),
    calleeId: optional(id()),
    callId: optional(line(64)),
    kind: optional(z.enum(['voice', 'video'])),
    state: optional(z.enum(callStates)),
    /** When it was asked for. */
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      callId: z.string(),
      caller: personRef,
      callee: personRef,
      kind: z.enum(['voice', 'video']),
      /** Tokens a started minute. */
      unitPrice: count(),
      state: z.enum(callStates),
      /** Null while it goes on, or when nobody answered. */
      seconds: count().nullable(),
      /** Of its minutes, promotional ones among them. */
      tokens: count(),
      giftTokens: count(),
      bonus: count(),
      /** What it added to the callee's week: her bonus counts as points (product.md section 1). */
      points: count(),
      endReason: z.string(),
      requestedAt: instant(),
      answeredAt: instant().nullable(),
      endedAt: instant().nullable(),
    }),
  ),
}

/** Gifts, newest first. */
export const liveGiftList = {
  payload: listPayload({
    senderId: optional(id()),
    receiverId: optional(id()),
    liveId: optional(line(64)),
    callId: optional(line(64)),
    ...timeRange,
  }),
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
