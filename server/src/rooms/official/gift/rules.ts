// What a gift costs when.
import type { Price } from './queries.ts'

/**
 * The price in force at `now`, and the next one to come. `prices` are the newest first; a gift whose first price is to come
 * costs that.
 */
export function pricesAt(prices: readonly Price[], now: Date): { price: number; next: Price | null } {
  const current = prices.find(({ from }) => from <= now)
  const coming = prices.filter(({ from }) => from > now)
  const next = coming.at(-1) ?? null
  return { price: current?.price ?? next?.price ?? 0, next: current ? next : null }
}
