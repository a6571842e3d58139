// /live/calls: every 1v1 call, newest first.

import type { RecordOf } from '@greenroom/contract/call'
import { liveCallList } from '@greenroom/contract/live'
import { callStates } from '@greenroom/contract/statesAndKinds'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import { duration } from '../../format/time.ts'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf, refText } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ofUsers } from '../../listTools/filtersOfUsers.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Code } from '../../ui/Facts.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import { PersonChip } from '../../ui/values/UserChip.tsx'
import { State } from './CallState.tsx'
import { Rate } from './Rate.tsx'

type Row = RecordOf<typeof liveCallList>

const filters = filtersOf({
  requestedAt: dateRange(),
  callerId: idText(),
  calleeId: idText(),
  kind: oneOf(['voice', 'video']),
  callState: { ...oneOf(callStates), payload: (_name: string, state: string) => ({ state }) },
  ...ofUsers,
  callId: refText(),
})

const columns: Column<Row>[] = [
  {
    id: 'caller',
    cell: (row) => <PersonChip person={row.caller} />,
    pinned: true,
    width: 210,
  },
  { id: 'callee', cell: (row) => <PersonLink person={row.callee} />, links: true, width: 210 },
  { id: 'callState', cell: (row) => <State state={row.state} />, width: 130 },
  { id: 'kind', cell: (row) => <Labelled by={`live:options.kind.${row.kind}`} />, width: 80 },
  { id: 'requestedAt', cell: (row) => <Time at={row.requestedAt} />, sort: 'requestedAt', width: 165 },
  {
    id: 'length',
    cell: (row) => (row.seconds === null ? '–' : <bdi dir="ltr">{duration(row.seconds)}</bdi>),
    align: 'end',
    width: 95,
  },
  { id: 'unitPrice', cell: (row) => <Rate tokens={row.unitPrice} />, align: 'end', width: 110 },
  { id: 'tokens', cell: (row) => <Tokens amount={row.tokens} />, align: 'end', width: 100 },
  { id: 'giftTokens', cell: (row) => <Tokens amount={row.giftTokens} />, align: 'end', width: 120 },
  { id: 'bonus', cell: (row) => <Amount value={row.bonus} unit="bonus" />, align: 'end', width: 90 },
  { id: 'points', cell: (row) => <Amount value={row.points} unit="number" />, align: 'end', width: 90 },
  { id: 'endReason', cell: (row) => row.endReason || '–', width: 140 },
  { id: 'answeredAt', cell: (row) => (row.answeredAt ? <Time at={row.answeredAt} /> : '–'), width: 165, hidden: true },
  { id: 'endedAt', cell: (row) => (row.endedAt ? <Time at={row.endedAt} /> : '–'), width: 165, hidden: true },
  { id: 'callId', cell: (row) => <Code>{row.callId}</Code>, width: 220, hidden: true },
]

const drawers = { call: loadable(() => import('./Call.tsx')) }

export default function CallList() {
  const list = useList({
    call: liveCallList,
    filters,
    rowId: (row) => row.callId,
    sort: '-requestedAt',
    name: (row) => row.callId,
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} rowDrawer="call" />
    </ListPage>
  )
}
