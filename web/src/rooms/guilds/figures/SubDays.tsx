// /GuildManagement/LevelTwoGuildDaily: the days of all sub-agencies together.
import type { RecordOf } from '@greenroom/contract/call'
import { subAgencyDays } from '@greenroom/contract/guildFigures'
import { Amount } from '../../../format/Amount.tsx'
import type { Column } from '../../../list/columns.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useAddress } from '../../../session/useAddress.ts'
import { dayColumn, doneColumns, moveColumns } from './reportColumns.tsx'
import { ownSubFilters, subFilters, useLeads } from './reportFilters.ts'

type Day = RecordOf<typeof subAgencyDays>

const columns: Column<Day>[] = [
  dayColumn(),
  { id: 'subsActive', cell: (row) => <Amount value={row.guilds} unit="number" />, align: 'end', width: 130 },
  ...doneColumns<Day>(),
  ...moveColumns<Day>(),
]

export default function SubDays() {
  const [address] = useAddress()
  const parent = address.get('parentId')
  const list = useList({
    call: subAgencyDays,
    filters: useLeads() ? ownSubFilters : subFilters,
    rowId: (row) => row.day,
    sort: '-day',
    name: (row) => row.day,
  })
  return (
    <ListPage list={list}>
      <ListFilters />
      <ListTable
        columns={columns}
        rowHref={(row) => `/GuildManagement/LevelTwoGuildDailyDetail/${row.day}${parent ? `?parentId=${parent}` : ''}`}
      />
    </ListPage>
  )
}
