// The records of an import's files (docs/moving-in.md): one a line, named as the bridge names things. A field that a record lacks, and null, are the
// same; a field that is not here is a fault of its line.
import { z } from 'zod'
import { cents, guildId, ref, tokens, userId } from './bridgeValues.schema.ts'
import { limits } from './limits.ts'
import { payoutAccountKinds } from './statesAndKinds.ts'

const headcount = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
/** Tokens or bonus somebody has: whole ones. */
const held = z.number().int().min(0).max(1_000_000_000_000).default(0)
/** A sum of US dollars in cents. */
const usd = z.number().int().min(0).max(100_000_000_000)
const moment = z.iso.datetime({ offset: true })
/** Databases without booleans write 0 and 1. */
const yes = z
  .union([z.boolean(), z.literal(0), z.literal(1)])
  .transform((value) => value === true || value === 1)
  .default(false)
const country = z.string().regex(/^[A-Z]{2}$/)
const areaCode = z.string().regex(/^\d{1,4}$/)
const phone = z.string().regex(/^\d{4,15}$/)
const words = (most: number) => z.string().max(most).default('')

export const importRecords = {
  user: z.strictObject({
    userId,
    nickname: z.string().normalize('NFC').max(60),
    sex: z.enum(['man', 'woman', 'none']).default('none'),
    birthday: z.iso.date().optional(),
    country: country.optional(),
    language: z.string().max(10).default('en'),
    profession: words(200),
    email: z.union([z.email().max(320), z.literal('')]).default(''),
    areaCode: z.union([areaCode, z.literal('')]).default(''),
    phone: z.union([phone, z.literal('')]).default(''),
    avatarUrl: z.union([z.url({ protocol: /^https?$/ }).max(1_000), z.literal('')]).default(''),
    level: z.number().int().min(0).max(1_000).default(0),
    vipType: words(30),
    riskLevel: z.number().int().min(0).max(10).default(0),
    fans: headcount.default(0),
    follows: headcount.default(0),
    channel: words(60),
    platform: z.enum(['ios', 'android', 'web', '']).default(''),
    deviceId: words(64),
    ip: words(45),
    registeredAt: moment,
    lastOnlineAt: moment.optional(),
    certified: yes,
    marketAudit: yes,
    security: yes,
    internal: yes,
    state: z.enum(['normal', 'ban ID']).default('normal'),
    /** Absent with a ban: for good. */
    bannedUntil: moment.optional(),
    bannedAt: moment.optional(),
    banReason: words(500),
    paidTokens: held,
    promoTokens: held,
    bonus: held,
    /** What the user owes for orders that were charged back after their tokens were spent. */
    debtTokens: held,
    /** What was paid for the paid tokens that are left; by default their number over `tokens_per_usd`. */
    paidUsdCents: usd.optional(),
    firstPaidAt: moment.optional(),
  }),
  guild: z.strictObject({
    guildId,
    name: z.string().normalize('NFC').trim().min(1).max(limits.agencyName),
    parentId: guildId.optional(),
    leaderUserId: userId,
    leaderName: z.string().trim().min(1).max(200),
    leaderEmail: z.email().max(320),
    areaCode,
    phone,
    state: z.enum(['normal', 'banned']).default('normal'),
    stateReason: words(500),
    method: z.enum(['guild pickup', 'anchor withdrawal']).default('guild pickup'),
    agreedRateBp: z.number().int().min(0).max(10_000).optional(),
    registeredAt: moment,
    payableUsdCents: usd.default(0),
  }),
  member: z.strictObject({ guildId, userId, since: moment }),
  agent: z.strictObject({
    userId,
    contact: words(200),
    note: words(2_000),
    state: z.enum(['approved', 'frozen']).default('approved'),
    stateReason: words(500),
    approvedAt: moment,
    /** The agent's own limits. */
    dayTokens: z.number().int().min(1).max(1_000_000_000_000).optional(),
    saleTokens: z.number().int().min(1).max(1_000_000_000_000).optional(),
    countries: z.array(country).max(100).default([]),
    stockTokens: held,
    /** What the stock cost; by default its number over `tokens_per_usd`. */
    stockUsdCents: usd.optional(),
  }),
  order: z.strictObject({
    orderId: ref,
    userId,
    product: words(60),
    tokens,
    promoTokens: z.number().int().min(0).max(limits.grantPerOperation).default(0),
    usdCents: cents,
    gateway: z.string().max(40),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    amountMinor: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    createdAt: moment,
  }),
  withdrawal: z.strictObject({
    withdrawalId: ref,
    userId,
    /** Part of the user's `bonus`. */
    bonus: z.number().int().min(1).max(1_000_000_000_000),
    /** The kind of account; the account itself is not imported. */
    method: z.enum(payoutAccountKinds),
    lastFour: z.string().max(4).default(''),
    requestedAt: moment,
  }),
} as const

export type ImportKind = keyof typeof importRecords
export type ImportRecord<K extends ImportKind> = z.output<(typeof importRecords)[K]>

/** The fields of each kind that its `totals` line sums. */
export const summed = {
  user: ['paidTokens', 'promoTokens', 'bonus', 'debtTokens'],
  guild: ['payableUsdCents'],
  member: [],
  agent: ['stockTokens'],
  order: ['usdCents'],
  withdrawal: ['bonus'],
} as const satisfies { [K in ImportKind]: readonly (keyof ImportRecord<K>)[] }

/** The line that says how many records of a kind there are, and their sums; each kind needs one. */
export const importTotals = z.strictObject({
  of: z.enum(Object.keys(importRecords) as [ImportKind, ...ImportKind[]]),
  count: z.number().int().min(0),
  ...Object.fromEntries(
    [...new Set(Object.values(summed).flat())].map((field) => [field, z.number().int().min(0).optional()]),
  ),
})
