// Payloads and results of the calls about chargebacks.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  id,
  idsFilter,
  instant,
  line,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  personRef,
  reason,
  refsFilter,
  timeRange,
} from './fields.ts'
import { chargebackEvents, chargebackKinds, chargebackStates, repeatKinds } from './statesAndKinds.ts'

const money = {
  chargebackId: z.string(),
  orderId: z.string(),
  kind: z.enum(chargebackKinds),
  state: z.enum(chargebackStates),
  /** The order's price; 0 if the order had been refunded before, so that nothing was left to take. */
  usdCents: count(),
  /** Tokens taken back from the wallet. */
  takenTokens: count(),
  /** The part that could not be taken: the initial debt, and how it was resolved. */
  debtTokens: count(),
  repaidTokens: count(),
  writtenOffTokens: count(),
  owedTokens: count(),
  at: instant(),
}

const row = z.object({
  ...money,
  user: personRef,
  gateway: z.string(),
  /** The gateway's name for the card or account that paid. */
  payerReference: z.string(),
  /** Chargebacks of the same user, this one included. */
  ofUser: count(),
  /** The request that a second member of staff decides. */
  approvalId: z.string().nullable(),
  can: can('debt', 'contest', 'lost', 'writeOff', 'reverse'),
})

export const chargebackList = {
  payload: listPayload({
    chargebackId: optional(z.uuid()),
    orderId: optional(refsFilter(100)),
    userId: optional(idsFilter()),
    kind: optional(z.enum(chargebackKinds)),
    state: optional(z.enum(chargebackStates)),
    gateway: optional(line(40)),
    payerReference: optional(line(100)),
    deviceId: optional(refsFilter(200)),
    owing: optional(flag()),
    ...timeRange,
  }),
  answer: pageOf(row),
}

export const chargebackInfo = {
  payload: z.object({ chargebackId: z.uuid() }),
  answer: row.extend({
    story: z.array(
      z.object({
        at: instant(),
        what: z.enum(chargebackEvents),
        tokens: count(),
        /** The member of staff; empty if it came from the app. */
        by: z.string(),
        reason: z.string(),
        transferId: z.string().nullable(),
        /** The order that repaid it. */
        orderId: z.string().nullable(),
      }),
    ),
  }),
}

export const chargebackDecide = {
  payload: z.object({ ids: listOf(z.uuid()), decision: z.enum(['debt', 'contest', 'lost']), reason: reason() }),
  answer: outcomes(),
}
export const chargebackSettle = {
  payload: z.object({ ids: listOf(z.uuid()), decision: z.enum(['writeOff', 'reverse']), reason: reason() }),
  answer: outcomes().extend({ approvalId: z.uuid().optional() }),
}

export const repeatList = {
  payload: listPayload({ by: optional(z.enum(repeatKinds)) }),
  answer: pageOf(
    z.object({
      /** The user's id, the device's id, or the payer's reference. */
      key: z.string(),
      by: z.enum(repeatKinds),
      /** The newest chargeback. */
      users: z.array(personRef),
      userCount: count(),
      chargebacks: count(),
      usdCents: count(),
      owedTokens: count(),
      lastAt: instant(),
    }),
  ),
}

export const userChargebackList = {
  payload: listPayload({ userId: id(), ...timeRange }),
  answer: pageOf(z.object(money)),
}

export const chargebackEarners = {
  payload: z.object({ chargebackId: z.uuid() }),
  answer: z.object({
    chargebackId: z.string(),
    orderId: z.string(),
    payer: personRef,
    /** What the payer still owes, and its value in USD. */
    owedTokens: count(),
    owedUsdCents: count(),
    /** The payer's paid tokens that were spent between the order and the chargeback. */
    spentTokens: count(),
    earners: z.array(
      z.object({
        user: personRef,
        /** Null if the user was in no guild, so that nothing can be deducted. */
        guild: z.object({ guildId: count(), name: z.string() }).nullable(),
        /** Earned from the payer's paid tokens. */
        bonus: count(),
        /** The debt's share of it. */
        usdCents: count(),
        /** Already deducted for this chargeback. */
        deducted: z.boolean(),
      }),
    ),
  }),
}
