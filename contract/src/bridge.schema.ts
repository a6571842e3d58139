// Messages between the live app's back end and Greenroom (product.md section 5; wire.md, "The app's side"). Real JSON
// in both directions, so values have their own types here instead of text.
import { z } from 'zod'
import { configSets } from './config.schema.ts'
import { maxInteger } from './fields.ts'
import { limits, roomRates } from './limits.ts'
import { payoutAccount } from './payouts.schema.ts'
import { messageTypes } from './words.ts'

/** Number of users; stored as a PostgreSQL `integer`. */
const headcount = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const userId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** A guild or a member of staff: ids as the database holds them. */
const guildId = z.number().int().min(1).max(maxInteger)
const ref = z.string().min(1).max(64)
const short = z.string().max(200)
const long = z.string().max(2_000)
const url = z.url({ protocol: /^https?$/ }).max(1_000)
const tokens = z.number().int().min(1).max(limits.grantPerOperation)
const cents = z.number().int().min(0).max(100_000_000)
const country = z.string().regex(/^[A-Z]{2}$/)
const platform = z.enum(['ios', 'android', 'web'])
const machine = { score: z.number().min(0).max(1).optional(), labels: z.array(z.string().max(40)).max(20).optional() }

const person = {
  nickname: z.string().min(1).max(60),
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

/** Where something happened; money events and reports carry it. */
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
  'install.attributed': z.object({
    deviceId: ref,
    channel: z.string().max(60),
    platform,
    country,
    /** What the store link of a landing page carried beside the channel (`campaign`), as it came. */
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
    giftId: z.number().int().min(1),
    senderId: userId,
    receiverId: userId,
    count: z.number().int().min(1).max(10_000),
    /** All of them together. */
    tokens,
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
   * Money went back, wholly. After a `recharge.refund` it carries that command's `refundId`; `outcome` *failed* says that
   * the gateway refused, and nothing moved. A chargeback that the gateway decides for the platform later is told again with
   * `outcome` *reversed*.
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
    /** Where the money is to go; stored sealed. */
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
  /** An agent asks inside the app to buy stock: by bank transfer, whose proof Finance asks for, or from salary. */
  'agent.purchaseRequested': z.object({
    purchaseId: ref,
    userId,
    kind: z.enum(['bank', 'salary']),
    usdCents: z.number().int().min(100).max(100_000_000),
    /** Of the bank transfer; empty from salary. */
    reference: z.string().trim().max(100),
  }),
  /** Shown on the devices of these users; each counts once, whatever is told again. */
  'message.delivered': z.object({ messageId: ref, userIds: z.array(userId).min(1).max(1_000) }),
  'message.read': z.object({ messageId: ref, userIds: z.array(userId).min(1).max(1_000) }),
} as const

export type EventType = keyof typeof eventData
export type EventData<T extends EventType> = z.output<(typeof eventData)[T]>

/** One line of a batch. `id` is a UUIDv7 made by the app; a repeated id gets the first answer again. */
export const eventLine = z.object({
  id: z.uuidv7(),
  type: z.string().max(60),
  at: z.iso.datetime({ offset: true }),
  data: z.unknown(),
})

/** One result per line, in order. */
export const eventAnswer = z.object({
  id: z.string(),
  status: z.enum(['accepted', 'duplicate', 'rejected']),
  errorCode: z.number().int().optional(),
  errorMsg: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
})
export type EventAnswer = z.output<typeof eventAnswer>

/** Balances as the app sees them after an event or command that moved money. */
const balances = { userId, paidTokens: z.number().int(), promoTokens: z.number().int(), bonus: z.number().int() }
const until = z.iso.datetime().nullable()
const flags = { marketAudit: z.boolean(), security: z.boolean(), internal: z.boolean() }

const appVersion = z.object({
  app: z.string(),
  name: z.string(),
  build: z.number().int(),
  address: z.string(),
  description: z.string(),
  mandatory: z.boolean(),
  sharePercent: z.number().int(),
})

/** A set with the number of its changes, 0 before the first: the one that `config.changed` carries. */
const versioned = <T extends z.ZodRawShape>(set: z.ZodObject<T>) => set.extend({ version: z.number().int().min(0) })

/** Answers of `GET /app/v1/state/…`, by the rest of the path. Each answer has an ETag. */
export const stateAnswers = {
  parameters: versioned(configSets.parameters),
  gifts: versioned(configSets.gifts),
  countries: versioned(configSets.countries),
  /** The newest version of each app. */
  versions: z.object({
    versions: z.array(appVersion),
  }),
  /** Pinned posts, and pinned and hidden topics. Read them again after a `config.changed` of `community`. */
  community: z.object({
    pinnedDynamics: z.array(z.string()),
    pinnedTopics: z.array(z.string()),
    hiddenTopics: z.array(z.string()),
  }),
  banners: versioned(configSets.banners),
  adverts: versioned(configSets.adverts),
  accounts: versioned(configSets.accounts),
  /** One user: exact balances, bans and flags. `until` null with a ban means permanent. */
  'users/{id}': z.object({
    ...balances,
    /** Tokens and bonus held by calls and withdrawals. */
    reservedTokens: z.number().int(),
    reservedBonus: z.number().int(),
    /** What a refund could not recover. */
    debtTokens: z.number().int(),
    /** Call minutes that cost the user nothing, at prices up to a parameter. */
    freeMinutesLeft: z.number().int(),
    ban: z.object({ kind: z.enum(['id', 'device', 'both']), until }).nullable(),
    flags: z.object(flags),
  }),
  /** Where a user may pay USDT to: one address a chain, theirs for ever. A first request gives it. */
  'users/{id}/depositAddresses': z.object({
    addresses: z.array(z.object({ chain: z.enum(['trc20', 'erc20']), address: z.string() })),
  }),
} as const

/** Change counter of one key; the higher version wins. */
const configVersion = z.number().int().min(1)

/** The data of every command Greenroom sends, by type. */
export const commandData = {
  'user.banned': z.object({
    userId,
    kind: z.enum(['id', 'device', 'both']),
    deviceIds: z.array(ref),
    until,
    reason: z.string(),
  }),
  /** `deviceIds`: the devices that are free again. Bans still in force follow in separate commands. */
  'user.unbanned': z.object({ userId, deviceIds: z.array(ref).optional(), reason: z.string() }),
  'user.loggedOut': z.object({ userId, reason: z.string() }),
  'user.flagged': z.object({ userId, ...flags }),
  'wallet.changed': z.object(balances),
  /** A registration benefit. Tokens are in the wallet already; `freeMinutesLeft` are all free minutes the user has. */
  'benefit.granted': z.object({
    userId,
    benefitId: z.number().int(),
    name: z.string(),
    tokens: z.number().int(),
    freeMinutes: z.number().int(),
    freeMinutesLeft: z.number().int(),
  }),
  'live.warned': z.object({ liveId: ref, userId, reason: z.string() }),
  'live.stopped': z.object({ liveId: ref, userId, reason: z.string() }),
  'live.forbidden': z.object({ userId, until, reason: z.string() }),
  'live.allowed': z.object({ userId, reason: z.string() }),
  'call.stopped': z.object({ callId: ref, reason: z.string() }),
  /** `text` is for the user, in their language. *not audited*: the previous decision was undone; another follows. */
  'audit.decided': z.object({
    itemId: ref,
    userId,
    decision: z.enum(['passed', 'failed', 'not audited']),
    text: z.string(),
  }),
  'content.removed': z.object({ kind: z.string(), contentId: ref, userId, reason: z.string() }),
  /** *untreated*: the previous decision was undone; another follows. */
  'report.decided': z.object({ reportId: ref, action: z.string() }),
  /**
   * At most 1,000 users a command; one message comes in many. Don't show it after `notAfter`. `senderUserId` is the official
   * account that it comes from.
   */
  'message.send': z.object({
    messageId: ref,
    type: z.enum(messageTypes).optional(),
    userIds: z.array(userId).optional(),
    title: z.string(),
    text: z.string(),
    link: z.string().optional(),
    pictureUrl: z.string().optional(),
    notAfter: z.iso.datetime().optional(),
    senderUserId: userId.optional(),
  }),
  /** Withdraw it: whoever has not been shown it never is. */
  'message.stop': z.object({ messageId: ref, reason: z.string() }),
  'config.changed': z.discriminatedUnion('key', [
    z.object({ key: z.literal('parameters'), version: configVersion, value: configSets.parameters }),
    z.object({ key: z.literal('gifts'), version: configVersion, value: configSets.gifts }),
    z.object({ key: z.literal('countries'), version: configVersion, value: configSets.countries }),
    z.object({ key: z.literal('banners'), version: configVersion, value: configSets.banners }),
    z.object({ key: z.literal('adverts'), version: configVersion, value: configSets.adverts }),
    z.object({ key: z.literal('accounts'), version: configVersion, value: configSets.accounts }),
    /** Read `state/community` again. */
    z.object({ key: z.literal('community'), version: configVersion }),
  ]),
  'version.published': appVersion,
  /** The invitation lapses at `expiresAt`; null: it never does. */
  'guild.invited': z.object({
    guildId: z.number().int(),
    guildName: z.string(),
    userId,
    expiresAt: z.iso.datetime().nullable(),
  }),
  'guild.changed': z.object({
    guildId: z.number().int(),
    state: z.string(),
    method: z.enum(['guild pickup', 'anchor withdrawal']),
    leaderUserId: userId,
  }),
  /** No anchor has been added for `day` days (7, 12, 14); the guild dissolves at `dissolvesAt`. */
  'guild.warned': z.object({
    guildId: z.number().int(),
    leaderUserId: userId,
    day: z.number().int(),
    dissolvesAt: z.iso.datetime(),
  }),
  /** The membership ended, or the invitation was taken back. */
  'guild.removed': z.object({ guildId: z.number().int(), userId, reason: z.string() }),
  /**
   * An anchor's week was approved: her payslip. Once for each settlement, version of its sum and anchor. `lines` are hers:
   * `correction` changes `ofWeek`, an earlier week.
   */
  'settlement.published': z.object({
    guildId: z.number().int(),
    week: z.iso.date(),
    settlementId: z.number().int(),
    version: z.number().int(),
    userId,
    /** Who pays her: her guild, or the platform straight to her bonus. */
    method: z.enum(['guild pickup', 'anchor withdrawal']),
    lines: z.array(
      z.object({
        kind: z.enum(['anchor', 'deduction', 'correction']),
        ofWeek: z.iso.date().nullable(),
        bonus: z.number().int(),
        validDays: z.number().int(),
        salaryCents: z.number().int(),
        /** What the line gives her or takes from her beside the bonus that she has. */
        amountCents: z.number().int(),
        /** She is banned: the line waits. */
        held: z.boolean(),
      }),
    ),
  }),
  'withdrawal.changed': z.object({
    withdrawalId: ref,
    userId,
    state: z.string(),
    reason: z.string(),
    /** The bonus that it held is the user's again. */
    released: z.boolean().optional(),
  }),
  /** Refund the whole order at the gateway, and tell `recharge.refunded` with this `refundId`. */
  'recharge.refund': z.object({ refundId: z.uuid(), orderId: ref, userId, usdCents: cents, reason: z.string() }),
  'recharge.changed': z.object({ orderId: ref, userId, state: z.string() }),
  /** `againFrom`: after a rejection, when they may apply again. */
  'agent.changed': z.object({
    userId,
    state: z.string(),
    reason: z.string(),
    againFrom: z.iso.datetime().nullable(),
  }),
  /** A receipt for the buyer; `back` when Finance took a sale back, with the reason. */
  'agent.sold': z.object({
    userId,
    saleId: ref,
    agentUserId: userId,
    agentNickname: z.string(),
    tokens: z.number().int(),
    at: z.iso.datetime(),
    back: z.object({ tokens: z.number().int(), reason: z.string() }).nullable(),
  }),
} as const

export type CommandType = keyof typeof commandData
export type CommandData<T extends CommandType> = z.output<(typeof commandData)[T]>

/** The signed message posted to the app. Answer any 2xx once it is durable on your side. */
export const command = z.object({
  id: z.string(),
  type: z.string(),
  at: z.iso.datetime(),
  /** The command's subject; order is kept per subject and stream. */
  subject: z.string(),
  data: z.unknown(),
})

export type StateName = keyof typeof stateAnswers
export type StateAnswer<N extends StateName> = z.output<(typeof stateAnswers)[N]>

/** The problem details of a refused request (RFC 9457). */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
})
