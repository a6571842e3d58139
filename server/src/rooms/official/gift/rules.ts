// Prices of gifts over time.
import type { Price } from './queries.ts'

/**
 * The price in force at `now`, and the next one. `prices` are newest first; before its first price takes effect, a gift costs that price.
 */
export function pricesAt(prices: readonly Price[], now: Date): { price: number; next: Price | null } {
  const current = prices.find(({ from }) => from <= now)
  const coming = prices.filter(({ from }) => from > now)
  const next = coming.at(-1) ?? null
  return { price: current?.price ?? next?.price ?? 0, next: current ? next : null }
}
