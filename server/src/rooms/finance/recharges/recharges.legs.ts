// Ledger legs of an order (docs/money.md, Ledger): a recharge, which repays what the user owes first; a refund or
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
import type { Order as Whole } from './recharges.rules.ts'

const microsPerCent = 10_000n
const issue = ofPlatform('issue', 'TOKEN')
const promoPool = ofPlatform('promo', 'TOKEN')
const gateway = ofPlatform('cash.gateway', 'USD')
const deferred = ofPlatform('deferredTokens', 'USD')
const feeCost = ofPlatform('feeCost', 'USD')
const loss = ofPlatform('chargebackLoss', 'USD')

type Order = Pick<Whole, 'user_id' | 'tokens' | 'promo_tokens' | 'usd_cents' | 'fee_usd_cents'>

/** The user's whole wallet and the other accounts of the transfer; the debt only if there may be one. */
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
 * The bought tokens with their gross price, the promotional gift, and the gateway's fee. Tokens that the user owes never reach the wallet:
 * their part of the price offsets the loss.
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
 * Takes back the paid tokens that the user still has, with their value; the rest is owed. If the refunded price exceeds that value, the
 * difference is a loss (a gain if the tokens taken cost more).
 */
export function refundLegs(balances: Balances, order: Order): Leg[] {
  const userId = order.user_id!
  const wallet = paid(userId)
  const left = balances.available(wallet)
  const reversed = order.tokens < left ? order.tokens : left > 0n ? left : 0n
  const cost = costOf(balances.of(wallet), reversed)
  const gross = order.usd_cents * microsPerCent
  return real([
    { account: wallet, amount: -reversed, costMicros: -cost },
    { account: debt(userId), amount: reversed - order.tokens },
    { account: issue, amount: order.tokens },
    { account: deferred, amount: -cost },
    { account: loss, amount: cost - gross },
    { account: gateway, amount: gross },
  ])
}

/**
 * A chargeback that was won: the price and the tokens come back. What was written off is not returned; the user's debt is settled first,
 * and the rest is credited at the order's price.
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

/** A write-off by two members of staff: the debt ends, and its tokens were issued for free. The loss in money was booked before. */
export const writeOffLegs = (userId: bigint, tokens: bigint): Leg[] => [
  { account: debt(userId), amount: tokens },
  { account: issue, amount: -tokens },
]
export const writeOffAccounts = (userId: bigint): AccountKey[] => [debt(userId), issue]
