// What a promoter is due: a share of what one person of their channel paid, day by day, without what was given back. The calculation of
// docs/promotion.md, written again without regard to lines, corrections, and when a fact arrived.

/** In basis points. */
export const shareBp = 2_000n

type Paid = { order: string; day: string; cents: bigint }
/** What was given back, on the day on which it was; a chargeback that was won is none. */
type Returned = Paid & { won: boolean }
export type Promoted = { user: number; paid: Paid[]; returned: Returned[]; approved: Map<number, bigint> }

export const noneDue = (user: number): Promoted => ({ user, paid: [], returned: [], approved: new Map() })

const sum = (facts: readonly Paid[], day: string): bigint =>
  facts.reduce((all, fact) => (fact.day === day ? all + fact.cents : all), 0n)

/** By month, rounded toward zero by day. */
export function dueByMonth({ paid, returned }: Promoted): Map<string, bigint> {
  const given = returned.filter(({ won }) => !won)
  const due = new Map<string, bigint>()
  for (const day of new Set([...paid, ...returned].map((fact) => fact.day))) {
    const month = day.slice(0, 7)
    due.set(month, (due.get(month) ?? 0n) + ((sum(paid, day) - sum(given, day)) * shareBp) / 10_000n)
  }
  return due
}
