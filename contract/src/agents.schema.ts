// Payloads and results of the calls about top-up agents.
import { z } from 'zod'
import {
  can,
  count,
  id,
  idsFilter,
  instant,
  integer,
  jsonOf,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  personRef,
  reason,
  rowId,
  rowIdsFilter,
  timeRange,
  version,
} from './fields.ts'
import { limits } from './limits.ts'
import { payoutAccount, payoutAccountRow, storedAccount } from './payouts.schema.ts'
import { agentEvents, agentStates, stockEnds } from './statesAndKinds.ts'

export const tier = z.object({
  /** From 1. */
  tier: count(),
  /** The extra tokens of the next dollar, in percent. */
  extraPercent: count(),
  /** Credited purchases of this month. */
  monthUsdCents: count(),
  /** The amount missing for the next tier; null on the last. */
  missingUsdCents: count().nullable(),
  nextPercent: count().nullable(),
})

const limitsOf = {
  /** Null: the parameter applies. */
  dayTokens: count().nullable(),
  saleTokens: count().nullable(),
  /** Only buyers from these countries; empty: all. */
  countries: z.array(z.string()),
}

const agentRow = z.object({
  user: personRef,
  /** Null before the first approval. */
  agentId: count().nullable(),
  /** The agent's account. */
  username: z.string(),
  state: z.enum(agentStates),
  reason: z.string(),
  contact: z.string(),
  note: z.string(),
  country: z.string(),
  appliedAt: instant(),
  decidedAt: instant().nullable(),
  decidedBy: z.string(),
  /** After a rejection. */
  againFrom: instant().nullable(),
  stockTokens: count(),
  monthUsdCents: count(),
  extraPercent: count(),
  soldTodayTokens: count(),
  ...limitsOf,
  /** A cancellation waits for a second member of staff. */
  approvalId: z.string().nullable(),
  version: count(),
  can: can('approve', 'reject', 'freeze', 'unfreeze', 'cancel', 'limits', 'account', 'reveal'),
})

const eventRow = z.object({
  id: z.string(),
  at: instant(),
  by: z.string(),
  what: z.enum(agentEvents),
  reason: z.string(),
})

export const agentList = {
  payload: listPayload({
    userId: optional(idsFilter()),
    agentId: optional(rowIdsFilter()),
    state: optional(z.enum(agentStates)),
    ...timeRange,
  }),
  answer: pageOf(agentRow),
}
export const agentInfo = {
  payload: z.object({ userId: id() }),
  answer: agentRow.extend({
    /** Over 18 by certification and birthday. */
    adult: z.boolean(),
    stockCostMicros: count(),
    debtUsdMicros: count(),
    payableUsdMicros: count(),
    soldMonthTokens: count(),
    tier,
    history: z.array(eventRow),
    /** Payout accounts for stock that is bought back, newest first. */
    accounts: z.array(payoutAccountRow),
  }),
}

const ids = { ids: listOf(id()) }
export const agentApprove = { payload: z.object(ids), answer: outcomes() }
export const agentReject = { payload: z.object({ ...ids, reason: reason() }), answer: outcomes() }
export const agentFreeze = { payload: z.object({ ...ids, reason: reason() }), answer: outcomes() }
export const agentUnfreeze = { payload: z.object(ids), answer: outcomes() }
export const agentCancel = {
  payload: z.object({ userId: id(), stock: z.enum(stockEnds), reason: reason() }),
  answer: z.object({ approvalId: z.string() }),
}
export const agentLimits = {
  payload: z.object({
    userId: id(),
    version: version(),
    dayTokens: optional(integer(limits.sellMin, 1_000_000_000)),
    saleTokens: optional(integer(limits.sellMin, limits.sellMax)),
    countries: listOf(z.string().regex(/^[A-Z]{2}$/), 250),
  }),
  answer: z.object({ approvalId: z.uuid().optional() }),
}
export const agentAccountSave = {
  payload: z.object({ userId: id(), account: jsonOf(payoutAccount) }),
  answer: z.object({ accountId: count(), approvalId: z.uuid() }),
}
export const agentReveal = {
  payload: z.object({ userId: id(), reason: reason() }),
  answer: z.object({ contact: z.string(), note: z.string() }),
}
export const agentAccountReveal = {
  payload: z.object({ accountId: rowId(), reason: reason() }),
  answer: z.object({ account: storedAccount }),
}
