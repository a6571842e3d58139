// Maps a report to the contract, for lists and cases.

import type { userReportList } from '@greenroom/contract/auditReports'
import type { RecordOf } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { Selectable } from 'kysely'
import type { DB } from '../../../kit/database/database.ts'

/** A report with both users. */
export type ReportRow = Selectable<DB['audits.report']> & { reporter: PersonRef; user: PersonRef }

export const shownReport = (row: ReportRow): RecordOf<typeof userReportList> => ({
  reportId: row.id,
  reporter: row.reporter,
  user: row.user,
  reason: row.reason,
  text: row.text,
  evidenceUrls: row.evidence_urls,
  state: row.state as RecordOf<typeof userReportList>['state'],
  action: row.action,
  isFalse: row.is_false,
  reportedAt: row.reported_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_by,
})
