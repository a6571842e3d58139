// Broadcast bans: the escalation steps, and what a new ban adds. Pure.
import { forbidHours, type forbidStates } from '@greenroom/contract/statesAndKinds'

export type ForbidState = (typeof forbidStates)[number]

/** A ban that has not been ended; `until` null means permanent. */
type TimedBan = { until: Date | null }

const hour = 3_600_000
const endOf = ({ until }: TimedBan): number => until?.getTime() ?? Number.POSITIVE_INFINITY

/** When a ban of `hours` hours ends; 0 means permanent. */
export const endOfForbid = (hours: number, now: Date): Date | null =>
  hours === 0 ? null : new Date(now.getTime() + hours * hour)

/** True until its end time, whether or not the round has ended it. */
export const inForce = (forbid: TimedBan, now: Date): boolean => endOf(forbid) > now.getTime()

/**
 * False if a ban would change nothing (20000): it would end less than an hour after the one in force. Bans last whole hours, so two
 * members of staff who ban the same user at once make one ban.
 */
export const extendsBan = (open: TimedBan | undefined, forbid: TimedBan, now: Date): boolean =>
  !open || !inForce(open, now) || (open.until !== null && endOf(forbid) >= endOf(open) + hour)

/** A ban's state at `now`; a ban replaced by a longer one counts as expired. */
export const stateOf = (forbid: TimedBan & { ended: string | null }, now: Date): ForbidState =>
  forbid.ended === 'lifted' ? 'lifted' : forbid.ended === null && inForce(forbid, now) ? 'effective' : 'expired'

const stepOf = (hours: number) => (forbidHours as readonly number[]).indexOf(hours)

/**
 * The next step: 1 hour the first time, one step more for each earlier ban, never less than the last one.
 *
 * @param earlier hours of earlier bans, oldest first, without those that staff lifted.
 */
export function suggestedHours(earlier: readonly number[]): number {
  const last = earlier.at(-1)
  const step = Math.max(earlier.length, last === undefined ? 0 : stepOf(last))
  return forbidHours[Math.min(step, forbidHours.length - 1)]!
}
