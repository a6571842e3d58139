// When the next backup and the next trial of a restore are due. Pure; times of day are UTC.

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The last time that a clock showed `time` (`02:30`), at `now` the latest. */
export function lastTime(now: Date, time: string): Date {
  const at = new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`)
  return at > now ? new Date(at.getTime() - dayMs) : at
}

/**
 * A backup is due once a day at its time, at once if there is none, and later if the server did not run then. One that failed is tried again
 * after an hour.
 *
 * @param last when the newest complete backup began @param tried when one was last tried
 */
export function isBackupDue(of: { now: Date; time: string; last: Date | null; tried: Date | null }): boolean {
  const { now, time, last, tried } = of
  if (tried && Math.abs(now.getTime() - tried.getTime()) < hourMs) return false
  return last === null || last < lastTime(now, time)
}

/**
 * A restore is tried after the first backup, then every so many days, after that day's backup; after one that failed, with each new backup.
 *
 * @param days 0: never
 */
export function isTrialDue(of: {
  now: Date
  days: number
  last: Date | null
  trial: { at: Date; failed: boolean } | null
}): boolean {
  const { now, days, last, trial } = of
  if (days === 0 || last === null) return false
  if (trial === null) return true
  if (last <= trial.at) return false
  // Backups of one time of day are not to the minute a day apart.
  return trial.failed || now.getTime() - trial.at.getTime() > days * dayMs - 12 * hourMs
}
