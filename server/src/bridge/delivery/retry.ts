// When a command that was not taken is tried again.

export type RetryTimes = {
  /** The wait after the first failure; it doubles with every further one, up to the longest. */
  firstWaitMs: number
  longestWaitMs: number
  /** From the first try; then the command is dead. */
  windowMs: number
}

export const retryTimes: RetryTimes = { firstWaitMs: 1_000, longestWaitMs: 3_600_000, windowMs: 3 * 86_400_000 }

/**
 * The wait after `attempts` failed tries (1 and more), in milliseconds. `chance` (0 to 1) spreads it over the upper half,
 * so that what failed together does not come back together.
 */
export function waitAfter(attempts: number, chance: number, times: RetryTimes): number {
  const whole = Math.min(times.longestWaitMs, times.firstWaitMs * 2 ** Math.min(attempts - 1, 40))
  return Math.round(whole / 2 + (whole / 2) * chance)
}

/** True when the try that failed at `now` was the last one: the time for retries ends before the next would begin. */
export const isOver = (firstAt: Date, now: Date, waitMs: number, times: RetryTimes): boolean =>
  now.getTime() + waitMs >= firstAt.getTime() + times.windowMs
