import { userReportList } from '@greenroom/contract/auditReports'
import { userContentList } from '@greenroom/contract/audits'
import type { RecordOf } from '@greenroom/contract/call'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { shownReport } from '../report/reports.shown.ts'
import { type ItemRow, itemPage, reportPage } from './auditsOfUser.queries.ts'

const shownItem = (row: ItemRow): RecordOf<typeof userContentList> => ({
  itemId: row.id,
  kind: row.kind as RecordOf<typeof userContentList>['kind'],
  text: row.text,
  pictureUrls: row.picture_urls,
  score: row.score,
  labels: row.labels,
  state: row.state as RecordOf<typeof userContentList>['state'],
  reason: row.reason,
  submittedAt: row.submitted_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_by,
})

/** Calls of a user's page about audits. */
export const personRoutes: Served[] = [
  serve(userContentList, async (context, payload) => mapPage(await itemPage(context, payload), shownItem)),
  serve(userReportList, async (context, payload) => mapPage(await reportPage(context, payload), shownReport)),
]
