// What staff may do with a recharge order, and its history (`/finance/recharge`). Pure.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { rechargeInfo, rechargeList } from '@greenroom/contract/finance'

type Shown = RecordOf<typeof rechargeList>
type OrderHistory = Answer<typeof rechargeInfo>['story']

/** The facts that decide whether an order may be refunded or sent to the app again. */
export type OrderFacts = {
  state: string
  /** The return that stands; a chargeback that was won does not. */
  returned: 'none' | 'refund' | 'chargeback'
  /** The app has reported the buyer and the purchase. */
  complete: boolean
  /** The recharge's transfer is in the ledger. */
  credited: boolean
  /** A refund waits for a second member of staff, or for the app. */
  refundOpen: boolean
  /** A deposit of USDT made it. */
  ofDeposit: boolean
}

/** Reasons why something cannot be done with an order. */
export type OrderFault =
  | 'order.notPaid'
  | 'order.givenBack'
  | 'order.refundOpen'
  | 'order.incomplete'
  | 'order.usdtStays'

/** Why an order cannot be refunded; null where it can. Refund and chargeback share the full price: one of them stands at a time. */
export function refundFault(order: OrderFacts): OrderFault | null {
  if (order.state !== 'success') return 'order.notPaid'
  if (order.returned !== 'none') return 'order.givenBack'
  if (order.ofDeposit) return 'order.usdtStays'
  if (!order.complete || !order.credited) return 'order.incomplete'
  return order.refundOpen ? 'order.refundOpen' : null
}

/** The app can be notified of an order if it has reported its owner. */
export const resendFault = (order: Pick<OrderFacts, 'complete'>): 'order.incomplete' | null =>
  order.complete ? null : 'order.incomplete'

/**
 * The current state of the newest refund: a pending one is dropped once its request was rejected, cancelled or expired.
 */
export const refundStateOf = (
  refund: { state: string; approval_id: string | null } | null,
  waiting: ReadonlySet<string>,
): Shown['refundState'] => {
  if (!refund) return null
  const gone = refund.state === 'waiting' && (refund.approval_id === null || !waiting.has(refund.approval_id))
  return gone ? 'dropped' : (refund.state as NonNullable<Shown['refundState']>)
}

type Order = {
  created_at: Date | null
  paid_at: Date | null
  failed_at: Date | null
  gateway: string
  gateway_reference: string
  failure_reason: string
  recharge_id: string | null
}
export type ReturnRow = {
  kind: string
  at: Date
  transfer_id: string | null
  reversed_at: Date | null
  reverse_id: string | null
}
export type RefundRow = {
  asked_by: string
  asked_at: Date
  reason: string
  state: string
  ended_at: Date | null
  failure_reason: string
}
export type CommandRow = { type: string; at: Date; delivered_at: Date | null }

/**
 * An order's history in chronological order. `creditedAt` is when the ledger recorded the recharge, `refundedBy` the member of staff
 * who requested that the match of its deposit is undone, by transfer.
 */
export function storyOf(
  order: Order,
  returns: readonly ReturnRow[],
  refunds: readonly RefundRow[],
  commands: readonly CommandRow[],
  { creditedAt, refundedBy }: { creditedAt: Date | null; refundedBy: (transferId: string | null) => string },
): OrderHistory {
  type Line = Omit<OrderHistory[number], 'at'> & { at: Date }
  const line = (at: Date | null, what: Line['what'], rest: Partial<Omit<Line, 'at' | 'what'>> = {}): Line[] =>
    at === null ? [] : [{ at, what, by: '', detail: '', transferId: null, ...rest }]
  const lines = [
    ...line(order.created_at, 'created', { detail: order.gateway }),
    ...line(order.paid_at, 'paid', { detail: order.gateway_reference }),
    ...line(order.failed_at, 'failed', { detail: order.failure_reason }),
    ...line(creditedAt, 'credited', { transferId: order.recharge_id }),
    ...refunds.flatMap((refund) => [
      ...line(refund.asked_at, 'refundAsked', { by: refund.asked_by, detail: refund.reason }),
      ...(refund.state === 'failed' ? line(refund.ended_at, 'refundFailed', { detail: refund.failure_reason }) : []),
    ]),
    ...returns.flatMap((one) => [
      ...line(one.at, one.kind === 'chargeback' ? 'chargedBack' : 'refunded', {
        by: refundedBy(one.transfer_id),
        transferId: one.transfer_id,
      }),
      ...line(one.reversed_at, 'reversed', { transferId: one.reverse_id }),
    ]),
    ...commands.flatMap((one) => line(one.delivered_at, 'delivered', { detail: one.type })),
  ]
  return lines.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((one) => ({ ...one, at: one.at.toISOString() }))
}
