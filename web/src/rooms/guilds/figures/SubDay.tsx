// /GuildManagement/LevelTwoGuildDailyDetail/:time: a day by sub-agency.
import { subAgencyDay } from '@greenroom/contract/guildFigures'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Column } from '../../../list/columns.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Totals } from './ReportTotals.tsx'
import { doneColumns, type GuildDay, guildColumn, guildMore, moveColumns } from './reportColumns.tsx'
import { noFilters, parentFilters, useLeads } from './reportFilters.ts'

const columns: Column<GuildDay>[] = [
  guildColumn(),
  ...doneColumns<GuildDay>(),
  ...moveColumns<GuildDay>(),
  ...guildMore<GuildDay>(),
]

export default function SubDay() {
  const { t } = useTranslation('guilds')
  const time = useParams()['time'] ?? ''
  const leads = useLeads()
  const list = useList({
    call: subAgencyDay,
    filters: leads ? noFilters : parentFilters,
    fixed: { time },
    rowId: (row) => row.reportId,
    name: (row) => `${row.guild.name} · ${row.day}`,
  })
  return (
    <ListPage list={list} title={t('reports.subDay', { day: time })} summary={<Totals answer={list.answer} />}>
      {!leads && <ListFilters />}
      <ListTable columns={columns} />
    </ListPage>
  )
}
