// /live/gifts: every gift, newest first.
import type { RecordOf } from '@greenroom/contract/call'
import { liveGiftList } from '@greenroom/contract/live'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, idText, refText } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Code } from '../../ui/Facts.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import { GiftName } from '../../ui/values/GiftName.tsx'

type Row = RecordOf<typeof liveGiftList>

const filters = filtersOf({
  at: dateRange(),
  senderId: idText(),
  receiverId: idText(),
  liveId: refText(),
  callId: refText(),
})

const columns: Column<Row>[] = [
  { id: 'at', cell: (row) => <Time at={row.at} />, pinned: true, width: 165 },
  { id: 'sender', cell: (row) => <PersonLink person={row.sender} />, links: true, width: 220 },
  {
    id: 'receiver',
    cell: (row) => <PersonLink person={row.receiver} />,
    links: true,
    width: 220,
  },
  { id: 'gift', cell: (row) => <GiftName of={row} />, width: 140 },
  { id: 'giftId', cell: (row) => <Code>{String(row.giftId)}</Code>, width: 80, hidden: true },
  { id: 'count', cell: (row) => <Amount value={row.count} unit="number" />, align: 'end', width: 80 },
  { id: 'tokens', cell: (row) => <Tokens amount={row.tokens} />, align: 'end', width: 110 },
  { id: 'promoTokens', cell: (row) => <Tokens amount={row.promoTokens} />, align: 'end', width: 130 },
  { id: 'bonus', cell: (row) => <Amount value={row.bonus} unit="bonus" />, align: 'end', width: 100 },
  { id: 'liveId', cell: (row) => (row.liveId ? <Code>{row.liveId}</Code> : '–'), width: 200 },
  { id: 'callId', cell: (row) => (row.callId ? <Code>{row.callId}</Code> : '–'), width: 200 },
  { id: 'giftEventId', cell: (row) => <Code>{row.giftEventId}</Code>, width: 290, hidden: true },
]

const entriesOf = (row: Row) => `/flow/token?reference=${encodeURIComponent(`gift ${row.giftEventId}`)}`

export default function GiftList() {
  const list = useList({ call: liveGiftList, filters, rowId: (row) => row.giftEventId, name: (row) => row.giftEventId })
  return (
    <ListPage list={list}>
      <ListFilters />
      <ListTable columns={columns} rowHref={entriesOf} />
    </ListPage>
  )
}
