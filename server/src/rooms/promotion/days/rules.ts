// Derived figures of a channel's day. Pure.

/** Recharges divided by cost, in basis points, rounded down; null without cost. */
export const returnOf = (rechargeCents: bigint, costCents: bigint): number | null =>
  costCents <= 0n ? null : Number((rechargeCents * 10_000n) / costCents)

/** A share in basis points; null if the divisor is zero. */
export const shareOf = (part: number, total: number): number | null =>
  total === 0 ? null : Math.floor((part * 10_000) / total)

/** True once the day after `day` is over, so that returns are known; days are texts such as `2026-11-20`. */
export const isReturnKnown = (day: string, today: string): boolean =>
  Date.parse(`${today}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`) >= 2 * 86_400_000
