// Payloads and results of the settlement calls. Cents and millionths of a dollar are whole numbers; rates are basis points.
import { z } from 'zod'
import {
  can,
  count,
  id,
  idsFilter,
  instant,
  jsonOf,
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
  version,
} from './fields.ts'
import {
  disputeOutcomes,
  settlementLineKinds,
  settlementMethods,
  settlementStates,
  sumReasons,
} from './statesAndKinds.ts'

/** A week by its Monday. */
const week = () => z.iso.date()

/** One step of a calculation; screens describe it in words. */
export const step = z.discriminatedUnion('step', [
  z.object({ step: z.literal('base'), directMicros: count(), subMicros: count(), subs: count() }),
  z.object({
    step: z.literal('level'),
    /** Whole: one rate for all. Marginal: each slice at its own; `rateBp` is then the effective one, rounded down. */
    kind: z.enum(['whole', 'marginal']),
    level: count(),
    fromCents: count(),
    nextFromCents: count().nullable(),
    rateBp: count(),
    /** The rate is agreed with the parent, whatever the level. */
    agreed: z.boolean(),
    slices: z.array(z.object({ fromCents: count(), rateBp: count(), micros: count(), cents: count() })),
  }),
  z.object({ step: z.literal('commission'), baseMicros: count(), rateBp: count(), cents: count() }),
  z.object({ step: z.literal('override'), subs: count(), baseMicros: count(), cents: count() }),
  z.object({ step: z.literal('bonus'), anchors: count(), bonus: count(), cents: count() }),
  z.object({ step: z.literal('salary'), anchors: count(), to: z.enum(['guild', 'anchors']), cents: count() }),
  z.object({ step: z.literal('held'), anchors: count(), bonus: count(), cents: count() }),
  /** `anchorCents`: the part taken from the anchors directly. */
  z.object({ step: z.literal('deductions'), count: count(), cents: count(), anchorCents: count() }),
  z.object({ step: z.literal('corrections'), weeks: z.array(z.string()), cents: count() }),
  z.object({ step: z.literal('carriedIn'), cents: count() }),
  /** What the leader owes as a user, taken from the payable. */
  z.object({ step: z.literal('debt'), userId: count(), tokens: count(), cents: count() }),
  z.object({ step: z.literal('payable'), cents: count() }),
  z.object({ step: z.literal('carriedOut'), cents: count() }),
])
export type Step = z.infer<typeof step>

/** The viewer's permitted actions on a settlement. */
const verbs = ['confirm', 'dispute', 'answer', 'approve', 'recompute'] as const
const guildRef = z.object({ guildId: rowId(), name: z.string() })

const settlementRow = z.object({
  settlementId: rowId(),
  guild: guildRef,
  /** The parent guild. */
  parent: guildRef.nullable(),
  week: week(),
  /** The week's bounds; `endsAt` of a dissolved guild is the time it dissolved. */
  startsAt: instant(),
  endsAt: instant(),
  state: z.enum(settlementStates),
  /** Rises with each calculation. */
  sumVersion: count(),
  version: count(),
  method: z.enum(settlementMethods),
  level: count(),
  rateBp: count(),
  baseMicros: count(),
  subBaseMicros: count(),
  commissionCents: count(),
  overrideCents: count(),
  bonusCents: count(),
  salaryCents: count(),
  deductionCents: count(),
  correctionCents: count(),
  /** What anchors get and owe directly under anchor withdrawal. */
  anchorCents: count(),
  carriedInCents: count(),
  carriedOutCents: count(),
  /** What the leader owes as a user, taken from the payable. */
  debtCents: count(),
  payableCents: count(),
  paidCents: count(),
  draftedAt: instant(),
  /** Confirmed automatically then. */
  confirmBy: instant(),
  confirmedAt: instant().nullable(),
  confirmedBy: z.string(),
  approvedAt: instant().nullable(),
  approvedBy: z.string(),
  /** Why it could not be calculated. */
  parkedReason: z.string(),
  /** The guild dissolved in this week. */
  isFinal: z.boolean(),
  can: can(...verbs),
})

const filters = {
  /** Part of the guild's name, or its id. */
  q: optional(searchText(2_000)),
  guildId: optional(rowIdsFilter()),
  /** A guild and its sub-agencies. */
  familyId: optional(rowIdsFilter()),
  state: optional(z.enum(settlementStates)),
  method: optional(z.enum(settlementMethods)),
  /** First and last week, by their Mondays. */
  weekFrom: optional(week()),
  weekTo: optional(week()),
}

export const settlementList = { payload: listPayload(filters), answer: pageOf(settlementRow) }

export const settlementTotals = {
  payload: z.object(filters),
  answer: z.object({
    settlements: count(),
    baseMicros: count(),
    commissionCents: count(),
    overrideCents: count(),
    bonusCents: count(),
    salaryCents: count(),
    payableCents: count(),
    paidCents: count(),
    carriedOutCents: count(),
  }),
}

const lineRow = z.object({
  line: count(),
  kind: z.enum(settlementLineKinds),
  user: personRef.nullable(),
  guild: guildRef.nullable(),
  deduction: z
    .object({ deductionId: rowId(), kind: z.enum(['advance', 'penalty', 'chargeback']), reason: z.string() })
    .nullable(),
  /** Of a correction: the week that it corrects, and the kind of the line. */
  ofWeek: week().nullable(),
  ofKind: z.enum(settlementLineKinds).nullable(),
  bonus: count(),
  baseMicros: count(),
  validDays: count(),
  salaryCents: count(),
  /** Its share of the guild's total. */
  amountCents: count(),
  /** What the anchor gets or owes directly, bypassing the guild. */
  anchorCents: count(),
  /** A banned anchor's line: a correction settles it once the ban has ended. */
  held: z.boolean(),
  rateBp: count().nullable(),
  subRateBp: count().nullable(),
  agreedBp: count().nullable(),
})

/** An anchor's day that a leader disputes, with what was counted of it at that moment: the evidence for both sides. */
const disputedDay = z.object({
  user: personRef,
  day: week(),
  liveSeconds: count(),
  callSeconds: count(),
  callsAnswered: count(),
  bonus: count(),
})

const dispute = z.object({
  disputeId: rowId(),
  sumVersion: count(),
  reason: z.string(),
  lines: z.array(count()),
  /** The same lines, as they stand in that version. */
  disputed: z.array(lineRow),
  days: z.array(disputedDay),
  /** Pictures that the leader added. */
  proofUrls: z.array(z.string()),
  by: z.string(),
  at: instant(),
  answer: z.string(),
  outcome: z.enum(disputeOutcomes).nullable(),
  answeredBy: z.string(),
  answeredAt: instant().nullable(),
})

export const settlementInfo = {
  payload: z.object({
    settlementId: rowId(),
    /** An earlier version. */
    sumVersion: optional(version()),
  }),
  answer: z.object({
    settlement: settlementRow,
    plan: z.object({ planId: rowId(), name: z.string() }).nullable(),
    /** Of the requested version. */
    shownVersion: count(),
    steps: z.array(step),
    /** Newest first. */
    versions: z.array(
      z.object({
        sumVersion: count(),
        at: instant(),
        by: z.string(),
        why: z.enum(sumReasons),
        payableCents: count(),
        carriedOutCents: count(),
        parkedReason: z.string(),
      }),
    ),
    disputes: z.array(dispute),
    /** Payments of the week, oldest first. */
    payments: z.array(z.object({ usdCents: count(), at: instant(), by: z.string(), reference: z.string() })),
    /** Purchases of stock by the leader as a top-up agent, oldest first, each with the part that this week paid. */
    salaryDeductions: z.array(
      z.object({
        purchaseId: z.string(),
        agentId: count(),
        usdCents: count(),
        tokens: count(),
        at: instant(),
        by: z.string(),
        /** Reversed by Finance: returned to the week. */
        reversedAt: instant().nullable(),
      }),
    ),
  }),
}

export const settlementLineList = {
  payload: listPayload({
    settlementId: rowId(),
    sumVersion: optional(version()),
    kind: optional(z.enum(settlementLineKinds)),
    userId: optional(idsFilter()),
  }),
  answer: pageOf(lineRow),
}

export const settlementSlip = {
  payload: z.object({ settlementId: rowId(), userId: id() }),
  answer: z.object({
    settlement: settlementRow,
    user: personRef,
    lines: z.array(lineRow),
    days: z.array(
      z.object({
        day: week(),
        liveSeconds: count(),
        callSeconds: count(),
        callsAnswered: count(),
        bonus: count(),
        valid: z.boolean(),
      }),
    ),
    bonus: count(),
    salaryCents: count(),
    deductionCents: count(),
  }),
}

export const settlementConfirm = {
  payload: z.object({ settlementId: rowId(), version: version() }),
  answer: nothing(),
}
export const settlementDispute = {
  payload: z.object({
    settlementId: rowId(),
    version: version(),
    reason: reason(),
    /** Numbers of the disputed lines. */
    lines: listOf(rowId(), 100),
    /** Days of anchors of the settlement. */
    days: optional(jsonOf(z.array(z.object({ userId: id(), day: week() })).max(200))),
    /** Uploaded pictures, purpose `disputeProof`. */
    proofFileIds: optional(listOf(z.uuid(), 3)),
  }),
  answer: nothing(),
}
export const settlementAnswer = {
  payload: z.object({
    settlementId: rowId(),
    version: version(),
    outcome: z.enum(disputeOutcomes),
    answer: prose(500, 1),
  }),
  answer: nothing(),
}
export const settlementApprove = { payload: z.object({ ids: listOf(rowId()) }), answer: outcomes() }
export const settlementRecompute = {
  payload: z.object({ ids: listOf(rowId()), reason: reason() }),
  answer: outcomes(),
}
