// Retention over several cohorts: parts and sizes are added, never averaged. Pure.
type Cohort = { size: number } & Record<'d1' | 'd3' | 'd7' | 'd15' | 'd30', number | null>

/** Over all cohorts whose n-th day is over; null if there is none. */
export function averageOf(cohorts: readonly Cohort[], of: keyof Omit<Cohort, 'size'>): number | null {
  const known = cohorts.filter((cohort) => cohort[of] !== null)
  const size = known.reduce((sum, cohort) => sum + cohort.size, 0)
  return size === 0 ? null : known.reduce((sum, cohort) => sum + cohort[of]!, 0) / size
}
