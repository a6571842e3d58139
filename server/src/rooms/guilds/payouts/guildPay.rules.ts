// Which weeks are paid, and who may pay (docs/guilds.md, Plans, deductions, payouts). Pure.

export type Week = { id: number; payableCents: bigint }

/**
 * The open amount of each week when `leftCents` of all of them is open: weeks are paid oldest first, so the remainder belongs to the
 * newest. `weeks` are a guild's approved weeks, the oldest first.
 */
export function openOf(weeks: readonly Week[], leftCents: bigint): Map<number, bigint> {
  let left = leftCents
  const open = new Map<number, bigint>()
  for (const { id, payableCents } of weeks.toReversed()) {
    const part = payableCents < left ? payableCents : left
    open.set(id, part)
    left -= part
  }
  return open
}

export type Draw = { id: string; cents: bigint }

/**
 * Which weeks each draw on a payable paid: in their order they fill the weeks, the oldest first, as `openOf` counts. `weeks` are a guild's
 * approved weeks, the oldest first; `draws` its payments and purchases, the first first.
 */
export function partsOf(weeks: readonly Week[], draws: readonly Draw[]): Map<string, { id: number; cents: bigint }[]> {
  let [at, left] = [0, weeks[0]?.payableCents ?? 0n]
  return new Map(
    draws.map(({ id, cents }) => {
      const parts: { id: number; cents: bigint }[] = []
      for (let rest = cents; rest > 0n && at < weeks.length; ) {
        const part = rest < left ? rest : left
        if (part > 0n) parts.push({ id: weeks[at]!.id, cents: part })
        rest -= part
        left -= part
        if (left === 0n) left = weeks[++at]?.payableCents ?? 0n
      }
      return [id, parts] as const
    }),
  )
}

export type Due =
  | { id: number; cents: bigint }
  | { id: number; refused: 'payout.paid' | 'payout.requested' | 'payout.olderUnpaid' }

/**
 * What is paid for each of one guild's `chosen` weeks: the part not yet paid and not held by requests. A week is paid only
 * together with the older ones. In the order of the weeks.
 *
 * @param postedCents of the guild's payable in the ledger, `reservedCents` of it held by requests.
 */
export function duesOf(
  weeks: readonly Week[],
  chosen: ReadonlySet<number>,
  { postedCents, reservedCents }: { postedCents: bigint; reservedCents: bigint },
): Due[] {
  const unpaid = openOf(weeks, postedCents)
  const free = openOf(weeks, postedCents - reservedCents)
  let skipped = false
  return weeks.flatMap(({ id }): Due[] => {
    const cents = free.get(id) ?? 0n
    if (!chosen.has(id)) {
      if (cents > 0n) skipped = true
      return []
    }
    if ((unpaid.get(id) ?? 0n) === 0n) return [{ id, refused: 'payout.paid' }]
    if (cents === 0n) return [{ id, refused: 'payout.requested' }]
    return skipped ? [{ id, refused: 'payout.olderUnpaid' }] : [{ id, cents }]
  })
}
