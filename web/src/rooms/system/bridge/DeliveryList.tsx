import { deliveryList } from '@greenroom/contract/clients'
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
import { type Delivery, DeliveryState, deliveryActions } from './deliveryActions.tsx'

const filters = filtersOf({
  state: oneOf(['dead', 'waiting', 'delivered', 'superseded']),
  clientId: chosenFrom(useClientOptions),
  type: text(),
  subject: text(),
  at: dateRange(),
})

const columns: Column<Delivery>[] = [
  { id: 'type', cell: (delivery) => <Code>{delivery.type}</Code>, pinned: true, width: 190 },
  { id: 'state', cell: (delivery) => <DeliveryState of={delivery} />, width: 120 },
  { id: 'subject', cell: (delivery) => <Code>{delivery.subject}</Code>, width: 150 },
  { id: 'client', cell: (delivery) => delivery.client, width: 160 },
  { id: 'at', cell: (delivery) => <Time at={delivery.at} />, sort: 'at', width: 160 },
  { id: 'attempts', cell: (delivery) => <Amount value={delivery.attempts} unit="number" />, align: 'end', width: 80 },
  { id: 'lastError', cell: (delivery) => delivery.lastError, width: 260 },
  { id: 'nextAt', cell: (delivery) => <Time at={delivery.nextAt} />, width: 160 },
  { id: 'deliveredAt', cell: (delivery) => <Time at={delivery.deliveredAt} />, width: 160 },
  { id: 'lastStatus', cell: (delivery) => delivery.lastStatus?.toString(), align: 'end', width: 90, hidden: true },
  { id: 'stream', cell: (delivery) => delivery.stream, width: 110, hidden: true },
  { id: 'commandId', cell: (delivery) => <Code>{delivery.commandId}</Code>, width: 290, hidden: true },
]

const drawers = { command: loadable(() => import('./ShowDelivery.tsx')) }

export default function DeliveryList() {
  const list = useList({
    call: deliveryList,
    filters,
    sort: '-at',
    rowId: (delivery) => delivery.deliveryId,
    name: (delivery) => `${delivery.type} ${delivery.subject}`,
  })
  return (
    <ListPage list={list} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={deliveryActions} rowDrawer="command" />
    </ListPage>
  )
}
