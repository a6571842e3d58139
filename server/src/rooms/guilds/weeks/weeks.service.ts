// Creates business weeks as they begin.
import { type Database, inTransaction } from '../../../kit/database/database.ts'
import { lastWeek, lockWeeks, writeWeeks } from './weeks.queries.ts'
import { type Week, weekAround, weekFrom } from './weeks.rules.ts'

/** How far back weeks exist on a first start: events may be 30 days old. */
const firstWeeksBack = 6
const dayMs = 86_400_000

/**
 * Creates the weeks up to the running one, and moves the end of the running one where the platform's zone has changed. Weeks
 * that ended never change.
 *
 * @returns true when something changed.
 */
export const ensureWeeks = (database: Database, now: Date, zone: string): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    await lockWeeks(tx)
    const last = await lastWeek(tx)
    let next = last ?? weekAround(new Date(now.getTime() - firstWeeksBack * 7 * dayMs), zone)
    const made: Week[] = []
    if (last && last.endsAt > now) {
      const { endsAt } = weekFrom(last.startsAt, zone)
      // Past moments stay in their week: after a move to an eastern zone it may end now, not earlier.
      const moved = endsAt > now ? endsAt : last.endsAt
      if (moved.getTime() !== last.endsAt.getTime()) made.push({ ...last, endsAt: moved })
    } else {
      if (!last) made.push(next)
      while (next.endsAt <= now) made.push((next = weekFrom(next.endsAt, zone)))
    }
    if (made.length === 0) return false
    await writeWeeks(tx, made)
    return true
  })
