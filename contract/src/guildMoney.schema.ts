// Payloads and results of the calls about guilds' money.
import { z } from 'zod'
import {
  can,
  count,
  idsFilter,
  instant,
  integer,
  jsonOf,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  outcomes,
  pageOf,
  personRef,
  prose,
  reason,
  rowId,
  rowIdsFilter,
  searchText,
  timeRange,
  version,
} from './fields.ts'
import { deductionKinds, planKinds, planStates } from './statesAndKinds.ts'

// Commission plans ----------------------------------------------------------------------------------------------------

/** The Monday a week is named after. */
const week = () =>
  z.iso.date().refine((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1, { params: { reason: 'week.monday' } })

const rises = (numbers: readonly number[]) => numbers.every((number, at) => at === 0 || number > numbers[at - 1]!)

const mostCents = 100_000_000_00
/** Half-open levels by their lower bounds: the first begins at 0, each further one higher. */
const levels = () =>
  z
    .array(z.object({ fromCents: integer(0, mostCents), rateBp: integer(0, 10_000) }))
    .min(1)
    .max(20)
    .refine((all) => all[0]?.fromCents === 0, { params: { reason: 'plan.fromZero' } })
    .refine((all) => rises(all.map(({ fromCents }) => fromCents)), { params: { reason: 'plan.levelsRise' } })
/** An anchor gets the highest step whose points and valid days they reached. Each step needs more points than the previous one. */
const salary = () =>
  z
    .array(z.object({ points: integer(1, 1_000_000_000), days: integer(0, 7), usdCents: integer(0, mostCents) }))
    .max(20)
    .refine((all) => rises(all.map(({ points }) => points)), { params: { reason: 'plan.salaryRises' } })

const planFields = {
  name: line(50),
  kind: z.enum(planKinds),
  levels: jsonOf(levels()),
  salary: jsonOf(salary()),
  startWeek: week(),
  note: optional(prose(500)),
}

const planRow = z.object({
  id: count(),
  name: z.string(),
  kind: z.enum(planKinds),
  levels: z.array(z.object({ fromCents: count(), rateBp: count() })),
  salary: z.array(z.object({ points: count(), days: count(), usdCents: count() })),
  startWeek: z.iso.date(),
  note: z.string(),
  state: z.enum(['draft', 'published', 'withdrawn']),
  createdBy: z.string(),
  createdAt: instant(),
  publishedBy: z.string(),
  publishedAt: instant().nullable(),
  updatedBy: z.string(),
  updatedAt: instant().nullable(),
  version: count(),
  /** The state, considering the running week. */
  status: z.enum(planStates),
  /** The request waiting for a second member of staff. */
  approvalId: z.string().nullable(),
  can: can('update', 'publish', 'withdraw', 'preview'),
})

export const planList = {
  payload: listPayload({
    q: optional(searchText(100)),
    kind: optional(z.enum(planKinds)),
    state: optional(z.enum(['draft', 'published', 'withdrawn'])),
  }),
  answer: pageOf(planRow),
}
export const planInfo = { payload: z.object({ id: rowId() }), answer: z.object({ plan: planRow }) }
export const planSave = { payload: z.object(planFields), answer: z.object({ id: count() }) }
export const planUpdate = { payload: z.object({ id: rowId(), version: version(), ...planFields }), answer: nothing() }
const planVerb = () => z.object({ id: rowId(), version: version(), reason: reason() })
export const planPublish = { payload: planVerb(), answer: z.object({ approvalId: z.string() }) }
export const planWithdraw = { payload: planVerb(), answer: z.object({ approvalId: z.string().optional() }) }

const compared = { nowCents: count(), thenCents: count() }
export const planPreview = {
  payload: z.object({
    id: rowId(),
    /** Guilds after this id. */
    afterGuildId: optional(integer(0, 2 ** 31 - 1)),
    size: optional(integer(1, 500)),
  }),
  answer: z.object({
    /** Mondays, the oldest first. */
    weeks: z.array(z.iso.date()),
    /** Commission, override and salaries under each week's own plan, and under this one. */
    guilds: z.array(
      z.object({
        guildId: count(),
        guildName: z.string(),
        ...compared,
        weeks: z.array(z.object({ week: z.iso.date(), ...compared })),
      }),
    ),
    next: count().nullable(),
    /** All guilds with figures in these weeks. */
    total: count(),
  }),
}

// Deductions ----------------------------------------------------------------------------------------------------------

/** A guild's reference. */
const guildRef = z.object({ guildId: count(), guildName: z.string() })
const settlementState = z.enum(['draft', 'disputed', 'confirmed', 'approved', 'parked', 'paid'])

export const deductionList = {
  payload: listPayload({
    guildId: optional(rowIdsFilter()),
    userId: optional(idsFilter()),
    kind: optional(z.enum(deductionKinds)),
    state: optional(z.enum(['effective', 'reversed'])),
    week: optional(week()),
    by: optional(line(50)),
    ...timeRange,
  }),
  answer: pageOf(
    guildRef.extend({
      id: count(),
      /** The anchor; null: the guild itself. */
      user: personRef.nullable(),
      kind: z.enum(deductionKinds),
      usdCents: count(),
      reason: z.string(),
      week: z.iso.date(),
      /** State of the guild's settlement of the week; null before there is one. */
      weekState: settlementState.nullable(),
      state: z.enum(['effective', 'reversed']),
      reverseReason: z.string(),
      /** Empty for a leader. */
      createdBy: z.string(),
      createdAt: instant(),
      reversedBy: z.string(),
      reversedAt: instant().nullable(),
      version: count(),
      can: can('reverse'),
    }),
  ),
}
export const deductionSave = {
  payload: z.object({
    /** The kind of the ids. */
    of: z.enum(['guild', 'anchor']),
    ids: listOf(integer(1)),
    kind: z.enum(deductionKinds),
    /** Amount for each. */
    usdCents: integer(1, 100_000_00),
    week: week(),
    reason: reason(),
  }),
  answer: outcomes().extend({ approvalId: z.uuid().optional() }),
}
export const deductionChargeback = {
  payload: z.object({
    chargebackId: z.uuid(),
    lines: jsonOf(
      z
        .array(z.object({ userId: z.number().int().min(1), usdCents: z.number().int().min(1).max(100_000_00) }))
        .min(1)
        .max(500),
    ),
    week: week(),
    reason: reason(),
  }),
  answer: outcomes().extend({ approvalId: z.uuid().optional() }),
}
export const deductionReverse = {
  payload: z.object({ ids: listOf(rowId()), reason: reason() }),
  answer: outcomes().extend({ approvalId: z.uuid().optional() }),
}
