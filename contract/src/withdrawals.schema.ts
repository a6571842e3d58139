// Payloads and results of the withdrawal desk.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  idsFilter,
  instant,
  integer,
  line,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  personRef,
  prose,
  range,
  reason,
  refsFilter,
  timeRange,
  undoable,
  undoSeconds,
} from './fields.ts'
import { storedAccount } from './payouts.schema.ts'
import {
  payoutAccountKinds,
  riskReasons,
  withdrawalDecisions,
  withdrawalMoments,
  withdrawalStates,
} from './statesAndKinds.ts'

const withdrawalId = () => line(64)
const ids = () => listOf(withdrawalId())

const row = z.object({
  withdrawalId: z.string(),
  user: personRef,
  bonus: count(),
  usdCents: count(),
  /** What it repaid of the user's debt as it passed, and what is paid. */
  debtTokens: count(),
  debtUsdCents: count(),
  netUsdCents: count(),
  account: z.object({
    kind: z.enum(payoutAccountKinds),
    lastFour: z.string(),
    /** From when it can be paid; a new one has a waiting period. */
    usableAt: instant(),
  }),
  state: z.enum(withdrawalStates),
  stateReason: z.string(),
  /** Why a ban holds it back; empty if none does. */
  held: z.string(),
  /** 0 to 100, with its reasons, highest weight first. */
  riskScore: count(),
  riskReasons: z.array(z.enum(riskReasons)),
  requestedAt: instant(),
  decidedBy: z.string(),
  decidedAt: instant().nullable(),
  endedAt: instant().nullable(),
  releasedAt: instant().nullable(),
  /** The payment's reference. */
  reference: z.string(),
  /** The batch that pays it, or paid it last. */
  batchId: count().nullable(),
  /** It is waiting for a second member of staff. */
  approvalId: z.string().nullable(),
  /** The account that has claimed it. */
  claimedBy: z.string(),
  /** Decided and still in review: the decision takes effect then, unless its account undoes it. `ask`: it is sent for approval. */
  decision: z.object({ verb: z.enum(withdrawalDecisions), by: z.string(), effectiveAt: instant() }).nullable(),
  can: can('pass', 'refuse', 'manual', 'release', 'reveal'),
})

/** One reason of the risk panel, with its figures and the screen that shows them. */
const risk = z.object({
  reason: z.enum(riskReasons),
  weight: count(),
  figures: z.record(z.string(), z.union([z.number(), z.string()])),
  evidence: z.string(),
})

/** A withdrawal as the desk shows it. */
export const wholeWithdrawal = row.extend({
  risks: z.array(risk),
  /** Whitelisted: the panel's holds don't apply. */
  whitelisted: z.boolean(),
  /** The risk rules hold it: a second member of staff has to pass it as well. */
  riskHeld: z.boolean(),
  registeredAt: instant().nullable(),
  country: z.string(),
  guildName: z.string(),
  /** The user's current bonus, and the part held by open withdrawals. */
  balance: count(),
  reserved: count(),
  /** What the user owes now; it is taken first as the withdrawal passes. */
  owedTokens: count(),
  owedUsdCents: count(),
  paidBefore: z.object({ count: count(), usdCents: count() }),
  claimedUntil: instant().nullable(),
  /** The last decision, if it was refused when it took effect: by whom, and why. */
  notInEffect: z
    .object({ verb: z.enum(withdrawalDecisions), by: z.string(), at: instant(), why: z.string() })
    .nullable(),
})

export const withdrawalList = {
  payload: listPayload({
    withdrawalId: optional(refsFilter(100)),
    userId: optional(idsFilter()),
    state: optional(z.enum(withdrawalStates)),
    method: optional(z.enum(payoutAccountKinds)),
    held: optional(flag()),
    /** Of those that failed: whether the money was released. */
    released: optional(flag()),
    risk: optional(z.enum(riskReasons)),
    /** Whole dollars. */
    ...range('usd', integer(0)),
    /** Which time the span refers to; by default the request. */
    moment: optional(z.enum(withdrawalMoments)),
    ...timeRange,
  }),
  answer: pageOf(row),
}

export const withdrawalInfo = {
  payload: z.object({ withdrawalId: withdrawalId() }),
  answer: wholeWithdrawal.extend({
    proofUrl: z.string(),
    story: z.array(
      z.object({
        at: instant(),
        what: z.enum([
          'requested',
          /** Decided, for the moment of its effect. */
          'decided',
          'undone',
          /** A decision that was refused when it took effect. */
          'notInEffect',
          'passed',
          /** By a second member of staff. */
          'approved',
          'refused',
          'batched',
          'paid',
          'failed',
          'manual',
          'released',
          'delivered',
        ]),
        by: z.string(),
        detail: z.string(),
      }),
    ),
  }),
}

export const withdrawalClaim = {
  payload: z.object({
    size: integer(1, 20),
    sort: z.enum(['risk', 'waiting']),
    userId: optional(idsFilter()),
    method: optional(z.enum(payoutAccountKinds)),
  }),
  answer: z.object({
    withdrawals: z.array(wholeWithdrawal),
    more: count(),
    /** What the caller may still pass alone within 24 hours; above it, passing asks for approval. */
    aloneLeftCents: count(),
  }),
}

export const withdrawalGiveBack = {
  payload: z.object({ ids: optional(ids()), skip: optional(flag()) }),
  answer: z.object({ givenBack: count() }),
}

/** Set if it waits for a second member of staff. */
const approvalId = { approvalId: z.uuid().optional() }

export const withdrawalPass = {
  payload: z.object({ ids: ids(), reason: optional(prose(500)), ...undoSeconds }),
  /** `asks`: it will be sent for approval. */
  answer: outcomes().extend({ ...approvalId, ...undoable, asks: z.boolean().optional() }),
}
export const withdrawalRefuse = {
  payload: z.object({ ids: ids(), reason: reason(), ...undoSeconds }),
  answer: outcomes().extend(undoable),
}
export const withdrawalUndo = {
  payload: z.object({ decisionId: z.uuid() }),
  answer: z.object({ withdrawalId: z.string() }),
}
export const withdrawalManual = {
  payload: z.object({
    withdrawalId: withdrawalId(),
    reference: line(100),
    proofFileId: z.uuid(),
    reason: optional(prose(500)),
  }),
  answer: z.object({ approvalId: z.uuid() }),
}
export const withdrawalRelease = {
  payload: z.object({ ids: ids(), reason: reason() }),
  answer: outcomes().extend(approvalId),
}
export const withdrawalReveal = {
  payload: z.object({ withdrawalId: withdrawalId(), reason: reason() }),
  answer: z.object({ account: storedAccount }),
}
