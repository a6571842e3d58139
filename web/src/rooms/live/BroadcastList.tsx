// /live/records: every broadcast, newest first.

import type { RecordOf } from '@greenroom/contract/call'
import { liveRecordList } from '@greenroom/contract/live'
import { recordStates } from '@greenroom/contract/statesAndKinds'
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
import { loadable } from '../../ui/loadable.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import { PersonChip } from '../../ui/values/UserChip.tsx'
import { State } from './BroadcastState.tsx'
import { Rate } from './Rate.tsx'

type Row = RecordOf<typeof liveRecordList>

const filters = filtersOf({
  startedAt: dateRange(),
  userId: idText(),
  state: oneOf(recordStates),
  paid: oneOf(['paid', 'free']),
  ...ofUsers,
  liveId: refText(),
})

const columns: Column<Row>[] = [
  {
    id: 'broadcaster',
    cell: (row) => (row.user ? <PersonChip person={row.user} /> : '–'),
    pinned: true,
    width: 230,
  },
  { id: 'state', cell: (row) => <State state={row.state} />, width: 120 },
  { id: 'startedAt', cell: (row) => <Time at={row.startedAt} />, sort: 'startedAt', width: 165 },
  { id: 'length', cell: (row) => <bdi dir="ltr">{duration(row.seconds)}</bdi>, align: 'end', width: 95 },
  { id: 'rate', cell: (row) => <Rate tokens={row.rate} />, align: 'end', width: 110 },
  { id: 'peakViewers', cell: (row) => <Amount value={row.peakViewers} unit="number" />, align: 'end', width: 110 },
  { id: 'views', cell: (row) => <Amount value={row.views} unit="number" />, align: 'end', width: 90 },
  { id: 'giftTokens', cell: (row) => <Tokens amount={row.giftTokens} />, align: 'end', width: 120 },
  { id: 'minuteTokens', cell: (row) => <Tokens amount={row.minuteTokens} />, align: 'end', width: 130 },
  { id: 'bonus', cell: (row) => <Amount value={row.bonus} unit="bonus" />, align: 'end', width: 100 },
  { id: 'endReason', cell: (row) => row.endReason || '–', width: 140 },
  { id: 'title', cell: (row) => <bdi>{row.title}</bdi>, width: 200 },
  { id: 'endedAt', cell: (row) => (row.endedAt ? <Time at={row.endedAt} /> : '–'), width: 165, hidden: true },
  { id: 'liveId', cell: (row) => <Code>{row.liveId}</Code>, width: 220, hidden: true },
]

const drawers = { record: loadable(() => import('./Broadcast.tsx')) }

export default function RecordList() {
  const list = useList({
    call: liveRecordList,
    filters,
    rowId: (row) => row.liveId,
    sort: '-startedAt',
    name: (row) => row.title,
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} rowDrawer="record" />
    </ListPage>
  )
}
