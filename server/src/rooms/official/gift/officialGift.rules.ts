// Prices of gifts, and how they may be sent, over time.
import type { Price, SendingRule, SoldGift } from './officialGift.queries.ts'

/** For so long after a change of the catalogue the app may not have received it: in this time the old price or rule counts, too. */
export const heardWithin = 5 * 60_000

/** What was in force in the time before `at` in which the app may have read the catalogue. `history` is newest first. */
export function inForce<T extends { from: Date }>(history: readonly T[], at: Date): T[] {
  const begun = history.filter(({ from }) => from <= at)
  const earliest = at.getTime() - heardWithin
  return begun.filter((_, index) => index === 0 || begun[index - 1]!.from.getTime() > earliest)
}

/**
 * The price in force at `now`, and the next one. `prices` are newest first; before its first price takes effect, a gift costs that price.
 */
export function pricesAt(prices: readonly Price[], now: Date): { price: number; next: Price | null } {
  const current = prices.find(({ from }) => from <= now)
  const coming = prices.filter(({ from }) => from > now)
  const next = coming.at(-1) ?? null
  return { price: current?.price ?? next?.price ?? 0, next: current ? next : null }
}

/**
 * How a gift may be sent at `at`. A gift that the catalogue does not have, or did not have yet, may be sent in any way: its app sells it
 * without Greenroom.
 */
export function sendableAt(rules: readonly SendingRule[], at: Date): { continuous: boolean; floatingScreen: boolean } {
  const held = inForce(rules, at)
  return {
    continuous: held.length === 0 || held.some((rule) => rule.continuous),
    floatingScreen: held.length === 0 || held.some((rule) => rule.floatingScreen),
  }
}

/**
 * The tokens that a sent gift costs by the catalogue: those charged, if a price in force says so. Null if the catalogue had no price for
 * it. One that can't be sent continuously costs the price of one.
 */
export function catalogueCost(
  sold: Pick<SoldGift, 'at' | 'count' | 'tokens'>,
  prices: readonly Price[],
  rules: readonly SendingRule[],
): bigint | null {
  const units = BigInt(sendableAt(rules, sold.at).continuous ? sold.count : 1)
  const costs = inForce(prices, sold.at).map(({ price }) => BigInt(price) * units)
  return costs.find((cost) => cost === sold.tokens) ?? costs[0] ?? null
}
