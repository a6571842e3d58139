// Payloads and results of the Finance calls.
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
  ofUsers,
  optional,
  outcomes,
  pageOf,
  personRef,
  reason,
  refsFilter,
  timeRange,
} from './fields.ts'
import {
  orderMoments,
  orderStates,
  payoutAccountKinds,
  refundKinds,
  refundStates,
  sexes,
  userFigures,
  withdrawalStates,
} from './statesAndKinds.ts'

export const userOrderList = {
  payload: listPayload({ userId: id(), ...timeRange }),
  answer: pageOf(
    z.object({
      orderId: z.string(),
      product: z.string(),
      tokens: count(),
      promoTokens: count(),
      usdCents: count(),
      gateway: z.string(),
      gatewayReference: z.string(),
      state: z.enum(orderStates),
      refund: z.enum(refundKinds),
      failureReason: z.string(),
      firstRecharge: z.boolean(),
      debtTokens: count(),
      createdAt: instant(),
      paidAt: instant().nullable(),
    }),
  ),
}
export const userWithdrawalList = {
  payload: listPayload({ userId: id(), ...timeRange }),
  answer: pageOf(
    z.object({
      withdrawalId: z.string(),
      bonus: count(),
      usdCents: count(),
      /** What was taken for a debt, and what is paid. */
      debtUsdCents: count(),
      netUsdCents: count(),
      method: z.enum(payoutAccountKinds),
      /** Masked. */
      account: z.string(),
      state: z.enum(withdrawalStates),
      stateReason: z.string(),
      /** Why it is held back; empty if it is not. */
      held: z.string(),
      requestedAt: instant(),
      decidedAt: instant().nullable(),
    }),
  ),
}

const orderRow = z.object({
  orderId: z.string(),
  /** Null while only later events of the order have arrived. */
  user: personRef.nullable(),
  /** The buyer's channel when the order was created. */
  channel: z.string(),
  product: z.string(),
  tokens: count(),
  promoTokens: count(),
  usdCents: count(),
  feeUsdCents: count(),
  gateway: z.string(),
  gatewayReference: z.string(),
  state: z.enum(orderStates),
  /** How it was reversed: not, by a refund, or by a chargeback. */
  refund: z.enum(refundKinds),
  /** State of the newest refund requested by staff; null if none. */
  refundState: z.enum(refundStates).nullable(),
  failureReason: z.string(),
  firstRecharge: z.boolean(),
  /** What a refund could not recover and the user owes. */
  debtTokens: count(),
  createdAt: instant().nullable(),
  paidAt: instant().nullable(),
  refundedAt: instant().nullable(),
  /** When the gateway decided a chargeback for the platform. */
  reversedAt: instant().nullable(),
  /** What the buyer paid in their currency, in its smallest unit; null if the app sent only US dollars. */
  currency: z.string().nullable(),
  amountMinor: count().nullable(),
  /** The gateway's name for the card or account that paid; empty if it gives none. */
  payerReference: z.string(),
  can: can('resend', 'refund'),
})

export const rechargeList = {
  payload: listPayload({
    orderId: optional(refsFilter(100)),
    userId: optional(idsFilter()),
    state: optional(z.enum(orderStates)),
    refund: optional(z.enum(refundKinds)),
    gateway: optional(line(40)),
    product: optional(line(60)),
    channel: optional(line(60)),
    firstRecharge: optional(flag()),
    gatewayReference: optional(line(100)),
    payerReference: optional(line(100)),
    /** Which time the span refers to; by default the creation. *Returned*: and not won. */
    moment: optional(z.enum(orderMoments)),
    /** Of the payer. */
    ...ofUsers,
    ...timeRange,
  }),
  answer: pageOf(orderRow),
}

export const rechargeInfo = {
  payload: z.object({ orderId: line(100) }),
  answer: orderRow.extend({
    /** The history, oldest first. */
    story: z.array(
      z.object({
        at: instant(),
        what: z.enum([
          'created',
          'paid',
          'failed',
          'credited',
          'refundAsked',
          'refundFailed',
          'refunded',
          'chargedBack',
          'reversed',
          'delivered',
        ]),
        /** The member of staff; empty if it came from the app. */
        by: z.string(),
        detail: z.string(),
        /** The ledger's transfer. */
        transferId: z.string().nullable(),
      }),
    ),
    transfers: z.array(
      z.object({
        transferId: z.string(),
        kind: z.string(),
        occurredAt: instant(),
        /** Tokens to (positive) or from the user, and cash to or from the platform in USD micros. */
        tokens: count(),
        cashUsdMicros: count(),
        /** By which the user's debt rose (positive) or fell. */
        debtTokens: count(),
      }),
    ),
  }),
}

export const rechargeResend = {
  payload: z.object({ ids: listOf(line(100)) }),
  answer: outcomes(),
}

export const rechargeRefund = {
  payload: z.object({ ids: listOf(line(100)), reason: reason() }),
  answer: outcomes().extend({
    /** Set if it waits for a second member of staff. */
    approvalId: z.uuid().optional(),
  }),
}

const sums = {
  /** Credited orders, at their price. */
  rechargedCents: count(),
  recharges: count(),
  /** Orders returned by refund or chargeback and not won; at their price. */
  refundedCents: count(),
  refunds: count(),
  /** Tokens for gifts, calls, rooms and texts. */
  spentTokens: count(),
  /** Bonus for these, and from salaries. */
  earnedBonus: count(),
  /** Paid withdrawals. */
  withdrawnCents: count(),
  withdrawnBonus: count(),
  withdrawals: count(),
}

export const userStatList = {
  payload: listPayload({
    userId: optional(idsFilter()),
    sex: optional(z.enum(sexes)),
    country: optional(line(2)),
    /** Users with a non-zero value of this figure. */
    has: optional(z.enum(userFigures)),
    ...timeRange,
  }),
  answer: pageOf(z.object({ user: personRef, country: z.string(), ...sums })).extend({
    /** Totals of all matching users. */
    totals: z.object({ users: count(), ...sums }),
  }),
}
