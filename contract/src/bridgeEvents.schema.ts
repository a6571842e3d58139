// The data of every event from the live app to Greenroom.
import { z } from 'zod'
import { cents, giftId, guildId, platform, ref, tokens, userId } from './bridgeValues.schema.ts'
import { limits, roomRates } from './limits.ts'
import { payoutAccount } from './payouts.schema.ts'

/** Number of users; stored as a PostgreSQL `integer`. */
const headcount = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const short = z.string().max(200)
const long = z.string().max(2_000)
const url = z.url({ protocol: /^https?$/ }).max(1_000)
const country = z.string().regex(/^[A-Z]{2}$/)
const machine = { score: z.number().min(0).max(1).optional(), labels: z.array(z.string().max(40)).max(20).optional() }

const person = {
  nickname: z.string().normalize('NFC').min(1).max(60),
  sex: z.enum(['man', 'woman', 'none']),
  birthday: z.iso.date().optional(),
  country,
  language: z.string().max(10),
  profession: short.optional(),
  email: z.email().max(320).optional(),
  areaCode: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  phone: z
    .string()
    .regex(/^\d{4,15}$/)
    .optional(),
  avatarUrl: url.optional(),
}

/** Where something happened; part of money events and reports. */
const place = { liveId: ref.optional(), callId: ref.optional() }

/** The data of every event the app sends, by type. */
export const eventData = {
  'user.registered': z.object({
    userId,
    ...person,
    channel: z.string().max(60).optional(),
    platform,
    deviceId: ref,
    deviceModel: short.optional(),
    ip: z.string().max(45).optional(),
  }),
  'user.updated': z.object({
    userId,
    ...z.object(person).partial().shape,
    level: z.number().int().min(0).max(1_000).optional(),
    vipType: z.string().max(30).optional(),
    riskLevel: z.number().int().min(0).max(10).optional(),
    fans: headcount.optional(),
    follows: headcount.optional(),
  }),
  'user.online': z.object({
    userId,
    platform,
    deviceId: ref,
    deviceModel: short.optional(),
    ip: z.string().max(45).optional(),
  }),
  'user.offline': z.object({ userId, seconds: z.number().int().min(0).max(86_400) }),
  /** The user wants everything about them to be erased: 30 days from now, unless they change their mind. */
  'user.deleted': z.object({ userId }),
  /** They changed their mind: ends what their newest earlier `user.deleted` began, not what staff began. */
  'user.deletionCancelled': z.object({ userId }),
  'install.attributed': z.object({
    deviceId: ref,
    channel: z.string().max(60),
    platform,
    country,
    /** The store link's parameter of a landing page besides the channel (`campaign`), unchanged. */
    campaign: z.string().max(120).optional(),
  }),
  'media.submitted': z.object({
    itemId: ref,
    userId,
    kind: z.enum(['basic', 'photo', 'library', 'avatar', 'cover']),
    url: url.optional(),
    text: long.optional(),
    ...machine,
  }),
  'certification.submitted': z.object({ itemId: ref, userId, pictureUrls: z.array(url).min(1).max(10), ...machine }),
  'dynamic.posted': z.object({
    dynamicId: ref,
    userId,
    text: long,
    pictureUrls: z.array(url).max(9),
    topics: z.array(z.string().max(60)).max(10),
    ...machine,
  }),
  'comment.posted': z.object({ commentId: ref, dynamicId: ref, userId, text: long, ...machine }),
  'greeting.submitted': z.object({ itemId: ref, userId, text: long, ...machine }),
  'report.created': z.object({
    reportId: ref,
    reporterId: userId,
    userId,
    reason: z.string().max(60),
    text: long,
    evidenceUrls: z.array(url).max(9),
    ...place,
    dynamicId: ref.optional(),
    commentId: ref.optional(),
  }),
  'appeal.created': z.object({ appealId: ref, userId, itemId: ref, text: long }),
  'live.started': z.object({
    liveId: ref,
    userId,
    title: short,
    coverUrl: url.optional(),
    /** Tokens a minute; 0 is a free room. */
    rate: z.union([z.literal(0), ...roomRates.map((rate) => z.literal(rate))]),
    hlsUrl: url.optional(),
  }),
  'live.heartbeat': z.object({ liveId: ref, viewers: headcount }),
  'live.snapshot': z.object({ ...place, url, ...machine }),
  'live.viewed': z.object({ viewId: ref, liveId: ref, userId, seconds: z.number().int().min(0).max(86_400) }),
  'live.minute': z.object({ liveId: ref, userId, minute: z.number().int().min(1).max(1_440) }),
  'live.ended': z.object({ liveId: ref, reason: z.string().max(60) }),
  'call.requested': z.object({
    callId: ref,
    callerId: userId,
    calleeId: userId,
    kind: z.enum(['voice', 'video']),
    /** Tokens per started minute, paid by the caller. */
    unitPrice: z.number().int().min(0).max(100_000),
    matchId: ref.optional(),
  }),
  'call.answered': z.object({ callId: ref }),
  'call.minute': z.object({ callId: ref, minute: z.number().int().min(1).max(1_440) }),
  'call.ended': z.object({
    callId: ref,
    reason: z.string().max(60),
    seconds: z.number().int().min(0).max(86_400),
    /** Started minutes; settles what the per-minute events missed. */
    minutes: z.number().int().min(0).max(1_440),
  }),
  'match.requested': z.object({ matchId: ref, userId }),
  'match.ended': z.object({
    matchId: ref,
    outcome: z.enum(['matched', 'cancelled', 'timeout']),
    waitedSeconds: z.number().int().min(0).max(3_600),
    callId: ref.optional(),
  }),
  'gift.sent': z.object({
    giftId,
    senderId: userId,
    receiverId: userId,
    count: z.number().int().min(1).max(10_000),
    /** Their total. */
    tokens,
    /** The app shows it across the screen of everyone in the room. */
    floatingScreen: z.boolean().optional(),
    ...place,
  }),
  'text.charged': z.object({ senderId: userId, receiverId: userId, tokens }),
  'recharge.created': z.object({
    orderId: ref,
    userId,
    product: z.string().max(60),
    tokens,
    promoTokens: z.number().int().min(0).max(limits.grantPerOperation),
    usdCents: cents,
    gateway: z.string().max(40),
    /** What the buyer pays, in the smallest unit of their currency (ISO 4217), as the gateway's statement lists it. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    amountMinor: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  'recharge.paid': z.object({
    orderId: ref,
    gatewayReference: z.string().max(100),
    feeUsdCents: cents,
    /** The gateway's own name for the card or account that paid; never a card number. */
    payerReference: z.string().max(100).optional(),
  }),
  'recharge.failed': z.object({ orderId: ref, reason: short }),
  /**
   * The full price was refunded. After a `recharge.refund` it carries that command's `refundId`; `outcome` *failed* says that
   * the gateway refused, and nothing moved. A chargeback that is later won is sent again with `outcome` *reversed*. Orders that a
   * deposit of USDT made (gateway `usdt`) are refunded by Greenroom alone: 1000002.
   */
  'recharge.refunded': z.object({
    orderId: ref,
    kind: z.enum(['refund', 'chargeback']),
    refundId: z.uuid().optional(),
    usdCents: cents.optional(),
    outcome: z.enum(['refunded', 'failed', 'reversed']).optional(),
    reason: short.optional(),
  }),
  'withdrawal.requested': z.object({
    withdrawalId: ref,
    userId,
    bonus: z.number().int().min(1),
    /** The payout account; stored sealed. */
    account: payoutAccount,
  }),
  'guild.inviteAnswered': z.object({ guildId, userId, accepted: z.boolean() }),
  'guild.leaveRequested': z.object({ guildId, userId, reason: short }),
  'guild.applied': z.object({
    userId,
    guildName: z.string().max(200),
    leaderName: z.string().max(200),
    leaderEmail: z.string().max(320),
    parentId: guildId.nullable(),
    inviterId: guildId.nullable(),
  }),
  'agent.applied': z.object({ userId, contact: short, note: long }),
  /** An agent requests a purchase of stock in the app: by bank transfer, which Finance checks, or from salary. */
  'agent.purchaseRequested': z.object({
    purchaseId: ref,
    userId,
    kind: z.enum(['bank', 'salary']),
    usdCents: z.number().int().min(100).max(100_000_000),
    /** The bank transfer's reference; empty for salary deductions. */
    reference: z.string().trim().max(100),
  }),
  /** Shown on these users' devices; each counts once, even if reported again. */
  'message.delivered': z.object({ messageId: ref, userIds: z.array(userId).min(1).max(1_000) }),
  'message.read': z.object({ messageId: ref, userIds: z.array(userId).min(1).max(1_000) }),
} as const

export type EventType = keyof typeof eventData

export type EventData<T extends EventType> = z.output<(typeof eventData)[T]>
