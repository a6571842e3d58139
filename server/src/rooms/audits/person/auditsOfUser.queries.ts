// A user's submissions and reports. Platform data: guild and agent callers find nothing.
import type { userReportList } from '@greenroom/contract/auditReports'
import type { userContentList } from '@greenroom/contract/audits'
import type { Parsed } from '@greenroom/contract/call'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { DB } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { reportKeyset, reportRows } from '../report/reports.rows.ts'

export type ItemRow = Selectable<DB['audits.item']>

const itemFilters: Filters<typeof userContentList> = {
  userId: equals('i.user_id'),
  kind: equals('i.kind'),
  state: equals('i.state'),
  ...span('i.submitted_at'),
}

const items: Keyset<ItemRow> = {
  sorts: { submittedAt: { column: 'i.submitted_at', type: 'timestamptz', of: (row) => row.submitted_at } },
  defaultSort: '-submittedAt',
  id: { column: 'i.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** One page of the user's submissions, newest first. */
export const itemPage = (context: Context, payload: Parsed<typeof userContentList>) =>
  narrowedPage(
    context,
    context.database.selectFrom('audits.item as i').selectAll('i').where(visible(context.scope)),
    itemFilters,
    items,
    payload,
  )

/** One page of reports against the user, by the user, or both, newest first. */
export function reportPage(context: Context, payload: Parsed<typeof userReportList>) {
  const userId = BigInt(payload.userId)
  const query = reportRows(context.database)
    .where(visible(context.scope))
    .where((where) => {
      const against = where('r.user_id', '=', userId)
      const by = where('r.reporter_id', '=', userId)
      return payload.direction === undefined ? where.or([against, by]) : payload.direction === 'against' ? against : by
    })
  return narrowedPage(context, query, span('r.reported_at'), reportKeyset, payload)
}
