// Payloads and results of the payout policies.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  instant,
  jsonOf,
  line,
  listOf,
  listPayload,
  optional,
  pageOf,
  reason,
  rowId,
  version,
} from './fields.ts'
import { payoutAccountKinds, policyPayees, policyRules } from './statesAndKinds.ts'

/** A policy's conditions. An omitted limit does not apply. */
export const policySettings = z.discriminatedUnion('rule', [
  z.object({
    rule: z.literal('velocity'),
    hours: z.number().int().min(1).max(720),
    /** A payee's withdrawals or payouts that may pass within these hours. */
    mostCount: z.number().int().min(1).max(1_000).optional(),
    mostUsd: z.number().int().min(1).max(1_000_000).optional(),
  }),
  z.object({
    rule: z.literal('share'),
    /** Share of the user's bonus: for withdrawals only. */
    mostPercent: z.number().int().min(1).max(100),
  }),
  z.object({
    rule: z.literal('destination'),
    kinds: z.array(z.enum(payoutAccountKinds)).min(1),
    /** How long ago the payee must have first used the account. */
    leastHours: z.number().int().min(1).max(8_760).optional(),
    /** How many payees may share an account: the payee, and the users who entered the same one. */
    mostUsers: z.number().int().min(1).max(100).optional(),
  }),
])

const policyRow = z.object({
  policyId: count(),
  name: z.string(),
  rule: z.enum(policyRules),
  settings: policySettings,
  /** Whose payouts it applies to. */
  payees: z.array(z.enum(policyPayees)),
  enabled: z.boolean(),
  changedBy: z.string(),
  changedAt: instant(),
  /** Locked after a change; null if it can be changed. */
  lockedUntil: instant().nullable(),
  /** A change is waiting for a second member of staff. */
  approvalId: z.string().nullable(),
  version: count(),
  can: can('update', 'enable', 'disable'),
})

export const policyList = {
  payload: listPayload({
    rule: optional(z.enum(policyRules)),
    payee: optional(z.enum(policyPayees)),
    enabled: optional(flag()),
  }),
  answer: pageOf(policyRow),
}
const content = {
  name: line(60),
  settings: jsonOf(policySettings),
  /** Users if omitted. A share of the bonus applies to users only. */
  payees: optional(listOf(z.enum(policyPayees))),
  reason: reason(),
}
const requested = z.object({ approvalId: z.uuid() })

export const policySave = { payload: z.object(content), answer: requested }
export const policyUpdate = {
  payload: z.object({ policyId: rowId(), version: version(), ...content }),
  answer: requested,
}
export const policyEnable = {
  payload: z.object({ policyId: rowId(), version: version(), enabled: flag(), reason: reason() }),
  answer: requested,
}
