// Payloads and results of the calls about agents' trades.
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
  rowIdsFilter,
  timeRange,
} from './fields.ts'
import { backStates, purchaseKinds, purchaseStates, tradePatterns } from './statesAndKinds.ts'

/** An agent as shown to staff. */
const agentRef = z.object({ agentId: count(), user: personRef })

/** The requested return and its result. */
export const backOf = z.object({
  state: z.enum(backStates),
  askedAt: instant(),
  askedFor: z.string(),
  /** The returned amount. */
  tokens: count(),
  decidedAt: instant().nullable(),
  reason: z.string(),
})

const saleRow = z.object({
  saleId: z.string(),
  agent: agentRef,
  buyer: personRef,
  tokens: count(),
  costUsdMicros: count(),
  at: instant(),
  newBuyer: z.boolean(),
  atNight: z.boolean(),
  roundTrip: z.boolean(),
  back: backOf.extend({ decidedBy: z.string() }).nullable(),
  can: can('agree', 'refuse'),
})

export const purchaseRow = z.object({
  purchaseId: z.string(),
  kind: z.enum(purchaseKinds),
  state: z.enum(purchaseStates),
  usdMicros: count(),
  tokens: count(),
  extraTokens: count(),
  reference: z.string(),
  proofUrl: z.string(),
  askedAt: instant(),
  decidedAt: instant().nullable(),
  reason: z.string(),
  reversedAt: instant().nullable(),
  debtUsdMicros: count(),
})

export const agentSaleList = {
  payload: listPayload({
    agentId: optional(rowIdsFilter()),
    userId: optional(idsFilter()),
    backState: optional(z.enum(backStates)),
    pattern: optional(z.enum(tradePatterns)),
    ...range('tokens', integer(0)),
    ...timeRange,
  }),
  answer: pageOf(saleRow),
}

export const agentPurchaseList = {
  payload: listPayload({
    agentId: optional(rowIdsFilter()),
    purchaseKind: optional(z.enum(purchaseKinds)),
    state: optional(z.enum(purchaseStates)),
    reference: optional(line(100)),
    ...timeRange,
  }),
  answer: pageOf(
    purchaseRow.extend({
      agent: agentRef,
      askedBy: z.string(),
      decidedBy: z.string(),
      /** For salary deductions. */
      guildId: count().nullable(),
      /** It waits for a second member of staff. */
      approvalId: z.string().nullable(),
      can: can('credit', 'refuse', 'reverse'),
    }),
  ),
}

export const agentPurchaseDecide = {
  payload: z.object({
    ids: listOf(z.uuid()),
    decision: z.enum(['credit', 'refuse']),
    /** For a refusal. */
    reason: optional(prose(500)),
  }),
  answer: outcomes().extend({ approvalId: z.string().optional() }),
}
export const agentPurchaseReverse = {
  payload: z.object({ purchaseId: z.uuid(), reason: reason() }),
  /** With `approvalId` nothing is reversed yet. */
  answer: z.object({ debtUsdMicros: count(), approvalId: z.string().optional() }),
}
export const agentBackDecide = {
  payload: z.object({ ids: listOf(z.uuid()), agree: flag(), reason: reason() }),
  answer: outcomes(),
}

export const agentPatternList = {
  payload: z.object({}),
  answer: z.object({
    patterns: z.array(
      z.object({
        agent: agentRef,
        /** `YYYY-MM-DD`. */
        day: z.iso.date(),
        pattern: z.enum(tradePatterns),
        /** Sales of that pattern, and all sales of the day. */
        sales: count(),
        ofSales: count(),
      }),
    ),
  }),
}
