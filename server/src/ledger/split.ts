// How tokens are taken: promotional ones first, then paid ones with the deferred revenue that stands behind them
// (product.md section 1; architecture, "Cost of tokens"). Pure.
import { type AccountKey, paid, promo } from './accounts.ts'
import type { Balance, Balances, Leg } from './balances.ts'

export type Taken = { promo: bigint; paid: bigint; costMicros: bigint }

/**
 * The part of a wallet's deferred USD micros that leaves with `tokens` of it: pro rata at average cost, rounded down;
 * the last token takes the rest.
 */
export function costOf(wallet: Pick<Balance, 'posted' | 'costMicros'>, tokens: bigint): bigint {
  if (tokens >= wallet.posted) return wallet.costMicros
  return (wallet.costMicros * tokens) / wallet.posted
}

/** Splits `tokens` over a user's wallet, promotional first; null when there are not enough. */
export function takeTokens(balances: Balances, userId: bigint, tokens: bigint): Taken | null {
  const fromPromo = balances.available(promo(userId))
  const fromPaid = balances.available(paid(userId))
  if (tokens < 0n || fromPromo + fromPaid < tokens) return null
  const promoPart = tokens < fromPromo ? tokens : fromPromo
  const paidPart = tokens - promoPart
  return { promo: promoPart, paid: paidPart, costMicros: costOf(balances.of(paid(userId)), paidPart) }
}

/** The legs that take what was split from a wallet; nothing for a part that is zero. */
export function takingLegs(userId: bigint, taken: Taken): Leg[] {
  const legs: Leg[] = []
  if (taken.promo > 0n) legs.push({ account: promo(userId), amount: -taken.promo })
  if (taken.paid > 0n) legs.push({ account: paid(userId), amount: -taken.paid, costMicros: -taken.costMicros })
  return legs
}

/** Legs between two accounts: `tokens` from one to the other. */
export const move = (from: AccountKey, to: AccountKey, amount: bigint): Leg[] => [
  { account: from, amount: -amount },
  { account: to, amount },
]
