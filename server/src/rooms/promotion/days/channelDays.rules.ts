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

/** A channel's days added up, in whole USD cents; `people` as the figures count them. */
export type ChannelSums = { installs: number; registrations: number; rechargeCents: number; costCents: number }
type People = { payers: number; registered: number; back: number }

/** What a channel, a promoter or all of them came to. */
export type Results = ChannelSums & {
  payers: number
  /** Recharges minus refunds and cost; negative for a loss. */
  marginCents: number
  returnBp: number | null
  /** Of those registered on days whose seventh day after is over, how many were active exactly on it. */
  d7: { back: number; of: number }
}

/** Several channels as one: a user has one channel, so payers add up as well. */
export const resultsOf = (channels: readonly (ChannelSums & { people: People })[]): Results =>
  addedUp(
    channels.map(({ people, ...sums }) => ({
      ...sums,
      payers: people.payers,
      d7: { back: people.back, of: people.registered },
    })),
  )

export function addedUp(all: readonly (ChannelSums & Pick<Results, 'payers' | 'd7'>)[]): Results {
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
  const [rechargeCents, costCents] = [sum((one) => one.rechargeCents), sum((one) => one.costCents)]
  return {
    installs: sum((one) => one.installs),
    registrations: sum((one) => one.registrations),
    payers: sum((one) => one.payers),
    rechargeCents,
    costCents,
    marginCents: rechargeCents - costCents,
    returnBp: returnOf(BigInt(rechargeCents), BigInt(costCents)),
    d7: { back: sum((one) => one.d7.back), of: sum((one) => one.d7.of) },
  }
}
