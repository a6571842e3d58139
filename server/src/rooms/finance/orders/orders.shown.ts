// Maps recharge orders to the contract.
import type { RecordOf } from '@greenroom/contract/call'
import type { rechargeList } from '@greenroom/contract/finance'
import { isOfDeposit } from '../recharges/recharges.rules.ts'
import type { OrderRow } from './orders.queries.ts'
import { type OrderFacts, refundFault, refundStateOf, resendFault } from './orders.rules.ts'

type Shown = RecordOf<typeof rechargeList>

type Facts = Pick<OrderRow, 'id' | 'state' | 'refund' | 'reversed_at' | 'user_id' | 'recharge_id'>

export const factsOf = (row: Facts, refundOpen: boolean): OrderFacts => ({
  state: row.state,
  returned: row.reversed_at === null ? (row.refund as OrderFacts['returned']) : 'none',
  complete: row.user_id !== null,
  credited: row.recharge_id !== null,
  refundOpen,
  ofDeposit: isOfDeposit(row.id),
})

/** The last part of a reason's key, which the screen translates. */
const keyOf = (fault: string | null): true | string => fault?.slice(fault.indexOf('.') + 1) ?? true

/** @param waiting ids of pending requests */
export function shownOrder(row: OrderRow, waiting: ReadonlySet<string>, mayWrite: boolean): Shown {
  const refundState = refundStateOf(row.newest_refund, waiting)
  const facts = factsOf(row, refundState === 'waiting' || refundState === 'asked')
  return {
    orderId: row.id,
    user: row.user,
    channel: row.channel,
    product: row.product,
    tokens: Number(row.tokens),
    promoTokens: Number(row.promo_tokens),
    usdCents: Number(row.usd_cents),
    feeUsdCents: Number(row.fee_usd_cents),
    gateway: row.gateway,
    gatewayReference: row.gateway_reference,
    state: row.state as Shown['state'],
    refund: row.refund as Shown['refund'],
    refundState,
    failureReason: row.failure_reason,
    firstRecharge: row.first_recharge,
    debtTokens: Number(row.debt_tokens),
    createdAt: row.created_at?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    currency: row.currency,
    amountMinor: row.amount_minor === null ? null : Number(row.amount_minor),
    payerReference: row.payer_reference,
    can: mayWrite
      ? { resend: keyOf(resendFault(facts)), refund: keyOf(refundFault(facts)) }
      : { resend: 'readOnly', refund: 'readOnly' },
  }
}
