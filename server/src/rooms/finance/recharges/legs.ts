// What an order moves in the ledger (product.md sections 4, 8 and 10): a recharge, which repays what the user owes first; a refund or
// chargeback; a chargeback that the gateway decided for the platform. Pure.
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
import type { Order as Whole } from './rules.ts'

const microsPerCent = 10_000n
const issue = ofPlatform('issue', 'TOKEN')
const promoPool = ofPlatform('promo', 'TOKEN')
const gateway = ofPlatform('cash.gateway', 'USD')
const deferred = ofPlatform('deferredTokens', 'USD')
const feeCost = ofPlatform('feeCost', 'USD')
const loss = ofPlatform('chargebackLoss', 'USD')

type Order = Pick<Whole, 'user_id' | 'tokens' | 'promo_tokens' | 'usd_cents' | 'fee_usd_cents'>

/** The person's whole wallet and what the transfer touches besides; the debt only where there may be one. */
export const rechargeAccounts = (userId: bigint, owing: boolean): AccountKey[] => [
  paid(userId),
  promo(userId),
  bonus(userId),
  ...(owing ? [debt(userId), loss] : []),
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

/** What a user owes, in tokens. */
export const owedBy = (balances: Balances, userId: bigint): bigint => {
  const { posted } = balances.of(debt(userId))
  return posted < 0n ? -posted : 0n
}

/**
 * The tokens bought, with the gross price standing behind them, the promotional gift, and the gateway's fee. Of the tokens bought,
 * those that the user owes never reach the wallet: their part of the price makes good the loss.
 */
export function rechargeLegs(order: Order, balances?: Balances): Leg[] {
  const userId = order.user_id!
  const gross = order.usd_cents * microsPerCent
  const fee = order.fee_usd_cents * microsPerCent
  const owed = balances ? owedBy(balances, userId) : 0n
  const repaid = owed < order.tokens ? owed : order.tokens
  const recovered = order.tokens === 0n ? 0n : (gross * repaid) / order.tokens
  return real([
    { account: issue, amount: -order.tokens },
    { account: paid(userId), amount: order.tokens - repaid, costMicros: gross - recovered },
    { account: debt(userId), amount: repaid },
    { account: promoPool, amount: -order.promo_tokens },
    { account: promo(userId), amount: order.promo_tokens },
    { account: gateway, amount: -gross },
    { account: deferred, amount: gross - recovered },
    { account: loss, amount: recovered },
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

/**
 * A chargeback decided for the platform: the price comes back, and the tokens with it. What was written off is not given again; what
 * the user owes is settled first, and the rest is theirs, at the order's price.
 */
export function reverseLegs(balances: Balances, order: Order, writtenOff: bigint): Leg[] {
  const userId = order.user_id!
  const back = order.tokens - writtenOff
  const owed = owedBy(balances, userId)
  const settled = owed < back ? owed : back
  const gross = order.usd_cents * microsPerCent
  const cost = order.tokens === 0n ? 0n : (gross * (back - settled)) / order.tokens
  return real([
    { account: paid(userId), amount: back - settled, costMicros: cost },
    { account: debt(userId), amount: settled },
    { account: issue, amount: -back },
    { account: deferred, amount: cost },
    { account: loss, amount: gross - cost },
    { account: gateway, amount: -gross },
  ])
}

/** What two members of staff write off: the debt is gone, and its tokens were issued for nothing. The loss in money was booked before. */
export const writeOffLegs = (userId: bigint, tokens: bigint): Leg[] => [
  { account: debt(userId), amount: tokens },
  { account: issue, amount: -tokens },
]
export const writeOffAccounts = (userId: bigint): AccountKey[] => [debt(userId), issue]
