// The base query of report lists: reports with both users' names.
import type { Reader } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { personColumn } from '../../users/index.ts'
import type { ReportRow } from './reports.shown.ts'

export const reportRows = (reader: Reader) =>
  reader
    .selectFrom('audits.report as r')
    .innerJoin('users.app_user as reporter', 'reporter.id', 'r.reporter_id')
    .innerJoin('users.app_user as reported', 'reported.id', 'r.user_id')
    .selectAll('r')
    .select([
      personColumn('r.reporter_id', 'reporter').as('reporter'),
      personColumn('r.user_id', 'reported').as('user'),
    ])

export const reportKeyset: Keyset<ReportRow> = {
  sorts: { reportedAt: { column: 'r.reported_at', type: 'timestamptz', of: (row) => row.reported_at } },
  defaultSort: '-reportedAt',
  id: { column: 'r.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}
