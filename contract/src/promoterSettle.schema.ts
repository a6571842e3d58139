// Payloads and results of the calls of promoters' settlements.
import { z } from 'zod'
import {
  can,
  count,
  flag,
  instant,
  listOf,
  listPayload,
  optional,
  outcomes,
  pageOf,
  reason,
  rowId,
  searchText,
  timeRange,
} from './fields.ts'
import { payoutAccountKinds, priceModels, promoterSettleStates } from './statesAndKinds.ts'

const promoter = z.object({ promoterId: count(), name: z.string() })
/** `2026-11`. */
const month = () => z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

const settleRow = z.object({
  id: count(),
  promoter,
  model: z.enum(priceModels),
  month: month(),
  /** The month is not over. */
  running: z.boolean(),
  days: count(),
  installs: count(),
  counted: count(),
  registrations: count(),
  netCents: count(),
  /** The sum of the month's days, corrections of earlier months, and the negative sum carried in. */
  ownCents: count(),
  correctionCents: count(),
  carriedInCents: count(),
  payableCents: count(),
  carriedOutCents: count(),
  state: z.enum(promoterSettleStates),
  frozenBy: z.string(),
  frozenAt: instant().nullable(),
  approvedBy: z.string(),
  approvedAt: instant().nullable(),
  paidAt: instant().nullable(),
  reference: z.string(),
  /** The payout batch that holds it, or paid it. */
  batchId: count().nullable(),
  version: count(),
  can: can('freeze', 'reopen', 'approve'),
})

export const promoterSettleList = {
  payload: listPayload({
    promoterId: optional(rowId()),
    model: optional(z.enum(priceModels)),
    state: optional(z.enum(promoterSettleStates)),
    month: optional(month()),
    /** Months that are over. */
    ended: optional(flag()),
  }),
  answer: pageOf(settleRow),
}

export const promoterSettleInfo = {
  payload: z.object({ id: rowId() }),
  answer: z.object({
    settlement: settleRow,
    parts: z.array(
      z.object({
        channel: z.object({ id: count(), number: z.string(), name: z.string() }),
        priceCents: count(),
        shareBp: count(),
        /** In hundredths (100 is 1). */
        coefficient: count(),
        days: count(),
        installs: count(),
        counted: count(),
        registrations: count(),
        netCents: count(),
        cents: count(),
      }),
    ),
    /** The payout account; null while none is in force. */
    account: z.object({ kind: z.enum(payoutAccountKinds), lastFour: z.string() }).nullable(),
  }),
}

export const promoterSettleFreeze = { payload: z.object({ ids: listOf(rowId()) }), answer: outcomes() }
export const promoterSettleReopen = {
  payload: z.object({ ids: listOf(rowId()), reason: reason() }),
  answer: outcomes(),
}
export const promoterSettleApprove = { payload: z.object({ ids: listOf(rowId()) }), answer: outcomes() }

export const financePromotionList = {
  payload: listPayload({ q: optional(searchText(60)), ...timeRange }),
  answer: pageOf(
    z.object({
      id: count(),
      promoter,
      channels: count(),
      /** Users of the promoter's channels, and how many of them paid. */
      boundUsers: count(),
      payers: count(),
      /** Over the requested days: recharges minus refunds, and the promoter's earnings. */
      rechargeCents: count(),
      earnedCents: count(),
      /** Their ratio in basis points; null without recharges. */
      shareBp: count().nullable(),
      /** Not approved yet: open and frozen lines. */
      openCents: count(),
      /** Approved and not paid. */
      payableCents: count(),
      paidCents: count(),
    }),
  ),
}
