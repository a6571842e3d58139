// Bans of broadcasting: their ladder (product.md section 3, Live) and what a new one adds. Pure.
import { forbidHours, type forbidStates } from '@greenroom/contract/words'

export type ForbidState = (typeof forbidStates)[number]

/** A ban that has not been ended; `until` null means permanent. */
type Lasting = { until: Date | null }

const hour = 3_600_000
const endOf = ({ until }: Lasting): number => until?.getTime() ?? Number.POSITIVE_INFINITY

/** When a ban of so many hours ends; 0 means permanent. */
export const endOfForbid = (hours: number, now: Date): Date | null =>
  hours === 0 ? null : new Date(now.getTime() + hours * hour)

/** True while it counts: from its end on it does not, swept or not. */
export const inForce = (forbid: Lasting, now: Date): boolean => endOf(forbid) > now.getTime()

/**
 * False when a ban repeats what is so already (20000): it would last less than an hour longer than the one in force. Bans
 * come in whole hours, so two members of staff who forbid the same person at once do it once.
 */
export const addsTo = (open: Lasting | undefined, forbid: Lasting, now: Date): boolean =>
  !open || !inForce(open, now) || (open.until !== null && endOf(forbid) >= endOf(open) + hour)

/** How a ban stands at `now`; one that a longer one replaced is over like one whose time has passed. */
export const stateOf = (forbid: Lasting & { ended: string | null }, now: Date): ForbidState =>
  forbid.ended === 'lifted' ? 'lifted' : forbid.ended === null && inForce(forbid, now) ? 'effective' : 'expired'

const stepOf = (hours: number) => (forbidHours as readonly number[]).indexOf(hours)

/**
 * The step that comes next: 1 hour the first time, one step further for each earlier ban, never less than the last one.
 *
 * @param earlier hours of the bans that count, the oldest first: those that staff lifted do not.
 */
export function suggestedHours(earlier: readonly number[]): number {
  const last = earlier.at(-1)
  const step = Math.max(earlier.length, last === undefined ? 0 : stepOf(last))
  return forbidHours[Math.min(step, forbidHours.length - 1)]!
}
