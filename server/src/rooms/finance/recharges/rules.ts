// A recharge as the app tells it, in any order, and the money that follows when enough of it is known (product.md
// sections 4 and 8). Pure.
import {
  type AccountKey,
  type Balances,
  bonus,
  costOf,
  debt,
  type Leg,
  ofPlatform,
  paid,
  promo,
} from '../../../ledger/index.ts'

export type Order = {
  id: string
  user_id: bigint | null
  product: string
  tokens: bigint
  promo_tokens: bigint
  usd_cents: bigint
  gateway: string
  gateway_reference: string
  fee_usd_cents: bigint
  state: string
  refund: string
  failure_reason: string
  created_at: Date | null
  paid_at: Date | null
  failed_at: Date | null
  refunded_at: Date | null
  recharge_id: string | null
  refund_id: string | null
  debt_tokens: bigint
}

export type Happening =
  | {
      what: 'created'
      at: Date
      userId: bigint
      product: string
      tokens: bigint
      promoTokens: bigint
      usdCents: bigint
      gateway: string
    }
  | { what: 'paid'; at: Date; gatewayReference: string; feeUsdCents: bigint }
  | { what: 'failed'; at: Date; reason: string }
  | { what: 'refunded'; at: Date; kind: 'refund' | 'chargeback' }
  /** The gateway refused a refund that staff asked for. */
  | { what: 'refundFailed'; at: Date }

/** The order with what this event tells. The first of a kind stands; what was paid is no failure any more. */
export function learn(order: Order, happening: Happening): Order {
  switch (happening.what) {
    case 'created':
      if (order.created_at !== null) return order
      return {
        ...order,
        user_id: happening.userId,
        product: happening.product,
        tokens: happening.tokens,
        promo_tokens: happening.promoTokens,
        usd_cents: happening.usdCents,
        gateway: happening.gateway,
        created_at: happening.at,
      }
    case 'paid':
      if (order.paid_at !== null) return order
      return {
        ...order,
        state: 'success',
        failure_reason: '',
        paid_at: happening.at,
        gateway_reference: happening.gatewayReference,
        fee_usd_cents: happening.feeUsdCents,
      }
    case 'failed':
      if (order.failed_at !== null) return order
      return order.paid_at !== null
        ? { ...order, failed_at: happening.at }
        : { ...order, failed_at: happening.at, state: 'failure', failure_reason: happening.reason }
    case 'refunded':
      if (order.refunded_at !== null) return order
      return { ...order, refund: happening.kind, refunded_at: happening.at }
    case 'refundFailed':
      return order
  }
}

/** Another order under the same id. */
export const contradicts = (order: Order, happening: Happening): boolean =>
  happening.what === 'created' &&
  order.created_at !== null &&
  (order.user_id !== happening.userId ||
    order.tokens !== happening.tokens ||
    order.promo_tokens !== happening.promoTokens ||
    order.usd_cents !== happening.usdCents)

/** What can be posted now, in this order. */
export function dueOf(order: Order): ('recharge' | 'refund')[] {
  if (order.created_at === null || order.paid_at === null) return []
  const due: ('recharge' | 'refund')[] = order.recharge_id === null ? ['recharge'] : []
  if (order.refunded_at !== null && order.refund_id === null) due.push('refund')
  return due
}

/** The money waits for the rest of the story. */
export const isPending = (order: Order): boolean =>
  (order.paid_at !== null && order.recharge_id === null) || (order.refunded_at !== null && order.refund_id === null)

const microsPerCent = 10_000n
const issue = ofPlatform('issue', 'TOKEN')
const promoPool = ofPlatform('promo', 'TOKEN')
const gateway = ofPlatform('cash.gateway', 'USD')
const deferred = ofPlatform('deferredTokens', 'USD')
const feeCost = ofPlatform('feeCost', 'USD')
const loss = ofPlatform('chargebackLoss', 'USD')

/** The person's whole wallet and what the transfer touches besides. */
export const rechargeAccounts = (userId: bigint): AccountKey[] => [
  paid(userId),
  promo(userId),
  bonus(userId),
  issue,
  promoPool,
  gateway,
  deferred,
  feeCost,
]
export const refundAccounts = (userId: bigint): AccountKey[] => [
  paid(userId),
  promo(userId),
  bonus(userId),
  debt(userId),
  issue,
  gateway,
  deferred,
  loss,
]

const real = (legs: Leg[]): Leg[] => legs.filter((leg) => leg.amount !== 0n)

/** The tokens bought, with the gross price standing behind them, the promotional gift, and the gateway's fee. */
export function rechargeLegs(order: Order): Leg[] {
  const userId = order.user_id!
  const gross = order.usd_cents * microsPerCent
  const fee = order.fee_usd_cents * microsPerCent
  return real([
    { account: issue, amount: -order.tokens },
    { account: paid(userId), amount: order.tokens, costMicros: gross },
    { account: promoPool, amount: -order.promo_tokens },
    { account: promo(userId), amount: order.promo_tokens },
    { account: gateway, amount: -gross },
    { account: deferred, amount: gross },
    { account: feeCost, amount: -fee },
    { account: gateway, amount: fee },
  ])
}

/**
 * The paid tokens go back as far as she still has them, with what stands behind them; the rest she owes. What the price
 * given back exceeds that is a loss (a gain, where dearer tokens than these were taken).
 */
export function refundLegs(balances: Balances, order: Order): Leg[] {
  const userId = order.user_id!
  const wallet = paid(userId)
  const left = balances.available(wallet)
  const taken = order.tokens < left ? order.tokens : left > 0n ? left : 0n
  const cost = costOf(balances.of(wallet), taken)
  const gross = order.usd_cents * microsPerCent
  return real([
    { account: wallet, amount: -taken, costMicros: -cost },
    { account: debt(userId), amount: taken - order.tokens },
    { account: issue, amount: order.tokens },
    { account: deferred, amount: -cost },
    { account: loss, amount: cost - gross },
    { account: gateway, amount: gross },
  ])
}
