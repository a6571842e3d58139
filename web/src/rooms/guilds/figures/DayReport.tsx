// /sociatyManage/everyDayReport: guilds' activity and earnings by day.
import { everyDayReport } from '@greenroom/contract/guildFigures'
import type { Column } from '../../../list/columns.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Totals } from './ReportTotals.tsx'
import { dayColumn, doneColumns, type GuildDay, guildColumn, guildMore, moveColumns } from './reportColumns.tsx'
import { familyFilters, guildFilters, useLeads } from './reportFilters.ts'

const columns: Column<GuildDay>[] = [
  dayColumn(),
  guildColumn(),
  ...doneColumns<GuildDay>(),
  ...moveColumns<GuildDay>(),
  ...guildMore<GuildDay>(),
]

export default function DayReport() {
  const list = useList({
    call: everyDayReport,
    filters: useLeads() ? familyFilters : guildFilters,
    rowId: (row) => row.reportId,
    sort: '-day',
    name: (row) => `${row.guild.name} · ${row.day}`,
  })
  return (
    <ListPage list={list} summary={<Totals answer={list.answer} />}>
      <ListFilters />
      <ListTable columns={columns} rowHref={(row) => `/sociatyManage/everyDayReportDetail/${row.reportId}`} />
    </ListPage>
  )
}
