// The data of every command from Greenroom to the live app.
import { z } from 'zod'
import { configSets } from './appConfig.schema.ts'
import { appVersion, balances, cents, flags, ref, until, userId } from './bridgeValues.schema.ts'
import { messageTypes } from './statesAndKinds.ts'
import { textsShown } from './texts.schema.ts'

/** For who is meant, in every language of the product. A server of 0.2 sends none. */
const texts = textsShown().optional()

/**
 * Why, for staff and logs; and, if it is one of the platform's own reasons and not staff's words, `reasonTexts` for who is meant, in every
 * language of the product.
 */
const why = { reason: z.string(), reasonTexts: texts }

/** Change counter of one key; the higher version wins. */
const configVersion = z.number().int().min(1)

/** The data of every command Greenroom sends, by type. */
export const commandData = {
  'user.banned': z.object({
    userId,
    kind: z.enum(['id', 'device', 'both']),
    deviceIds: z.array(ref),
    until,
    ...why,
  }),
  /** `deviceIds`: the unbanned devices. Bans still in force follow in separate commands. */
  'user.unbanned': z.object({ userId, deviceIds: z.array(ref).optional(), reason: z.string() }),
  'user.loggedOut': z.object({ userId, reason: z.string() }),
  'user.flagged': z.object({ userId, ...flags }),
  /** `dueAt`: when everything about the user is erased, while it waits; it may be later if something stands in the way. */
  'user.deletionChanged': z.object({
    userId,
    state: z.enum(['waiting', 'cancelled', 'erased']),
    dueAt: z.iso.datetime().nullable(),
  }),
  'wallet.changed': z.object(balances),
  /** A registration benefit. The tokens are in the wallet already; `freeMinutesLeft` is the user's total of free minutes. */
  'benefit.granted': z.object({
    userId,
    benefitId: z.number().int(),
    name: z.string(),
    tokens: z.number().int(),
    freeMinutes: z.number().int(),
    freeMinutesLeft: z.number().int(),
  }),
  'live.warned': z.object({ liveId: ref, userId, ...why }),
  'live.stopped': z.object({ liveId: ref, userId, ...why }),
  'live.forbidden': z.object({ userId, until, ...why }),
  'live.allowed': z.object({ userId, reason: z.string() }),
  'call.stopped': z.object({ callId: ref, ...why }),
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
   * At most 1,000 users per command, so a message has many commands. Don't show it after `notAfter`. `senderUserId` is the sending official
   * account.
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
  /** Withdraw it: do not show it to users who have not seen it yet. */
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
  /** Staff try the endpoint: answer 2xx, and do nothing. */
  'connection.tested': z.object({ clientId: z.number().int(), by: z.string() }),
  /** The invitation expires at `expiresAt`; null: it never does. */
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
    /** For the leader: why it was rejected, banned or dissolved; empty in any other state. */
    ...why,
  }),
  /** No anchor has been added for `day` days (7, 12, 14); the guild dissolves at `dissolvesAt`. `texts`: for the leader. */
  'guild.warned': z.object({
    guildId: z.number().int(),
    leaderUserId: userId,
    day: z.number().int(),
    dissolvesAt: z.iso.datetime(),
    texts,
  }),
  /** The membership ended, or the invitation was withdrawn: `texts` say which, for the user. */
  'guild.removed': z.object({ guildId: z.number().int(), userId, ...why, texts }),
  /**
   * An anchor's week was approved: the payslip. Sent once for each settlement, version and anchor. `lines` are the anchor's:
   * `correction` changes `ofWeek`, an earlier week.
   */
  'settlement.published': z.object({
    guildId: z.number().int(),
    week: z.iso.date(),
    settlementId: z.number().int(),
    version: z.number().int(),
    userId,
    /** Who pays the anchor: the guild, or the platform as bonus. */
    method: z.enum(['guild pickup', 'anchor withdrawal']),
    lines: z.array(
      z.object({
        kind: z.enum(['anchor', 'deduction', 'correction']),
        ofWeek: z.iso.date().nullable(),
        bonus: z.number().int(),
        validDays: z.number().int(),
        salaryCents: z.number().int(),
        /** What the line adds to or takes from the anchor's existing bonus. */
        amountCents: z.number().int(),
        /** The anchor is banned: the line is held. */
        held: z.boolean(),
      }),
    ),
  }),
  'withdrawal.changed': z.object({
    withdrawalId: ref,
    userId,
    state: z.string(),
    reason: z.string(),
    /** The held bonus is available to the user again. */
    released: z.boolean().optional(),
    /** What was taken for the user's debt as it passed, and what is paid; absent if nothing was taken. */
    debtTokens: z.number().int().optional(),
    debtUsdCents: cents.optional(),
    netUsdCents: cents.optional(),
  }),
  /** Refund the whole order at the gateway, and send `recharge.refunded` with this `refundId`. */
  'recharge.refund': z.object({ refundId: z.uuid(), orderId: ref, userId, usdCents: cents, reason: z.string() }),
  'recharge.changed': z.object({ orderId: ref, userId, state: z.string() }),
  /** `againFrom`: after a rejection, when they may apply again. */
  'agent.changed': z.object({
    userId,
    state: z.string(),
    reason: z.string(),
    againFrom: z.iso.datetime().nullable(),
  }),
  /**
   * A receipt for the buyer. `back` if Finance decided about a request to return the sale: the returned tokens, none if it refused, and the
   * reason.
   */
  'agent.sold': z.object({
    userId,
    saleId: ref,
    agentUserId: userId,
    agentNickname: z.string(),
    tokens: z.number().int(),
    at: z.iso.datetime(),
    back: z.object({ agreed: z.boolean(), tokens: z.number().int(), reason: z.string() }).nullable(),
  }),
} as const

export type CommandType = keyof typeof commandData

export type CommandData<T extends CommandType> = z.output<(typeof commandData)[T]>
