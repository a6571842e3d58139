// Cohorts by day, with how many were active exactly n days later.
import type { cohortGroups } from '@greenroom/contract/dashboards'
import type { PersonRef } from '@greenroom/contract/fields'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { type Keyset, type Page, type PageRequest, pageOf } from '../../../kit/database/paging.ts'
import { personColumn } from '../../users/index.ts'
import { within } from '../breakdown/indicatorPeople.within.ts'
import { cellsOf, type Filters, type Span, sexed } from '../figures/figures.facts.ts'
import { measuresOf } from '../indicators.subjects.ts'

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

type Returned = { user_id: bigint; day: string; user: PersonRef }

const keyset: Keyset<Returned> = {
  sorts: { userId: { column: 'd.user_id', type: 'bigint', of: (row) => row.user_id } },
  defaultSort: '-userId',
  id: { column: 'd.user_id', type: 'bigint', of: (row) => row.user_id },
  defaultSize: 20,
}

type Asked = { group: (typeof cohortGroups)[number]; after: string | undefined; filters: Filters | null; span: Span }

/** One page of the users of a cohort, or of those who were active exactly so many days later; null filters: nobody. */
export function returnedPage(
  context: Context,
  { group, after, filters, span }: Asked,
  request: PageRequest,
): Promise<Page<Returned>> {
  const subject = subjectOf[group]
  const narrowed = filters && sexed(filters, sexOf[group])
  const place = measuresOf(subject).indexOf(after === undefined ? 'users' : `d${after}`) + 1
  // A user is in one cohort of a kind.
  const users = sql<{ user_id: bigint; day: Date }>`(
    select d.user_id, d.day from indicators.user_day d
     where d.subject = ${subject} and d.day between ${span.from}::date and ${span.to}::date and d.m[${sql.lit(place)}] > 0
       ${within(narrowed)})`
  return pageOf<Returned>(
    context,
    context.database
      .selectFrom(users.as('d'))
      .innerJoin('users.app_user as u', 'u.id', 'd.user_id')
      .select([
        'd.user_id',
        sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'),
        personColumn('d.user_id', 'u').as('user'),
      ])
      .where(visible(context.scope)),
    keyset,
    request,
    { subject, after, ...narrowed, ...span },
  )
}
