// A report as lists and cases show it.

import type { userReportList } from '@greenroom/contract/audits'
import type { RecordOf } from '@greenroom/contract/call'
import type { Selectable } from 'kysely'
import type { DB } from '../../../kit/database.ts'

/** A report with the names of both. */
export type ReportRow = Selectable<DB['audits.report']> & { reporter_nickname: string; user_nickname: string }

export const shownReport = (row: ReportRow): RecordOf<typeof userReportList> => ({
  reportId: row.id,
  reporter: { userId: Number(row.reporter_id), nickname: row.reporter_nickname },
  user: { userId: Number(row.user_id), nickname: row.user_nickname },
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
