// /sociatyManage/everyDayReportDetail/:id: a guild's day by anchor. The id has guild and day, `1001-2026-11-20`.
import type { Answer } from '@greenroom/contract/call'
import { everyDayReportDetail } from '@greenroom/contract/guildFigures'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Column } from '../../../list/columns.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { type AnchorDay, anchorColumn, doneColumns } from './reportColumns.tsx'
import { noFilters } from './reportFilters.ts'

const columns: Column<AnchorDay>[] = [
  anchorColumn(true),
  { id: 'dayValid', cell: (row) => <Valid valid={row.valid} />, width: 110 },
  ...doneColumns<AnchorDay>(),
]

function Valid({ valid }: { valid: boolean }) {
  const { t } = useTranslation('guilds')
  return <StatusBadge tone={valid ? 'good' : 'neutral'}>{t(valid ? 'reports.valid' : 'reports.notValid')}</StatusBadge>
}

export default function DayDetail() {
  const { t } = useTranslation('guilds')
  const id = useParams()['id'] ?? ''
  const list = useList({
    call: everyDayReportDetail,
    filters: noFilters,
    fixed: { id },
    rowId: (row) => row.anchor.userId,
    name: (row) => row.anchor.nickname || String(row.anchor.userId),
  })
  const answer = list.answer as Answer<typeof everyDayReportDetail> | undefined
  return (
    <ListPage
      list={list}
      title={t('reports.dayOf', { guild: answer?.guild.name ?? id.slice(0, -11), day: id.slice(-10) })}
    >
      <ListTable columns={columns} />
    </ListPage>
  )
}
