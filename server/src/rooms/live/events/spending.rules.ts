// The legs of tokens spent on a user: promotional tokens are spent first, all are burned, a female
// recipient earns a share as bonus, and the paid part becomes revenue. Pure: legs from balances.
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

/** The recipient's share in basis points, and how many bonus are 1 USD (parameters). */
export type Rates = { shareBp: number; bonusPerUsd: number }

/** Tokens that `from` spends on `to`, who earns `bonus` of them; `bonusPerUsd` of those are 1 USD. */
export type Spending = { from: bigint; to: bigint; tokens: bigint; bonus: bigint; bonusPerUsd: number }

/** Tokens taken and bonus earned, as integers. `promo` is not part of `paid`. */
export type Moved = { paid: bigint; promo: bigint; costMicros: bigint; bonus: bigint }

const microsPerUsd = 1_000_000n

const burn = ofPlatform('burn', 'TOKEN')
const issuedPromo = ofPlatform('promo', 'TOKEN')
const issueBonus = ofPlatform('issue', 'BONUS')
const deferred = ofPlatform('deferredTokens', 'USD')
const revenue = ofPlatform('revenue', 'USD')
const anchorCost = ofPlatform('anchorCost', 'USD')
const promoCost = ofPlatform('promoCost', 'USD')
const liability = ofPlatform('bonusLiability', 'USD')

/** Bonus for tokens spent on a woman, rounded down once per event; other recipients earn nothing. */
export const earnedBy = (
  sex: string | undefined,
  tokens: bigint,
  { shareBp, bonusPerUsd }: Rates,
): Pick<Spending, 'bonus' | 'bonusPerUsd'> => ({
  bonus: sex === 'woman' ? (tokens * BigInt(shareBp)) / 10_000n : 0n,
  bonusPerUsd,
})

/** Both users' wallet accounts, complete, so that the answer can contain their balances. */
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
  const split = takeTokens(balances, spending.from, spending.tokens)
  if (!split) return 60001
  return [...takingLegs(spending.from, split), { account: burn, amount: spending.tokens }, ...earningLegs(spending)]
}

export const freeAccounts = (of: Pick<Spending, 'from' | 'to'>): AccountKey[] => [...accountsOf(of), issuedPromo]

/** Issues promotional tokens to the payer and spends them. */
export const freeLegs = (spending: Spending): Leg[] => [
  { account: issuedPromo, amount: -spending.tokens },
  { account: promo(spending.from), amount: spending.tokens },
  { account: promo(spending.from), amount: -spending.tokens },
  { account: burn, amount: spending.tokens },
  ...earningLegs(spending),
]

/** Reserves the tokens, promotional and paid ones apart; 60001 when there are too few. */
export function holdingLegs(balances: Balances, spending: Spending): Leg[] | 60001 {
  const split = takeTokens(balances, spending.from, spending.tokens)
  if (!split) return 60001
  return takingLegs(spending.from, split).map((leg) => ({ account: leg.account, amount: 0n, reserved: -leg.amount }))
}

/** Takes the reserved tokens, promotional and paid ones as they were reserved. */
export function postingLegs(balances: Balances, spending: Spending, held: readonly Leg[]): Leg[] {
  const legs = held.map((leg): Leg => {
    const amount = leg.reserved ?? 0n
    const released: Leg = { account: leg.account, amount: -amount, reserved: -amount }
    if (leg.account.purpose === 'paid') released.costMicros = -costOf(balances.of(leg.account), amount)
    return released
  })
  const tokens = legs.reduce((sum, leg) => sum - leg.amount, 0n)
  return [...legs, { account: burn, amount: tokens }, ...earningLegs(spending)]
}

/** Releases the reserved tokens. */
export const voidingLegs = (held: readonly Leg[]): Leg[] =>
  held.map((leg) => ({ account: leg.account, amount: 0n, reserved: -(leg.reserved ?? 0n) }))

/** Amounts taken and earned by the legs of an accepted transfer. */
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
 * The USD legs, in micros: deferred revenue of the paid tokens becomes revenue, and the bonus becomes a liability, with its cost split by
 * the kind of tokens that earned it. The liability is rounded down to a micro once per event.
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
