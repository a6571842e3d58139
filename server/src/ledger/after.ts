// Balances as the app is told them after its event.
import type { Outcome } from './post.ts'

/** A user's wallet: tokens and bonus, what is reserved not taken off. Safe integers, as on the wire. */
export type WalletAfter = { userId: number; paidTokens: number; promoTokens: number; bonus: number }

const fields: Record<string, keyof WalletAfter> = { paid: 'paidTokens', promo: 'promoTokens', bonus: 'bonus' }

/**
 * The wallets of the users that these transfers named, as the last accepted of them left them. Each transfer must have
 * named a user's three accounts; what it did not name is told as 0.
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
