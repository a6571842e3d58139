// When an alarm begins and ends.
import type { AlarmKey } from '@greenroom/contract/alarms'

/** What a look found: how many things, since when, and what is known of them. */
export type Found = { count: number; since: Date | null; detail: string }

/** What stands. */
export type Open = { key: AlarmKey; last_seen_at: Date }

/** An alarm that is not found for so long has ended: what comes and goes is one alarm. */
export const endsAfterMs = 60_000

/** What changes with a look: null is a look that failed, which neither begins nor ends anything. */
export function changesOf<O extends Open>(
  open: readonly O[],
  found: ReadonlyMap<AlarmKey, Found | null>,
  now: Date,
): { begin: [AlarmKey, Found][]; see: [O, Found][]; end: O[] } {
  const standing = new Map(open.map((one) => [one.key, one]))
  const begin: [AlarmKey, Found][] = []
  const see: [O, Found][] = []
  const end: O[] = []
  for (const [key, one] of found) {
    const stands = standing.get(key)
    if (one === null) continue
    if (one.count > 0) {
      if (stands) see.push([stands, one])
      else begin.push([key, one])
    } else if (stands && now.getTime() - stands.last_seen_at.getTime() >= endsAfterMs) end.push(stands)
  }
  // One that this release no longer knows has ended.
  for (const one of open) if (!found.has(one.key)) end.push(one)
  return { begin, see, end }
}
