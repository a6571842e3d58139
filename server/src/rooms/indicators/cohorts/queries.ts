// Cohorts by day, with how many were active exactly n days later.
import { cohortGroups } from '@greenroom/contract/dashboards'
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database.ts'
import { cellsOf, type Filters, type Span, sexed } from '../figures/facts.ts'
import { measuresOf } from '../subjects.ts'

export type Cohort = { day: string; size: number; d1: number; d3: number; d7: number; d15: number; d30: number }

const subjectOf = {
  all: 'newcomer',
  women: 'newcomer',
  men: 'newcomer',
  payers: 'newPayer',
  anchors: 'newAnchor',
} as const
const sexOf: Partial<Record<(typeof cohortGroups)[number], string>> = { women: 'woman', men: 'man' }

/** Days of the span with a non-empty cohort. */
export async function cohortsOf(
  reader: Reader,
  group: (typeof cohortGroups)[number],
  filters: Filters,
  { from, to }: Span,
): Promise<Cohort[]> {
  const subject = subjectOf[group]
  const narrowed = sexed(filters, sexOf[group])
  if (!narrowed) return []
  const sum = (measure: string) => sql`sum(m[${sql.lit(measuresOf(subject).indexOf(measure) + 1)}])::float8`
  const { rows } = await sql<Cohort>`
    select to_char(day, 'YYYY-MM-DD') as day, ${sum('users')} as size, ${sum('d1')} as d1, ${sum('d3')} as d3, ${sum('d7')} as d7,
           ${sum('d15')} as d15, ${sum('d30')} as d30
      from indicators.cell where ${cellsOf(subject, narrowed)} and day between ${from}::date and ${to}::date
     group by day having ${sum('users')} > 0 order by indicators.cell.day`.execute(reader)
  return rows
}
