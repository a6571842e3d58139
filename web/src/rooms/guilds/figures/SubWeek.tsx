// /GuildManagement/LvevlTwoGuildWeekDetail/:startTime/:endTime: the weeks between two days by sub-agency. The specification spells the path
// this way.
import { subAgencyWeek } from '@greenroom/contract/guildFigures'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Totals } from './ReportTotals.tsx'
import { guildWeekColumns } from './reportColumns.tsx'
import { noFilters, parentFilters, useLeads } from './reportFilters.ts'

export default function SubWeek() {
  const { t } = useTranslation('guilds')
  const { startTime = '', endTime = '' } = useParams()
  const leads = useLeads()
  const list = useList({
    call: subAgencyWeek,
    filters: leads ? noFilters : parentFilters,
    fixed: { startTime, endTime },
    rowId: (row) => `${row.guild.guildId}-${row.week}`,
    sort: '-week',
    name: (row) => `${row.guild.name} · ${row.week}`,
  })
  return (
    <ListPage
      list={list}
      title={t('reports.subWeek', { from: startTime, to: endTime })}
      summary={<Totals answer={list.answer} />}
    >
      {!leads && <ListFilters />}
      <ListTable columns={guildWeekColumns} />
    </ListPage>
  )
}
