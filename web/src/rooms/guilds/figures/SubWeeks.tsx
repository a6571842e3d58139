// /GuildManagement/LevelTwoGuildWeek: the weeks of all sub-agencies together.
import type { RecordOf } from '@greenroom/contract/call'
import { subAgencyWeeks } from '@greenroom/contract/guildFigures'
import { Amount } from '../../../format/Amount.tsx'
import type { Column } from '../../../list/columns.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useAddress } from '../../../session/useAddress.ts'
import { doneColumns, moveColumns, weekColumn } from './reportColumns.tsx'
import { ownSubFilters, subFilters, sundayOf, useLeads } from './reportFilters.ts'

type Week = RecordOf<typeof subAgencyWeeks>

const columns: Column<Week>[] = [
  weekColumn(),
  { id: 'subsActive', cell: (row) => <Amount value={row.guilds} unit="number" />, align: 'end', width: 130 },
  ...doneColumns<Week>(),
  ...moveColumns<Week>(),
]

export default function SubWeeks() {
  const [address] = useAddress()
  const parent = address.get('parentId')
  const list = useList({
    call: subAgencyWeeks,
    filters: useLeads() ? ownSubFilters : subFilters,
    rowId: (row) => row.week,
    sort: '-week',
    name: (row) => row.week,
  })
  return (
    <ListPage list={list}>
      <ListFilters />
      <ListTable
        columns={columns}
        rowHref={({ week }) =>
          `/GuildManagement/LvevlTwoGuildWeekDetail/${week}/${sundayOf(week)}${parent ? `?parentId=${parent}` : ''}`
        }
      />
    </ListPage>
  )
}
