import { heldEventList } from '@greenroom/contract/clients'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Tabs } from './BridgeTabs.tsx'
import { useClientOptions } from './bridgeFilters.ts'
import { type HeldEvent, HeldState, heldActions } from './heldActions.tsx'

const filters = filtersOf({
  state: oneOf(['held', 'failing', 'replayed', 'refused', 'dropped']),
  clientId: chosenFrom(useClientOptions),
  type: text(),
  at: dateRange(),
})

const columns: Column<HeldEvent>[] = [
  { id: 'type', cell: (event) => <Code>{event.type}</Code>, pinned: true, width: 190 },
  { id: 'state', cell: (event) => <HeldState of={event} />, width: 120 },
  { id: 'client', cell: (event) => event.client, width: 160 },
  { id: 'happenedAt', cell: (event) => <Time at={event.happenedAt} />, sort: 'happenedAt', width: 160 },
  { id: 'tries', cell: (event) => <Amount value={event.tries} unit="number" />, align: 'end', width: 80 },
  { id: 'why', cell: (event) => event.reason, width: 300 },
  { id: 'lastFailedAt', cell: (event) => <Time at={event.lastFailedAt} />, width: 160 },
  { id: 'firstFailedAt', cell: (event) => <Time at={event.firstFailedAt} />, width: 160, hidden: true },
  { id: 'errorCode', cell: (event) => event.errorCode?.toString(), align: 'end', width: 90, hidden: true },
  { id: 'endedBy', cell: (event) => event.endedBy, width: 140 },
  { id: 'endedAt', cell: (event) => <Time at={event.endedAt} />, width: 160 },
  { id: 'eventId', cell: (event) => <Code>{event.eventId}</Code>, width: 290, hidden: true },
]

const drawers = { event: loadable(() => import('./ShowHeld.tsx'), 'ShowHeld') }

export default function HeldList() {
  const list = useList({
    call: heldEventList,
    filters,
    sort: '-happenedAt',
    rowId: (event) => event.eventId,
    name: (event) => `${event.type} ${event.client}`,
  })
  return (
    <ListPage list={list} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={heldActions} rowDrawer="event" />
    </ListPage>
  )
}
