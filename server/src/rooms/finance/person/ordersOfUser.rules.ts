// Maps a user's orders and withdrawals to the contract. Pure.
import type { RecordOf } from '@greenroom/contract/call'
import type { userOrderList, userWithdrawalList } from '@greenroom/contract/finance'
import type { OrderRow, WithdrawalRow } from './ordersOfUser.queries.ts'

type Order = RecordOf<typeof userOrderList>
type Withdrawal = RecordOf<typeof userWithdrawalList>

/** An order with an owner was created: both come with one event. */
export const orderOf = (row: OrderRow): Order => ({
  orderId: row.id,
  product: row.product,
  tokens: Number(row.tokens),
  promoTokens: Number(row.promo_tokens),
  usdCents: Number(row.usd_cents),
  gateway: row.gateway,
  gatewayReference: row.gateway_reference,
  state: row.state as Order['state'],
  refund: row.refund as Order['refund'],
  failureReason: row.failure_reason,
  firstRecharge: row.first_recharge,
  debtTokens: Number(row.debt_tokens),
  createdAt: row.created_at!.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
})

export const withdrawalOf = (row: WithdrawalRow): Withdrawal => ({
  withdrawalId: row.id,
  bonus: Number(row.bonus),
  usdCents: Number(row.usd_cents),
  debtUsdCents: Number(row.debt_cents),
  netUsdCents: Number(row.net_cents),
  method: row.method as Withdrawal['method'],
  account: `****${row.last_four}`,
  state: row.state as Withdrawal['state'],
  stateReason: row.state_reason,
  held: row.held,
  requestedAt: row.requested_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
})
