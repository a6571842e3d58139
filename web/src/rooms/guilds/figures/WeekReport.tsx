// /sociatyManage/weekReport: guilds' activity and earnings by week, and the same by anchor.
import type { RecordOf } from '@greenroom/contract/call'
import { weekReport, weekReportAnchors } from '@greenroom/contract/guildFigures'
import { isolated } from '@greenroom/contract/isolated'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import type { Column } from '../../../list/columns.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { Totals } from './ReportTotals.tsx'
import { anchorColumn, doneColumns, guildWeekColumns, weekColumn } from './reportColumns.tsx'
import { anchorFilters, familyFilters, guildFilters, sundayOf, useLeads } from './reportFilters.ts'

type AnchorWeek = RecordOf<typeof weekReportAnchors>

const anchorWeekColumns: Column<AnchorWeek>[] = [
  weekColumn(),
  anchorColumn(false),
  { id: 'guild', cell: (row) => <bdi title={row.guild.name}>{row.guild.name}</bdi>, width: 160 },
  { id: 'anchorDays', cell: (row) => <Amount value={row.validDays} unit="number" />, align: 'end', width: 110 },
  ...doneColumns<AnchorWeek>(),
]

export default function WeekReport() {
  const [address] = useAddress()
  return address.get('tab') === 'anchors' ? <Anchors /> : <Guilds />
}

/** Guilds or anchors, with the same days and guild. */
function Tabs() {
  const { t } = useTranslation('guilds')
  const [address] = useAddress()
  const anchors = address.get('tab') === 'anchors'
  const hrefOf = (tab: 'guilds' | 'anchors') => {
    const to = new URLSearchParams([...address].filter(([name]) => name === 'reportDays' || name === 'guildId'))
    if (tab === 'anchors') to.set('tab', tab)
    return `/sociatyManage/weekReport?${to}`
  }
  return (
    <ViewTabs
      label={t('reports.by')}
      tabs={(['guilds', 'anchors'] as const).map((tab) => ({
        id: tab,
        label: t(`reports.tabs.${tab}`),
        href: hrefOf(tab),
      }))}
      current={anchors ? 'anchors' : 'guilds'}
    />
  )
}

function Guilds() {
  const list = useList({
    call: weekReport,
    filters: useLeads() ? familyFilters : guildFilters,
    rowId: (row) => `${row.guild.guildId}-${row.week}`,
    sort: '-week',
    name: (row) => `${row.guild.name} · ${row.week}`,
  })
  return (
    <ListPage
      list={list}
      summary={
        <>
          <Tabs />
          <Totals answer={list.answer} />
        </>
      }
    >
      <ListFilters />
      <ListTable
        columns={guildWeekColumns}
        rowHref={({ guild, week }) =>
          `/sociatyManage/weekReport?tab=anchors&guildId=${guild.guildId}&reportDays=${week}..${sundayOf(week)}`
        }
      />
    </ListPage>
  )
}

function Anchors() {
  const list = useList({
    call: weekReportAnchors,
    filters: anchorFilters,
    rowId: (row) => `${row.anchor.userId}-${row.guild.guildId}-${row.week}`,
    sort: '-week',
    name: (row) => `${isolated(row.anchor.nickname || String(row.anchor.userId))} · ${row.week}`,
  })
  return (
    <ListPage list={list} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={anchorWeekColumns} />
    </ListPage>
  )
}
