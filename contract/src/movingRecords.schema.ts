// The records of an import's files (docs/moving-in.md): one a line, named as the bridge names things. A field that a record lacks, and null, are the
// same; a field that is not here is a fault of its line.
import { z } from 'zod'
import { cents, giftId, guildId, platform, ref, tokens, userId } from './bridgeValues.schema.ts'
import { limits } from './limits.ts'
import { machineLabels } from './machineLabels.ts'
import { auditKinds, channelTypes, giftTypes, payoutAccountKinds, priceModels } from './statesAndKinds.ts'

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
const truth = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform((value) => value === true || value === 1)
const yes = truth.default(false)
/** A name that people type: as forms take it. */
const name = (most: number) => z.string().normalize('NFC').trim().min(1).max(most)
/** An id that the platform numbers itself after what was brought. */
const ownId = guildId
const country = z.string().regex(/^[A-Z]{2}$/)
const areaCode = z.string().regex(/^\d{1,4}$/)
const phone = z.string().regex(/^\d{4,15}$/)
const words = (most: number) => z.string().max(most).default('')

/** A picture in base64: some 200 KB, so that its line stays below the longest. */
const picture = z.base64().min(50).max(280_000)

export const importRecords = {
  promoter: z.strictObject({
    promoterId: ownId,
    name: name(60),
    remark: words(500),
    createdAt: moment,
    /** What the old console owes the promoter: one approved line of last month. */
    payableUsdCents: usd.default(0),
  }),
  channel: z
    .strictObject({
      /** The app's name of the channel, as in `install.attributed` and of users. */
      number: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/),
      name: name(60),
      promoterId: ownId.optional(),
      type: z.enum(channelTypes).default('other'),
      enabled: truth.default(true),
      remark: words(500),
      createdAt: moment,
      /** The terms from its creation on. */
      model: z.enum(priceModels).default('fixed'),
      /** For each counted install (CPA), or each day (fixed). */
      priceUsdCents: z.number().int().min(0).max(10_000_000).default(0),
      /** Hundredths of a percent of what users recharge (CPS). */
      shareBp: z.number().int().min(0).max(10_000).default(0),
      /** The download coefficient in hundredths. */
      coefficient: z.number().int().min(0).max(1_000).default(100),
    })
    .refine(({ model, priceUsdCents }) => model !== 'CPS' || priceUsdCents === 0, { path: ['priceUsdCents'] })
    .refine(({ model, shareBp }) => model === 'CPS' || shareBp === 0, { path: ['shareBp'] }),
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
    /** Absent with a ban: for ever. */
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
  device: z
    .strictObject({
      deviceId: z.string().min(1).max(64),
      platform: z.union([platform, z.literal('')]).default(''),
      model: words(60),
      firstSeenAt: moment,
      lastSeenAt: moment.optional(),
      /** Who was seen on it; a ban of the device is theirs, too. */
      userIds: z.array(userId).max(500).default([]),
      state: z.enum(['normal', 'banned']).default('normal'),
      bannedUntil: moment.optional(),
      bannedAt: moment.optional(),
      banReason: words(500),
    })
    .refine((one) => one.lastSeenAt === undefined || Date.parse(one.lastSeenAt) >= Date.parse(one.firstSeenAt), {
      path: ['lastSeenAt'],
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
  gift: z.strictObject({
    /** The app's id of the gift. */
    giftId,
    nameEn: name(limits.giftName),
    nameCn: name(limits.giftName),
    type: z.enum(giftTypes).default('ordinary'),
    price: z.number().int().min(1).max(limits.grantPerOperation),
    continuous: yes,
    floatingScreen: yes,
    sort: z.number().int().min(1).max(9_999),
    picture,
  }),
  template: z.strictObject({
    /** Its position in the list, which is also its key. */
    sort: z.number().int().min(1).max(9_999),
    titleEn: name(60),
    titleCn: name(60),
    textEn: name(500),
    textCn: name(500),
    kinds: z.array(z.enum(auditKinds)).min(1),
    labels: z.array(z.enum(machineLabels)).default([]),
    enabled: truth.default(true),
  }),
} as const

export type ImportKind = keyof typeof importRecords
export type ImportRecord<K extends ImportKind> = z.output<(typeof importRecords)[K]>

/** The fields of each kind that its `totals` line sums. */
export const summed = {
  promoter: ['payableUsdCents'],
  channel: [],
  device: [],
  gift: ['price'],
  template: [],
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
