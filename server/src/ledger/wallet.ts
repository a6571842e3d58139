// A user's wallet: how tokens are taken from it (promotional ones first, then paid ones with the deferred revenue behind
// them; docs/money.md, Ledger), and the balances sent to the app. Pure.
import { type AccountKey, paid, promo } from './ledger.accounts.ts'
import type { Balance, Balances, Leg, Outcome } from './ledger.types.ts'

export type Split = { promo: bigint; paid: bigint; costMicros: bigint }

/**
 * The part of a wallet's deferred USD micros that leaves with `tokens` of it: pro rata at average cost, rounded down; the
 * last token takes the rest.
 */
export function costOf(wallet: Pick<Balance, 'posted' | 'costMicros'>, tokens: bigint): bigint {
  if (tokens >= wallet.posted) return wallet.costMicros
  return (wallet.costMicros * tokens) / wallet.posted
}

/** Splits `tokens` over a user's wallet, promotional first; null when there are not enough. */
export function takeTokens(balances: Balances, userId: bigint, tokens: bigint): Split | null {
  const fromPromo = balances.available(promo(userId))
  const fromPaid = balances.available(paid(userId))
  if (tokens < 0n || fromPromo + fromPaid < tokens) return null
  const promoPart = tokens < fromPromo ? tokens : fromPromo
  const paidPart = tokens - promoPart
  return { promo: promoPart, paid: paidPart, costMicros: costOf(balances.of(paid(userId)), paidPart) }
}

/** The legs that take what was split from a wallet; none for a part that is zero. */
export function takingLegs(userId: bigint, split: Split): Leg[] {
  const legs: Leg[] = []
  if (split.promo > 0n) legs.push({ account: promo(userId), amount: -split.promo })
  if (split.paid > 0n) legs.push({ account: paid(userId), amount: -split.paid, costMicros: -split.costMicros })
  return legs
}

/** Two legs that move `amount` from one account to another. */
export const move = (from: AccountKey, to: AccountKey, amount: bigint): Leg[] => [
  { account: from, amount: -amount },
  { account: to, amount },
]

/** A wallet as sent to the app: tokens and bonus with what is reserved of them, as safe integers. */
export type WalletAfter = { userId: number; paidTokens: number; promoTokens: number; bonus: number }

const fields: Record<string, keyof WalletAfter> = { paid: 'paidTokens', promo: 'promoTokens', bonus: 'bonus' }

/**
 * The wallets of the users that these transfers named, after the last accepted of them. Each transfer must have named all
 * three accounts of a user; an account that was not named reads 0.
 */
export function walletsAfter(outcomes: readonly Outcome[]): WalletAfter[] {
  const wallets = new Map<string, WalletAfter>()
  for (const outcome of outcomes) {
    if (outcome.status !== 'accepted') continue
    for (const { account, posted } of outcome.after) {
      const field = fields[account.purpose]
      if (!field || !account.owner.startsWith('user:')) continue
      let wallet = wallets.get(account.owner)
      if (!wallet) {
        wallet = { userId: Number(account.owner.slice(5)), paidTokens: 0, promoTokens: 0, bonus: 0 }
        wallets.set(account.owner, wallet)
      }
      wallet[field] = Number(posted)
    }
  }
  return [...wallets.values()]
}
