// Retention over several cohorts: parts and sizes are added, never averaged. Pure.
type Cohort = { size: number } & Record<'d1' | 'd3' | 'd7' | 'd15' | 'd30', number | null>

/** So many of so many. */
export type Counted = { back: number; of: number }

/** The cohorts whose n-th day is over, as one; null if there is none. */
export function sumsOf(cohorts: readonly Cohort[], of: keyof Omit<Cohort, 'size'>): Counted | null {
  const known = cohorts.filter((cohort) => cohort[of] !== null)
  const size = known.reduce((sum, cohort) => sum + cohort.size, 0)
  return size === 0 ? null : { back: known.reduce((sum, cohort) => sum + cohort[of]!, 0), of: size }
}

/** Over all cohorts whose n-th day is over; null if there is none. */
export function averageOf(cohorts: readonly Cohort[], of: keyof Omit<Cohort, 'size'>): number | null {
  const sums = sumsOf(cohorts, of)
  return sums && sums.back / sums.of
}
