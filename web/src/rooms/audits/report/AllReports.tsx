// Every report, open or closed.

import { reportList } from '@greenroom/contract/auditReports'
import type { RecordOf } from '@greenroom/contract/call'
import { reportActions, reportStates } from '@greenroom/contract/statesAndKinds'
import { reportReason } from '../../../format/codeNames.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, flag, idText, oneOf, refText, type TextFilter, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import { Tabs } from './ReportTabs.tsx'

type Row = RecordOf<typeof reportList>

const filters = filtersOf({
  reportState: oneOf(reportStates, { as: 'state' }),
  reportAction: oneOf(reportActions, { as: 'action' }),
  isFalse: flag(),
  userId: idText(),
  reporterId: idText(),
  reportReason: {
    ...text(),
    payload: (_name, reason) => ({ reason }),
  } satisfies TextFilter,
  liveId: refText(),
  reportId: refText(),
  reportedAt: dateRange(),
})

const columns: Column<Row>[] = [
  {
    id: 'reported',
    cell: (row) => <PersonLink person={row.user} />,
    pinned: true,
    width: 210,
  },
  { id: 'reportState', cell: (row) => <State row={row} />, width: 160, least: 130 },
  { id: 'reportReason', cell: (row) => reportReason(row.reason) || '–', width: 140 },
  { id: 'reportText', cell: (row) => <bdi title={row.text}>{row.text || '–'}</bdi>, width: 260 },
  {
    id: 'reporter',
    cell: (row) => <PersonLink person={row.reporter} />,
    links: true,
    width: 200,
  },
  { id: 'reportedAt', cell: (row) => <Time at={row.reportedAt} />, sort: 'reportedAt', width: 165 },
  { id: 'reportAction', cell: (row) => <Outcome action={row.action} />, width: 150 },
  { id: 'decisionReason', cell: (row) => <span title={row.decision}>{row.decision || '–'}</span>, width: 220 },
  { id: 'decidedBy', cell: (row) => row.decidedBy || '–', width: 120 },
  { id: 'decidedAt', cell: (row) => <Time at={row.decidedAt} />, width: 165 },
  { id: 'liveId', cell: (row) => (row.liveId ? <Code>{row.liveId}</Code> : '–'), width: 200, hidden: true },
  { id: 'callId', cell: (row) => (row.callId ? <Code>{row.callId}</Code> : '–'), width: 200, hidden: true },
  { id: 'reportId', cell: (row) => <Code>{row.reportId}</Code>, width: 220, hidden: true },
]

function State({ row }: { row: Row }) {
  const { label } = useLabels()
  return (
    <span>
      <StatusBadge tone={tones.report[row.state]}>{label(`audits:options.reportState.${row.state}`)}</StatusBadge>{' '}
      {row.isFalse && <Tag tone="neutral">{label('audits:report.false')}</Tag>}
    </span>
  )
}

function Outcome({ action }: { action: string }) {
  const { label } = useLabels()
  return action === '' ? '–' : label(`audits:options.reportAction.${action}`)
}

export default function AllReports() {
  const list = useList({
    call: reportList,
    filters,
    rowId: (row) => row.reportId,
    sort: '-reportedAt',
    name: (row) => row.reportId,
  })
  return (
    <ListPage list={list} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} />
    </ListPage>
  )
}
