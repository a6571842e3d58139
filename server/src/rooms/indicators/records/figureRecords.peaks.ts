// The broadcasts that ran when most did at the same time: of a span, on the day with the most, the first one of several.
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { type Page, pageOf } from '../../../kit/database/paging.ts'
import { personColumn } from '../../users/index.ts'
import { ranAt } from '../fold/fold.peaks.ts'
import { spanOfDay } from '../fold/fold.rules.ts'
import { type Asked, newestFirst, type RecordRow } from './figureRecords.queries.ts'

/**
 * One page of the broadcasts of the span's peak, the last one to begin first, with the peak's moment. Empty without one, and with a filter: peaks are
 * known for the whole platform only.
 */
export async function peakPage(
  context: Context,
  { span, zones, filters, request }: Asked,
): Promise<{ page: Page<RecordRow>; moment: Date | null }> {
  const peak = Object.keys(filters).length === 0 ? await peakOf(context, span) : undefined
  const ran = peak && ranAt(sql`${peak.at}::timestamptz`, sql`${spanOfDay(peak.day, zones).from}::timestamptz`)
  const query = context.database
    .selectFrom('live.session as s')
    .innerJoin('users.app_user as u', 'u.id', 's.user_id')
    .select([
      's.id',
      sql<number>`0`.as('line'),
      sql<Date>`s.started_at`.as('at'),
      personColumn('s.user_id', 'u').as('user'),
      sql<null>`null`.as('other'),
      sql<null>`null`.as('what'),
      sql<null>`null`.as('value'),
    ])
    .where(ran ?? sql<boolean>`false`)
    .where(visible(context.scope))
  const page = await pageOf<RecordRow>(
    context,
    query,
    newestFirst('s.started_at', 's.id'),
    request,
    // Another moment is another list, also if the peak rises between two pages.
    { ...span, kind: 'peak', at: peak?.at ?? null },
  )
  return { page, moment: peak?.at ?? null }
}

async function peakOf({ database }: Context, { from, to }: Asked['span']) {
  const { rows } = await sql<{ day: string; at: Date }>`
    select day::text, at from indicators.peak
     where day between ${from}::date and ${to}::date and at is not null order by broadcasts desc, day limit 1`.execute(
    database,
  )
  return rows[0]
}
