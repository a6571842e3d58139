// Whether what settled a week, and what later weeks corrected of it, add up to what is due: for `/flow/reconcile`.
import type { Reader } from '../../../kit/database/database.ts'
import { stillDue } from './weekSum.compute.ts'
import { subjectOf } from './weekSum.corrections.ts'
import type { Line } from './weekSum.rules.ts'
import { saidSettled } from './weekSum.settled.ts'

/** A settled week as a whole, or one of its lines that differs: cents, or bonus to redeem. */
type Compared = { id: string; name: string; settled: bigint; due: bigint; href: string }

const centsOf = (line: Line): bigint => line.amountCents + line.anchorCents

/** Weeks compared: the newest. */
const newestWeeks = 5

/**
 * Recent weeks of which more than one sum settles a part, or whose facts changed after their own: what is settled, and what is due now. Facts
 * that no sum has seen yet are left out, and lines held by a ban.
 */
export async function settledAndDue(reader: Reader, now: Date): Promise<Compared[]> {
  const weeks = await saidSettled(reader, newestWeeks)
  const found = await stillDue(reader, weeks, { but: null, now })
  return weeks.flatMap(({ id, guildId, week }): Compared[] => {
    const one = found.get(id)!
    const name = `guild:${guildId} ${week}`
    const href = `/sociatyManage/settleAccountsDetail/${id}`
    // Too large to be exact: the guild's next week is parked with this reason.
    if ('parked' in one) return []
    const due = new Map(one.due.map((line) => [subjectOf(line), line]))
    const differing = one.lines.flatMap((line): Compared[] => {
      const subject = subjectOf(line)
      const of = due.get(subject)
      const differ = (unit: string, missing: bigint, owed: bigint) =>
        missing === 0n
          ? []
          : [
              {
                id: `${id} ${subject} ${unit}`,
                name: `${name} ${subject.trim()}`,
                settled: owed - missing,
                due: owed,
                href,
              },
            ]
      return [
        ...differ('cents', centsOf(line), of ? centsOf(of) : 0n),
        ...differ('bonus', line.redeemBonus, of?.redeemBonus ?? 0n),
      ]
    })
    const apart = new Set(one.lines.map(subjectOf))
    const rest = one.due.reduce((sum, line) => (apart.has(subjectOf(line)) ? sum : sum + centsOf(line)), 0n)
    return [{ id: String(id), name, settled: rest, due: rest, href }, ...differing]
  })
}
