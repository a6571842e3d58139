// The tokens for an amount, computed as the server does (topup-agents/topupAgents.tiers.ts), for the preview. Pure.
export type Slice = { percent: number; fromUsdCents: number; toUsdCents: number | null }

export function preview(
  usdCents: number,
  { monthUsdCents, tiers, tokensPerUsd }: { monthUsdCents: number; tiers: readonly Slice[]; tokensPerUsd: number },
): { tokens: number; extra: number } {
  const end = monthUsdCents + usdCents
  const weighed = tiers.reduce((sum, { percent, fromUsdCents, toUsdCents }) => {
    const start = Math.max(fromUsdCents, monthUsdCents)
    const stop = toUsdCents === null ? end : Math.min(toUsdCents, end)
    return stop > start ? sum + (stop - start) * percent : sum
  }, 0)
  const retail = Math.floor((usdCents * tokensPerUsd) / 100)
  const extra = Math.min(Math.floor((weighed * tokensPerUsd) / 10_000), Math.floor((retail * 30) / 100))
  return { tokens: retail + extra, extra }
}
