// Who may request a withdrawal, and how much. Pure.
import type { ErrorCode } from '@greenroom/contract/errors'
import { type AccountKey, type Balances, bonus, type Leg, paid, promo } from '../../../ledger/index.ts'
import type { Payee } from '../finance.queries.ts'

/** What an amount of bonus is worth in USD cents, rounded down; `bonusPerUsd` is a parameter. */
export const centsOf = (amount: bigint, bonusPerUsd: number): bigint => (amount * 100n) / BigInt(bonusPerUsd)

/** Why the user can't request it; null if they can. A ban does not refuse a request but suspends it. */
export function refusalOf(
  payee: (Payee & { free: bigint }) | undefined,
  amount: bigint,
  limits: { minUsd: number; stepUsd: number; bonusPerUsd: number },
): { refuse: ErrorCode; why: string } | null {
  if (!payee) return { refuse: 21001, why: 'no such user' }
  if (payee.market_audit) return { refuse: 1000002, why: 'accounts of app store reviewers are not paid' }
  if (payee.paid_by_guild && payee.free < amount)
    return { refuse: 1000002, why: 'the guild is paid and pays the user (guild pickup)' }
  const perUsd = BigInt(limits.bonusPerUsd)
  if (amount < BigInt(limits.minUsd) * perUsd) return { refuse: 1000002, why: `at least ${limits.minUsd} USD` }
  if (amount % (BigInt(limits.stepUsd) * perUsd) !== 0n)
    return { refuse: 1000002, why: `in steps of ${limits.stepUsd} USD` }
  return null
}

/** The whole wallet, so that the response includes its balances. */
export const accountsOf = (userId: bigint): AccountKey[] => [paid(userId), promo(userId), bonus(userId)]

/** The anchor's own part of an available amount: without what guilds will be paid for. */
export const freeOf = (available: bigint, unredeemed: bigint): bigint =>
  available > unredeemed ? available - unredeemed : 0n

/** Reserves the bonus; 60002 if there is too little apart from what guilds will be paid for. */
export const holdingLegs = (balances: Balances, userId: bigint, amount: bigint, unredeemed = 0n): Leg[] | 60002 =>
  freeOf(balances.available(bonus(userId)), unredeemed) < amount
    ? 60002
    : [{ account: bonus(userId), amount: 0n, reserved: amount }]
