// Payloads and results of the public guild registration calls.
import { z } from 'zod'
import { plainTyped } from './digits.ts'
import {
  areaCode,
  can,
  id,
  instant,
  integer,
  line,
  listOf,
  listPayload,
  maxInteger,
  nothing,
  optional,
  outcomes,
  pageOf,
  personRef,
  range,
  reason,
  rowId,
  rowIdsFilter,
  searchText,
  timeRange,
  typedCode,
  version,
} from './fields.ts'
import { limits } from './limits.ts'
import { guildEvents, guildStates, settlementMethods } from './statesAndKinds.ts'

const text = (max: number) => optional(z.string().trim().max(max))

export const checkTypes = [
  'unionName',
  'phone',
  'cmsUserName',
  'userNumber',
  'email',
  'leaderName',
  'parentId',
  'inviter',
] as const

/** Fields are loose here: each has its own code, which the rules produce. */
export const unionRegisterCheck = {
  payload: z.object({
    checkType: z.enum(checkTypes),
    unionName: text(200),
    phoneNum: text(40),
    areaCode: optional(areaCode()),
    cmsUserName: text(200),
    userNumber: text(40),
    leaderEmail: text(320),
    leaderName: text(200),
    parentId: optional(integer(0, maxInteger)),
    sysInviterId: text(40),
    smsCode: optional(typedCode()),
  }),
  answer: nothing(),
}

export const unionRegister = {
  payload: z.object({
    unionName: z.string().trim(),
    leaderName: z.string().trim(),
    userNumber: z.coerce.string().overwrite(plainTyped),
    leaderEmail: z.string().trim(),
    areaCode: areaCode(),
    leaderPhone: z.string().trim(),
    cmsUserName: z.string().trim(),
    cmsPassWord: z.string(),
    parentId: optional(integer(0, maxInteger)),
    smsCode: typedCode(),
    sysInviterId: text(40),
  }),
  answer: z.object({ unionId: id(), unionName: z.string().max(limits.agencyName) }),
}

// Guilds themselves ----------------------------------------------------------------------------------------------------

/** A guild's reference. */
const guildRef = z.object({ guildId: id(), name: z.string() })

/** Permitted actions on a guild: of staff, and `changeMethod` of its leader; `reveal` shows its full contacts. */
const guildVerbs = [
  'agree',
  'refuse',
  'ban',
  'unban',
  'dissolve',
  'changeLeader',
  'changeRate',
  'changeParent',
  'changeMethod',
  'reveal',
] as const

const guildRow = z.object({
  guildId: id(),
  name: z.string(),
  parent: guildRef.nullable(),
  leader: personRef,
  /** True for staff and for the guild's own accounts; others get no contacts, reasons or inviter. */
  own: z.boolean(),
  leaderName: z.string(),
  /** Masked: `l***@example.com`. */
  leaderEmail: z.string(),
  /** Masked: `+86 138****1234`. */
  phone: z.string(),
  members: z.number().int(),
  /** The number of its sub-agencies. */
  subAgencies: z.number().int(),
  state: z.enum(guildStates),
  /** Why it was rejected, banned or dissolved. */
  stateReason: z.string(),
  method: z.enum(settlementMethods),
  /** The Monday of the first week under anchor withdrawal, past or future. */
  methodFrom: z.string().nullable(),
  /** The rate agreed with its parent, in basis points; null: that of its own level. */
  agreedRateBp: z.number().int().nullable(),
  /** The pending approval of a new rate. */
  pendingRateId: z.string().nullable(),
  inviter: z.string().nullable(),
  registeredAt: instant(),
  approvedAt: instant().nullable(),
  endedAt: instant().nullable(),
  /** When it dissolves automatically, while it has no active members. */
  dissolvesAt: instant().nullable(),
  version: z.number().int(),
  can: can(...guildVerbs),
})

const detailValue = z.union([z.string(), z.number(), z.null()])

const guildIds = () => listOf(rowId())
const decided = { payload: z.object({ ids: guildIds(), reason: reason() }), answer: outcomes() }

const guildFilters = {
  /** Part of its or its leader's name, or either id; for leaders only of the guild itself. */
  q: optional(searchText(2_000)),
  state: optional(z.enum(guildStates)),
  method: optional(z.enum(settlementMethods)),
  /** Its sub-agencies. */
  parentId: optional(rowIdsFilter()),
  ...range('members', integer(0, maxInteger)),
  /** When it was registered. */
  ...timeRange,
}
/** Loose, as in registration: each field has its own code, which the rules produce. */
const leaderFields = {
  userNumber: z.coerce.string().overwrite(plainTyped).max(40),
  leaderName: z.string().trim().max(200),
  leaderEmail: z.string().trim().max(320),
  areaCode: areaCode(),
  leaderPhone: z.string().trim().max(40),
}
const rateBp = () => integer(0, 10_000)

export const guildLeader = {
  payload: z.object({ guildId: rowId(), version: version(), ...leaderFields, reason: reason() }),
  answer: nothing(),
}
export const guildRate = {
  /** Without a rate: that of its own level. */
  payload: z.object({ guildId: rowId(), rateBp: optional(rateBp()), reason: reason() }),
  /** It waits for a second member of staff. */
  answer: z.object({ approvalId: z.string() }),
}
export const guildParent = {
  /** Without a parent: moves to the platform. */
  payload: z.object({ guildId: rowId(), parentId: optional(integer(0, maxInteger)), reason: reason() }),
  answer: nothing(),
}
export const guildReveal = {
  payload: z.object({ guildId: rowId(), field: z.enum(['phone', 'email']), reason: reason() }),
  answer: z.object({ value: z.string() }),
}
export const guildMethod = {
  payload: z.object({ smsCode: typedCode() }),
  /** The Monday of the first week under anchor withdrawal. */
  answer: z.object({ methodFrom: z.string() }),
}
export const guildSubSave = {
  payload: z.object({
    /** For staff; for leaders, their own guild is the parent. */
    parentId: optional(rowId()),
    unionName: z.string().trim().max(200),
    ...leaderFields,
    /** Without one: `guild` and the guild's id. */
    cmsUserName: optional(z.string().trim().max(200)),
    /** Without it, the leader sets one with a code. */
    cmsPassWord: optional(z.string().max(200)),
    rateBp: optional(rateBp()),
  }),
  answer: z.object({ guildId: id(), cmsUserName: z.string() }),
}

const accountRow = z.object({
  userId: id(),
  username: z.string(),
  remark: z.string(),
  status: z.number().int(),
  lastLoginAt: instant().nullable(),
  createdAt: instant(),
  can: can('enable', 'disable', 'reset'),
})
export const guildAccountList = { payload: listPayload({}), answer: pageOf(accountRow) }
export const guildAccountSave = {
  payload: z.object({ username: z.string().trim().max(200), remark: optional(line(200)) }),
  /** The password, shown once. */
  answer: z.object({ userId: id(), password: z.string() }),
}
export const guildAccountStatus = {
  payload: z.object({ ids: listOf(rowId()), status: z.union([integer(0, 0), integer(1, 1)]) }),
  answer: outcomes(),
}
export const guildAccountReset = {
  payload: z.object({ userId: rowId() }),
  answer: z.object({ password: z.string() }),
}

export const guildList = { payload: listPayload(guildFilters), answer: pageOf(guildRow) }
export const guildSubList = { payload: listPayload(guildFilters), answer: pageOf(guildRow) }
export const guildInfo = { payload: z.object({ guildId: rowId() }), answer: z.object({ guild: guildRow }) }

export const guildEventList = {
  payload: listPayload({ guildId: rowId() }),
  answer: pageOf(
    z.object({
      eventId: z.string(),
      at: instant(),
      what: z.enum(guildEvents),
      /** Empty if a leader reads entries of staff or the system. */
      by: z.string(),
      reason: z.string(),
      /** By field, such as `state`, `leaderUserId`, `rateBp`, `parentId`, `method`, `day`. */
      detail: z.record(z.string(), z.object({ before: detailValue, after: detailValue })),
    }),
  ),
}

const familyWeek = z.object({
  /** The anchors' bonus. */
  points: z.number().int(),
  /** The part earned from paid tokens, in cents, rounded down. */
  baseCents: z.number().int(),
  /** From 1; a family's by its whole base, a sub-agency's by its own. */
  level: z.number().int(),
  joined: z.number().int(),
  lost: z.number().int(),
  /** The week's newest settlement, for the guild itself and staff; else null. */
  payableCents: z.number().int().nullable(),
})
const familyRow = z.object({
  guildId: id(),
  name: z.string(),
  leader: personRef,
  state: z.enum(guildStates),
  members: z.number().int(),
  agreedRateBp: z.number().int().nullable(),
  thisWeek: familyWeek,
  lastWeek: familyWeek,
})

export const guildFamilyList = {
  payload: listPayload({ q: optional(searchText(2_000)), state: optional(z.enum(guildStates)) }),
  answer: pageOf(
    z.object({
      guildId: id(),
      name: z.string(),
      leader: personRef,
      state: z.enum(guildStates),
      subAgencies: z.number().int(),
      /** Of the entire family, as are the following fields. */
      members: z.number().int(),
      thisWeek: familyWeek,
      lastWeek: familyWeek,
    }),
  ),
}

export const guildFamily = {
  /** By default the caller's own guild. */
  payload: z.object({ guildId: optional(rowId()) }),
  answer: z.object({
    /** Mondays. */
    thisWeek: z.string(),
    lastWeek: z.string(),
    parent: guildRef.nullable(),
    guild: familyRow,
    subAgencies: z.array(familyRow),
    /** The guild with its sub-agencies. */
    total: z.object({ members: z.number().int(), thisWeek: familyWeek, lastWeek: familyWeek }),
  }),
}
export const guildAgree = { payload: z.object({ ids: guildIds() }), answer: outcomes() }
export const guildRefuse = decided
export const guildBan = decided
export const guildUnban = decided
export const guildDissolve = decided
