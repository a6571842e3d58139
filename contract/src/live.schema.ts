// Payloads and results of the Live calls.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  id,
  idsFilter,
  instant,
  integer,
  line,
  listOf,
  listPayload,
  ofUsers,
  optional,
  outcomes,
  pageOf,
  personRef,
  reason,
  refsFilter,
  timeRange,
} from './fields.ts'
import { callStates, forbidHours, forbidStates, recordStates, userStates } from './statesAndKinds.ts'

/** A broadcast ban. */
const forbidRow = z.object({
  forbidId: z.string(),
  user: personRef,
  hours: count(),
  /** Null means permanent. */
  until: instant().nullable(),
  state: z.enum(forbidStates),
  reason: z.string(),
  /** The broadcast that led to the ban. */
  liveId: z.string().nullable(),
  at: instant(),
  by: z.string(),
  endedAt: instant().nullable(),
  endedBy: z.string(),
  endReason: z.string(),
})

/** A warning of a user, and where it was given. */
const warningRow = z.object({
  warningId: z.string(),
  user: personRef,
  reason: z.string(),
  liveId: z.string().nullable(),
  callId: z.string().nullable(),
  at: instant(),
  by: z.string(),
})

/** Machine score of the newest snapshot, 0 to 1. */
const seen = {
  snapshotUrl: z.string(),
  snapshotAt: instant().nullable(),
  riskScore: z.number(),
  labels: z.array(z.string()),
}

export const userForbidList = {
  payload: listPayload({ userId: id(), state: optional(z.enum(forbidStates)) }),
  answer: pageOf(forbidRow),
}
export const userCallList = {
  payload: listPayload({ userId: id(), ...timeRange }),
  answer: pageOf(
    z.object({
      callId: z.string(),
      caller: personRef.nullable(),
      callee: personRef.nullable(),
      kind: z.enum(['voice', 'video']).nullable(),
      unitPrice: count(),
      /** Null while it runs. */
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

const giftRow = z.object({
  giftEventId: z.string(),
  at: instant(),
  giftId: count(),
  /** Null for a gift that is not in the catalogue. */
  giftNames: z.object({ en: z.string(), cn: z.string() }).nullable(),
  sender: personRef,
  receiver: personRef,
  count: count(),
  tokens: count(),
  promoTokens: count(),
  bonus: count(),
  liveId: z.string().nullable(),
  callId: z.string().nullable(),
})
/** Gifts received in the last 30 days, by sender. */
export const userSenders = {
  payload: z.object({ userId: id() }),
  answer: z.object({
    /** The ten who gave most, by tokens. */
    senders: z.array(z.object({ person: personRef, gifts: count(), tokens: count(), lastAt: instant() })),
    /** Of everybody. */
    people: count(),
    tokens: count(),
  }),
}
export const userGiftList = {
  payload: listPayload({ userId: id(), direction: optional(z.enum(['sent', 'received'])), ...timeRange }),
  answer: pageOf(giftRow),
}

// Records -------------------------------------------------------------------------------------------------------------

const recordRow = z.object({
  liveId: z.string(),
  user: personRef.nullable(),
  title: z.string(),
  coverUrl: z.string(),
  /** Tokens per minute; 0 is a free room. */
  rate: count(),
  state: z.enum(recordStates),
  startedAt: instant(),
  endedAt: instant().nullable(),
  endReason: z.string(),
  /** Seconds; up to now while it runs. */
  seconds: count(),
  viewers: count(),
  peakViewers: count(),
  views: count(),
  giftTokens: count(),
  minuteTokens: count(),
  bonus: count(),
  riskScore: z.number(),
})

/** Broadcasts, newest first. */
export const liveRecordList = {
  payload: listPayload({
    userId: optional(idsFilter()),
    liveId: optional(refsFilter()),
    state: optional(z.enum(recordStates)),
    /** Paid per minute, or free. */
    paid: optional(z.enum(['paid', 'free'])),
    /** Of the broadcaster. */
    ...ofUsers,
    /** Start time. */
    ...timeRange,
  }),
  answer: pageOf(recordRow),
}
export const liveRecordInfo = {
  payload: z.object({ liveId: line(64) }),
  answer: z.object({
    ...recordRow.shape,
    ...seen,
    hlsUrl: z.string(),
    /** Newest first, at most 50. */
    warnings: z.array(warningRow),
    forbids: z.array(forbidRow),
  }),
}

const callRow = z.object({
  callId: z.string(),
  caller: personRef,
  callee: personRef,
  kind: z.enum(['voice', 'video']),
  /** Tokens per started minute. */
  unitPrice: count(),
  state: z.enum(callStates),
  /** Null while it runs, or if nobody answered. */
  seconds: count().nullable(),
  /** Paid for its minutes, including promotional tokens. */
  tokens: count(),
  giftTokens: count(),
  bonus: count(),
  /** Points added to the callee's week; bonus counts as points. */
  points: count(),
  endReason: z.string(),
  requestedAt: instant(),
  answeredAt: instant().nullable(),
  endedAt: instant().nullable(),
})

/** 1v1 calls, newest first. */
export const liveCallList = {
  payload: listPayload({
    callerId: optional(idsFilter()),
    calleeId: optional(idsFilter()),
    callId: optional(refsFilter()),
    kind: optional(z.enum(['voice', 'video'])),
    state: optional(z.enum(callStates)),
    /** Of the caller. */
    ...ofUsers,
    /** Time of the request. */
    ...timeRange,
  }),
  answer: pageOf(callRow),
}
export const liveCallInfo = {
  payload: z.object({ callId: line(64) }),
  answer: z.object({
    ...callRow.shape,
    ...seen,
    promoTokens: count(),
    matchId: z.string().nullable(),
    /** About either party, newest first, at most 50. */
    warnings: z.array(warningRow),
  }),
}

/** Gifts, newest first. */
export const liveGiftList = {
  payload: listPayload({
    senderId: optional(idsFilter()),
    receiverId: optional(idsFilter()),
    liveId: optional(refsFilter()),
    callId: optional(refsFilter()),
    ...timeRange,
  }),
  answer: pageOf(giftRow),
}

// Anchors -------------------------------------------------------------------------------------------------------------

const broadcasterRow = z.object({
  user: personRef,
  country: z.string(),
  state: z.enum(userStates),
  /** Of the running broadcast. */
  liveId: z.string().nullable(),
  sessions: count(),
  seconds: count(),
  peakViewers: count(),
  giftTokens: count(),
  minuteTokens: count(),
  bonus: count(),
  warnings: count(),
  forbids: count(),
  forbidden: z.boolean(),
  /** The ban in force, needed to lift it. */
  forbidId: z.string().nullable(),
  /** Null: not banned, or banned permanently; see `forbidden`. */
  forbiddenUntil: instant().nullable(),
  lastStartedAt: instant(),
  can: can('forbid', 'allow'),
})

/** The user's escalation step. */
const ladder = {
  /** How far back it looks (parameter `forbid_ladder_days`). */
  days: count(),
  /** Within these days: warnings, and bans that were not lifted. */
  warningCount: count(),
  forbidCount: count(),
  /** The next escalation step; 0 means permanent. */
  suggestedHours: count(),
}

/** Sorted by newest broadcast, sessions, hours or tokens. */
export const liveUserList = {
  payload: listPayload({
    userId: optional(idsFilter()),
    /** Prefix of the nickname. */
    nickname: optional(line(60)),
    country: optional(z.string().regex(/^[A-Z]{2}$/)),
    /** Is live now. */
    live: optional(flag()),
    /** Is banned from broadcasting now. */
    forbidden: optional(flag()),
    /** Start of the last broadcast. */
    ...timeRange,
  }),
  answer: pageOf(broadcasterRow),
}
export const liveUserInfo = {
  payload: z.object({ userId: id() }),
  answer: z.object({
    ...broadcasterRow.shape,
    ladder: z.object(ladder),
    /** Newest first, at most 50 of each. */
    warningRows: z.array(warningRow),
    forbidRows: z.array(forbidRow),
  }),
}

// Broadcast bans ------------------------------------------------------------------------------------------------------

/** Hours of a broadcast ban; 0 means permanent. */
export const hours = () =>
  integer(0, 168).refine((value) => (forbidHours as readonly number[]).includes(value), 'not an escalation step')

export const liveForbiddenList = {
  payload: listPayload({
    userId: optional(idsFilter()),
    forbidId: optional(z.uuid()),
    state: optional(z.enum(forbidStates)),
    hours: optional(integer(0, 168)),
    by: optional(line(50)),
    ...timeRange,
  }),
  answer: pageOf(z.object({ ...forbidRow.shape, can: can('forbid', 'allow') })),
}
export const liveLadder = {
  payload: z.object({ userId: id() }),
  answer: z.object({
    user: personRef,
    ...ladder,
    /** The ban in force. */
    forbidden: forbidRow.nullable(),
    /** The bans of these days, newest first, at most 50. */
    forbids: z.array(forbidRow),
  }),
}
export const liveForbid = {
  payload: z.object({ ids: listOf(id()), hours: hours(), reason: reason(), liveId: optional(line(64)) }),
  answer: outcomes(),
}
export const liveAllow = {
  payload: z.object({ ids: listOf(z.uuid()), reason: reason() }),
  answer: outcomes(),
}
