// Payloads and results of the calls about guilds' figures. Bonus is a whole number; amounts of money are millionths of a dollar or
// cents, as the field's name says.
import { z } from 'zod'
import {
  count,
  flag,
  idsFilter,
  instant,
  listPayload,
  optional,
  pageOf,
  personRef,
  rowIdsFilter,
  timeRange,
} from './fields.ts'
import { guildStates, settlementMethods } from './statesAndKinds.ts'

/** As in the database: there is no year 0. */
const day = () => z.iso.date().regex(/^(?!0000)/)

/** Both ends of a span of days, each optional; a time stands for its day. */
const days = timeRange

/** Activity and earnings. */
const done = {
  liveMinutes: count(),
  /** On received calls of at least 10 seconds. */
  callMinutes: count(),
  callsReceived: count(),
  callsAnswered: count(),
  giftBonus: count(),
  callBonus: count(),
  roomBonus: count(),
  textBonus: count(),
  /** Of all four kinds; in a week these are its points. */
  bonus: count(),
  /** The part earned from paid tokens, the base of commission. */
  baseUsdMicros: count(),
  /** The part earned from promotional tokens. */
  promoUsdMicros: count(),
}

const ofGuild = {
  ...done,
  /** Anchors with activity or earnings. */
  anchors: count(),
  /** Days of anchors with enough minutes live or on calls. */
  validDays: count(),
  joined: count(),
  lost: count(),
}

const guildRef = z.object({ guildId: count(), name: z.string() })

/** Over all matching rows; null if there are too many. */
const totals = z.object(ofGuild).omit({ validDays: true, anchors: true }).nullable()

const guildDay = z.object({
  /** Guild and day: `1001-2026-11-20`. */
  reportId: z.string(),
  guild: guildRef,
  parent: guildRef.nullable(),
  day: day(),
  ...ofGuild,
})
const guildWeek = z.object({
  guild: guildRef,
  parent: guildRef.nullable(),
  /** The Monday it is named after. */
  week: day(),
  /** The week is still running. */
  running: z.boolean(),
  ...ofGuild,
})

const guildFilters = {
  guildId: optional(rowIdsFilter()),
  /** Its sub-agencies. */
  parentId: optional(rowIdsFilter()),
  /** Only sub-agencies, or only guilds without a parent. */
  subAgency: optional(flag()),
}

export const everyDayReport = {
  payload: listPayload({ ...guildFilters, ...days }),
  answer: pageOf(guildDay).extend({ totals }),
}

const reportId = () => z.string().regex(/^[1-9]\d{0,8}-\d{4}-\d{2}-\d{2}$/)
export const everyDayReportDetail = {
  payload: listPayload({ id: reportId().refine((text) => day().safeParse(text.slice(-10)).success) }),
  answer: pageOf(
    z.object({
      anchor: personRef,
      ...done,
      /** Enough minutes live or on calls. */
      valid: z.boolean(),
    }),
  ).extend({ guild: guildRef, day: day() }),
}

export const weekReport = {
  payload: listPayload({ ...guildFilters, ...days }),
  answer: pageOf(guildWeek).extend({ totals }),
}

export const weekReportAnchors = {
  payload: listPayload({ guildId: optional(rowIdsFilter()), userId: optional(idsFilter()), ...days }),
  answer: pageOf(
    z.object({
      anchor: personRef,
      guild: guildRef,
      week: day(),
      running: z.boolean(),
      ...done,
      validDays: count(),
    }),
  ),
}

const manyGuilds = {
  /** Sub-agencies with figures. */
  guilds: count(),
  ...ofGuild,
  /** Null for all sub-agencies of the platform together. */
  validDays: count().nullable(),
}
const ofParent = { parentId: optional(rowIdsFilter()) }

export const subAgencyDays = {
  payload: listPayload({ ...ofParent, ...days }),
  answer: pageOf(z.object({ day: day(), ...manyGuilds })),
}
export const subAgencyDay = {
  payload: listPayload({ ...ofParent, time: day() }),
  answer: pageOf(guildDay).extend({ totals }),
}
export const subAgencyWeeks = {
  payload: listPayload({ ...ofParent, ...days }),
  answer: pageOf(z.object({ week: day(), running: z.boolean(), ...manyGuilds })),
}
export const subAgencyWeek = {
  payload: listPayload({ ...ofParent, startTime: day(), endTime: day() }),
  answer: pageOf(guildWeek).extend({ totals }),
}

/** An anchor close to a valid day or a salary step. */
const close = z.object({
  anchor: personRef,
  points: count(),
  validDays: count(),
  /** The minutes missing for a valid day today; null if today is valid already, or far from it. Includes the running broadcast or call. */
  today: z
    .object({ liveMinutes: count(), callMinutes: count(), missingLive: count(), missingCall: count() })
    .nullable(),
  running: z.enum(['live', 'call']).nullable(),
  /** The next salary step; null if it is far. */
  step: z
    .object({
      points: count(),
      days: count(),
      missingPoints: count(),
      missingDays: count(),
      /** The difference to the current step. */
      gainCents: count(),
    })
    .nullable(),
})

export const guildHome = {
  payload: z.object({}),
  answer: z.object({
    guild: guildRef.extend({
      state: z.enum(guildStates),
      method: z.enum(settlementMethods),
      members: count(),
      subAgencies: count(),
    }),
    parent: guildRef.nullable(),
    week: z.object({ week: day(), startsAt: instant(), endsAt: instant() }),
    /** The bonus of the guild's own anchors this week. */
    points: count(),
    /** Of the guild alone, and with its sub-agencies. */
    baseUsdMicros: count(),
    familyUsdMicros: count(),
    level: count(),
    levels: count(),
    /** A marginal plan's is the effective one. */
    rateBp: count(),
    /** The family's base at which the level began. */
    fromCents: count(),
    next: z
      .object({ level: count(), fromCents: count(), rateBp: count(), missingCents: count(), gainCents: count() })
      .nullable(),
    /** The level of the last settlement, since a running week begins at the first; null before there is one. */
    last: z.object({ week: day(), level: count(), rateBp: count() }).nullable(),
    /** The week so far, before carried-in sums. */
    payable: z.object({
      commissionCents: count(),
      overrideCents: count(),
      salaryCents: count(),
      /** Guild pickup: the anchors' bonus, paid to the guild. */
      bonusCents: count(),
      deductionCents: count(),
      totalCents: count(),
    }),
    /** The conditions of a valid day. */
    valid: z.object({ liveMinutes: count(), callMinutes: count() }),
    close: z.array(close),
    /** When the guild dissolves for lack of members; null while it has some. */
    dissolvesAt: instant().nullable(),
  }),
}
