// What tokens spent on somebody mean (product.md sections 1, 4, 8): promotional ones go first, they burn, she who
// receives earns a share as bonus, and the paid part becomes revenue. Pure: legs from balances.
import {
  type AccountKey,
  type Balances,
  bonus,
  costOf,
  type Leg,
  ofPlatform,
  paid,
  promo,
  takeTokens,
  takingLegs,
} from '../../../ledger/index.ts'

/** What a spending earns whom: the share in basis points, and how many bonus are 1 USD (parameters). */
export type Rates = { shareBp: number; bonusPerUsd: number }

/** Tokens that `from` spends on `to`, who earns `bonus` of them; `bonusPerUsd` of those are 1 USD. */
export type Spending = { from: bigint; to: bigint; tokens: bigint; bonus: bigint; bonusPerUsd: number }

/** What was taken and earned: integers, tokens and bonus. `promo` is not part of `paid`. */
export type Moved = { paid: bigint; promo: bigint; costMicros: bigint; bonus: bigint }

const microsPerUsd = 1_000_000n

const burn = ofPlatform('burn', 'TOKEN')
const issueBonus = ofPlatform('issue', 'BONUS')
const deferred = ofPlatform('deferredTokens', 'USD')
const revenue = ofPlatform('revenue', 'USD')
const anchorCost = ofPlatform('anchorCost', 'USD')
const promoCost = ofPlatform('promoCost', 'USD')
const liability = ofPlatform('bonusLiability', 'USD')

/** Bonus that any woman earns of tokens spent on her, rounded down once an event; nobody else earns. */
export const earnedBy = (
  sex: string | undefined,
  tokens: bigint,
  { shareBp, bonusPerUsd }: Rates,
): Pick<Spending, 'bonus' | 'bonusPerUsd'> => ({
  bonus: sex === 'woman' ? (tokens * BigInt(shareBp)) / 10_000n : 0n,
  bonusPerUsd,
})

/** Accounts of both, whole wallets, so that the answer can tell their balances. */
export const accountsOf = ({ from, to }: Pick<Spending, 'from' | 'to'>): AccountKey[] => [
  paid(from),
  promo(from),
  bonus(from),
  paid(to),
  promo(to),
  bonus(to),
  burn,
  issueBonus,
]

const earningLegs = (spending: Spending): Leg[] =>
  spending.bonus === 0n
    ? []
    : [
        { account: issueBonus, amount: -spending.bonus },
        { account: bonus(spending.to), amount: spending.bonus },
      ]

/** Takes the tokens at once; 60001 when there are too few. */
export function spendingLegs(balances: Balances, spending: Spending): Leg[] | 60001 {
  const taken = takeTokens(balances, spending.from, spending.tokens)
  if (!taken) return 60001
  return [...takingLegs(spending.from, taken), { account: burn, amount: spending.tokens }, ...earningLegs(spending)]
}

/** Reserves the tokens, promotional and paid ones apart; 60001 when there are too few. */
export function holdingLegs(balances: Balances, spending: Spending): Leg[] | 60001 {
  const taken = takeTokens(balances, spending.from, spending.tokens)
  if (!taken) return 60001
  return takingLegs(spending.from, taken).map((leg) => ({ account: leg.account, amount: 0n, reserved: -leg.amount }))
}

/** Takes what was reserved, of the kinds it was reserved from. */
export function postingLegs(balances: Balances, spending: Spending, held: readonly Leg[]): Leg[] {
  const taken = held.map((leg): Leg => {
    const amount = leg.reserved ?? 0n
    const released: Leg = { account: leg.account, amount: -amount, reserved: -amount }
    if (leg.account.purpose === 'paid') released.costMicros = -costOf(balances.of(leg.account), amount)
    return released
  })
  const tokens = taken.reduce((sum, leg) => sum - leg.amount, 0n)
  return [...taken, { account: burn, amount: tokens }, ...earningLegs(spending)]
}

/** Lets go of what was reserved. */
export const voidingLegs = (held: readonly Leg[]): Leg[] =>
  held.map((leg) => ({ account: leg.account, amount: 0n, reserved: -(leg.reserved ?? 0n) }))

/** What the legs of an accepted spending took and earned. */
export function movedBy(legs: readonly Leg[]): Moved {
  const moved: Moved = { paid: 0n, promo: 0n, costMicros: 0n, bonus: 0n }
  for (const { account, amount, costMicros } of legs) {
    if (account.owner === 'platform') continue
    if (account.purpose === 'paid' && amount < 0n) {
      moved.paid -= amount
      moved.costMicros -= costMicros ?? 0n
    } else if (account.purpose === 'promo' && amount < 0n) moved.promo -= amount
    else if (account.purpose === 'bonus' && amount > 0n) moved.bonus += amount
  }
  return moved
}

/**
 * The same in USD micros: revenue of what stood behind the paid tokens, and the bonus as a debt, its cost split by the
 * kind of tokens that earned it. The debt is rounded down to a micro once an event.
 */
export function usdOf(legs: readonly Leg[], bonusPerUsd: number): Leg[] {
  const moved = movedBy(legs)
  const owed = (moved.bonus * microsPerUsd) / BigInt(bonusPerUsd)
  const tokens = moved.paid + moved.promo
  const onPromo = tokens === 0n ? 0n : (owed * moved.promo) / tokens
  const all: Leg[] = [
    { account: deferred, amount: -moved.costMicros },
    { account: revenue, amount: moved.costMicros },
    { account: anchorCost, amount: onPromo - owed },
    { account: promoCost, amount: -onPromo },
    { account: liability, amount: owed },
  ]
  return all.filter((leg) => leg.amount !== 0n)
}
