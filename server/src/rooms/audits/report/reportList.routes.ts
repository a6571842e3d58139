import { reportList } from '@greenroom/contract/auditReports'
import type { RecordOf } from '@greenroom/contract/call'
import { type Served, serveList } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { reportPage } from './reportList.queries.ts'
import { type ReportRow, shownReport } from './reports.shown.ts'

const shown = (row: ReportRow): RecordOf<typeof reportList> => ({
  ...shownReport(row),
  decision: row.decision,
  liveId: row.live_id,
  callId: row.call_id,
})

export const reportListRoutes: Served[] = [
  serveList(reportList, async (context, payload) => mapPage(await reportPage(context, payload), shown), [
    { heading: 'audits:columns.reportId', value: (row) => row.reportId },
    { heading: 'audits:columns.reportedAt', value: (row) => new Date(row.reportedAt) },
    { heading: 'exports:columns.reported', value: (row) => row.user.userId },
    { heading: 'exports:columns.reportedsNickname', value: (row) => row.user.nickname },
    { heading: 'exports:columns.reporter', value: (row) => row.reporter.userId },
    { heading: 'exports:columns.reportersNickname', value: (row) => row.reporter.nickname },
    {
      heading: 'exports:columns.reason',
      value: (row, { language }) => optionText('moderation:options.reportReason', row.reason, language),
    },
    { heading: 'audits:columns.text', value: (row) => row.text },
    { heading: 'audits:columns.liveId', value: (row) => row.liveId },
    { heading: 'audits:columns.callId', value: (row) => row.callId },
    {
      heading: 'audits:columns.reportState',
      value: (row, { language }) => optionText('audits:options.reportState', row.state, language),
    },
    {
      heading: 'audits:columns.reportAction',
      value: (row, { language }) => optionText('audits:options.reportAction', row.action, language),
    },
    { heading: 'exports:columns.false', value: (row) => row.isFalse },
    { heading: 'audits:columns.decisionReason', value: (row) => row.decision },
    { heading: 'audits:columns.decidedBy', value: (row) => row.decidedBy },
    { heading: 'exports:columns.auditsDecidedAt', value: (row) => row.decidedAt && new Date(row.decidedAt) },
  ]),
]
