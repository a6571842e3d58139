// What a payable repays of its payee's debt. Pure.
/**
 * What a payable in US cents repays of a debt in tokens, each worth 1/`tokensPerUsd` dollars: whole cents, and the tokens they pay for; a
 * token paid in part counts as paid.
 *
 * @returns null if nothing.
 */
export function repaidBy(
  owed: { tokens: bigint; tokensPerUsd: number },
  payableCents: bigint,
): { cents: bigint; tokens: bigint } | null {
  if (owed.tokens <= 0n || payableCents <= 0n) return null
  const owedCents = (owed.tokens * 100n) / BigInt(owed.tokensPerUsd)
  const cents = owedCents < payableCents ? owedCents : payableCents
  if (cents === 0n) return null
  const paidFor = (cents * BigInt(owed.tokensPerUsd) + 99n) / 100n
  return { cents, tokens: paidFor < owed.tokens ? paidFor : owed.tokens }
}
