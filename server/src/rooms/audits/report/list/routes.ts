import { reportList } from '@greenroom/contract/auditReports'
import type { RecordOf } from '@greenroom/contract/call'
import { reportReasonText } from '@greenroom/contract/reportReasons'
import type { reportStates } from '@greenroom/contract/words'
import type { Language } from '../../../../kit/context.ts'
import { mapPage } from '../../../../kit/paging.ts'
import { type Served, serveList } from '../../../../kit/serve.ts'
import { type ReportRow, shownReport } from '../shown.ts'
import { actionNames, type Names } from '../words.ts'
import { reportPage } from './queries.ts'

const states: Readonly<Record<(typeof reportStates)[number], Names>> = {
  untreated: { en: 'Untreated', cn: '未处理' },
  processed: { en: 'Processed', cn: '已处理' },
}
const named = (of: Readonly<Record<string, Names>>, word: string, language: Language) => of[word]?.[language] ?? word

const shown = (row: ReportRow): RecordOf<typeof reportList> => ({
  ...shownReport(row),
  decision: row.decision,
  liveId: row.live_id,
  callId: row.call_id,
})

export const reportListRoutes: Served[] = [
  serveList(reportList, async (context, payload) => mapPage(await reportPage(context, payload), shown), [
    { names: { en: 'Report', cn: '举报编号' }, value: (row) => row.reportId },
    { names: { en: 'Reported at', cn: '举报时间' }, value: (row) => new Date(row.reportedAt) },
    { names: { en: 'Reported', cn: '被举报人 ID' }, value: (row) => row.user.userId },
    { names: { en: "Reported's nickname", cn: '被举报人昵称' }, value: (row) => row.user.nickname },
    { names: { en: 'Reporter', cn: '举报人 ID' }, value: (row) => row.reporter.userId },
    { names: { en: "Reporter's nickname", cn: '举报人昵称' }, value: (row) => row.reporter.nickname },
    { names: { en: 'Reason', cn: '举报原因' }, value: (row, { language }) => reportReasonText(row.reason, language) },
    { names: { en: 'Text', cn: '说明' }, value: (row) => row.text },
    { names: { en: 'Broadcast', cn: '直播编号' }, value: (row) => row.liveId },
    { names: { en: 'Call', cn: '通话编号' }, value: (row) => row.callId },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => named(states, row.state, language) },
    {
      names: { en: 'Action', cn: '处理结果' },
      value: (row, { language }) => named(actionNames, row.action, language),
    },
    { names: { en: 'False', cn: '不实举报' }, value: (row) => row.isFalse },
    { names: { en: 'Decision reason', cn: '处理原因' }, value: (row) => row.decision },
    { names: { en: 'Decided by', cn: '处理人' }, value: (row) => row.decidedBy },
    { names: { en: 'Decided at', cn: '处理时间' }, value: (row) => row.decidedAt && new Date(row.decidedAt) },
  ]),
]
