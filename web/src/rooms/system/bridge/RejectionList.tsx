import type { RecordOf } from '@greenroom/contract/call'
import { rejectionList } from '@greenroom/contract/clients'
import { IconEye } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Tabs } from './BridgeTabs.tsx'
import { number, useClientOptions } from './bridgeFilters.ts'

type Rejection = RecordOf<typeof rejectionList>

const filters = filtersOf({
  clientId: chosenFrom(useClientOptions),
  type: text(),
  errorCode: number(),
  at: dateRange(),
})

const columns: Column<Rejection>[] = [
  { id: 'type', cell: (line) => <Code>{line.type}</Code>, pinned: true, width: 190 },
  { id: 'errorCode', cell: (line) => String(line.errorCode), align: 'end', width: 90 },
  { id: 'why', cell: (line) => line.why, width: 280 },
  { id: 'client', cell: (line) => line.client, width: 160 },
  { id: 'at', cell: (line) => <Time at={line.at} />, sort: 'at', width: 160 },
  { id: 'line', cell: (line) => <Code>{line.line}</Code>, width: 480, least: 200 },
]

const show = defineAction<Rejection, undefined, string>({
  id: 'system.bridge.showLine',
  icon: IconEye,
  may: () => true,
  drawer: 'line',
})
const actions = [show]
const drawers = { line: loadable(() => import('./ShowHeld.tsx'), 'ShowRejection') }

export default function RejectionList() {
  const list = useList({
    call: rejectionList,
    filters,
    sort: '-at',
    rowId: (line) => line.rejectionId,
    name: (line) => `${line.type} ${line.errorCode}`,
  })
  return (
    <ListPage list={list} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="line" />
    </ListPage>
  )
}
