// What an agent sells fastest with: the last customers, the amounts sold most, and what today's sales earned. Pure.
import { limits } from '@greenroom/contract/limits'

export type LastSale = { userId: bigint; tokens: bigint; at: Date }

/** Customers and amounts shown: as many as fit on a phone without scrolling. */
const mostCustomers = 6
const mostPresets = 6
/** Offered to who has sold little. */
const usual = [2_000, 5_000, 10_000, 20_000, 50_000, 100_000]

/** Each customer once, with the last sale to them. `sales`: the newest first. */
export function customersOf(sales: readonly LastSale[]): LastSale[] {
  const last = new Map<bigint, LastSale>()
  for (const sale of sales) if (!last.has(sale.userId)) last.set(sale.userId, sale)
  return [...last.values()].slice(0, mostCustomers)
}

/** Amounts that one sale may have, rising: those sold more than once, the most frequent first to be chosen, then usual ones. */
export function presetsOf(sales: readonly LastSale[], most: number): number[] {
  const times = new Map<number, number>()
  for (const { tokens } of sales) times.set(Number(tokens), (times.get(Number(tokens)) ?? 0) + 1)
  const sold = [...times]
    .filter(([, count]) => count > 1)
    .toSorted(([a, first], [b, second]) => second - first || a - b)
    .map(([tokens]) => tokens)
  const fitting = [...new Set([...sold, ...usual])].filter((tokens) => tokens >= limits.sellMin && tokens <= most)
  return fitting.slice(0, mostPresets).toSorted((a, b) => a - b)
}

/** The price of tokens for users in millionths of a dollar, rounded down. */
export const priceMicros = (tokens: bigint, tokensPerUsd: number): bigint =>
  (tokens * 1_000_000n) / BigInt(tokensPerUsd)
