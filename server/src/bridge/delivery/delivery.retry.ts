// When a refused command is tried again.

export type RetryTimes = {
  /** Delay after the first failure; doubles with each further one, up to the maximum. */
  firstWaitMs: number
  longestWaitMs: number
  /** Counted from the first try; then the command is dead. */
  windowMs: number
}

export const retryTimes: RetryTimes = { firstWaitMs: 1_000, longestWaitMs: 3_600_000, windowMs: 3 * 86_400_000 }

/**
 * Delay after `attempts` failed tries (1 or more), in milliseconds. `chance` (0 to 1) adds jitter over the upper half,
 * so that simultaneous failures are not retried together.
 */
export function waitAfter(attempts: number, chance: number, times: RetryTimes): number {
  const fullWait = Math.min(times.longestWaitMs, times.firstWaitMs * 2 ** Math.min(attempts - 1, 40))
  return Math.round(fullWait / 2 + (fullWait / 2) * chance)
}

/** True if the try that failed at `now` was the last: the retry window ends before the next one. */
export const isOver = (firstAt: Date, now: Date, waitMs: number, times: RetryTimes): boolean =>
  now.getTime() + waitMs >= firstAt.getTime() + times.windowMs
