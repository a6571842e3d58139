// Extra tokens of purchases, by the month's previous credited purchases: each slice of a purchase at its tier's rate, never over 30 % in
// total. Pure. Dollars are millionths, as bigint.
import { limits } from '@greenroom/contract/limits'
import type { Params } from '../../params/index.ts'

/** A tier covers the month's purchases from `fromMicros` up to the next tier, exclusive. */
export type Tier = { fromMicros: bigint; percent: bigint }

export const microsPerUsd = 1_000_000n
const mostPercent = BigInt(limits.agentExtraPercent)

/**
 * Tiers with their extra tokens in percent; `thresholds` in dollars are those of the second and later ones, and are sorted if they are
 * out of order.
 */
export const tiersOf = (percents: readonly number[], thresholds: readonly number[]): Tier[] =>
  [0, ...thresholds.toSorted((a, b) => a - b)].map((usd, index) => ({
    fromMicros: BigInt(usd) * microsPerUsd,
    percent: BigInt(percents[index] ?? 0),
  }))

export const tiersNow = (params: Params): Tier[] =>
  tiersOf(
    ([1, 2, 3, 4, 5] as const).map((tier) => params.integer(`agent_tier${tier}_percent`)),
    ([2, 3, 4, 5] as const).map((tier) => params.integer(`agent_tier${tier}_usd`)),
  )

/** The number of the tier, from 1, that the next dollar belongs to. */
export const tierAt = (tiers: readonly Tier[], monthMicros: bigint): number =>
  Math.max(1, tiers.findLastIndex(({ fromMicros }) => fromMicros <= monthMicros) + 1)

/**
 * The tokens for `usdMicros` after purchases of `monthMicros` in the month: retail tokens, rounded down, and the extra ones of
 * each slice, rounded down once.
 */
export function tokensFor(
  tiers: readonly Tier[],
  { monthMicros, usdMicros, tokensPerUsd }: { monthMicros: bigint; usdMicros: bigint; tokensPerUsd: bigint },
): { tokens: bigint; extra: bigint } {
  const end = monthMicros + usdMicros
  const weighed = tiers.reduce((sum, { fromMicros, percent }, index) => {
    const next = tiers[index + 1]?.fromMicros
    const start = fromMicros > monthMicros ? fromMicros : monthMicros
    const stop = next !== undefined && next < end ? next : end
    return stop > start ? sum + (stop - start) * percent : sum
  }, 0n)
  const retail = (usdMicros * tokensPerUsd) / microsPerUsd
  const extra = (weighed * tokensPerUsd) / (microsPerUsd * 100n)
  const most = (retail * mostPercent) / 100n
  const kept = extra < most ? extra : most
  return { tokens: retail + kept, extra: kept }
}

/** The tier for screens. */
export function shownTier(tiers: readonly Tier[], monthMicros: bigint) {
  const number = tierAt(tiers, monthMicros)
  const next = tiers[number]
  return {
    tier: number,
    extraPercent: Number(tiers[number - 1]?.percent ?? 0n),
    monthUsdCents: Number(monthMicros / 10_000n),
    missingUsdCents: next ? Number((next.fromMicros - monthMicros + 9_999n) / 10_000n) : null,
    nextPercent: next ? Number(next.percent) : null,
  }
}

export const shownTiers = (tiers: readonly Tier[]) =>
  tiers.map(({ fromMicros, percent }, index) => ({
    percent: Number(percent),
    fromUsdCents: Number(fromMicros / 10_000n),
    toUsdCents: index + 1 < tiers.length ? Number(tiers[index + 1]!.fromMicros / 10_000n) : null,
  }))
