// Statistics of a test of two versions: an interval that stays valid under repeated checks, and whether visitors were
// split as configured. Pure.

export type Counts = { visits: number; clicks: number }

const alpha = 0.05
/** Visits for which the interval is narrowest. */
const tunedFor = 5_000
/** Minimum number of visits per version. */
const least = 100

const rho2 = (-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / tunedFor

export type Difference = { value: number; low: number; high: number }

/**
 * The rate of B minus that of A, with an asymptotic confidence sequence of 95 % (Waudby-Smith and others, as GrowthBook's
 * sequential tests): with this probability it holds at all times simultaneously, so the test may be stopped at any time.
 */
export function differenceOf(a: Counts, b: Counts): Difference | null {
  if (a.visits < least || b.visits < least) return null
  const n = a.visits + b.visits
  const variance = [a, b].reduce((sum, { visits, clicks }) => {
    // Adds one click and one visit without a click, so that nothing looks certain.
    const rate = (clicks + 1) / (visits + 2)
    return sum + (rate * (1 - rate)) / visits
  }, 0)
  const spread = n * rho2 + 1
  const half =
    Math.sqrt(n * variance) * Math.sqrt(((2 * spread) / (n * n * rho2)) * Math.log(Math.sqrt(spread) / alpha))
  const value = b.clicks / b.visits - a.clicks / a.visits
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) }
}

/** Beyond this many standard deviations p < 0.001, on both sides. */
const tooFar = 3.2905

/** True if visitors were not split as configured: then no figure of the test can be trusted. */
export function isSplitWrong(a: number, b: number, shareB: number): boolean {
  const n = a + b
  if (shareB === 0 || n < least) return false
  const p = shareB / 100
  return Math.abs(b - n * p) / Math.sqrt(n * p * (1 - p)) > tooFar
}
