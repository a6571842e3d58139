// /finance/agents: applications of top-up agents, newest first, with their states.
import { agentList } from '@greenroom/contract/agents'
import { agentStates } from '@greenroom/contract/statesAndKinds'
import { Amount } from '../../../format/Amount.tsx'
import { Country } from '../../../format/Country.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { AgentState } from './AgentState.tsx'
import { type Agent, agentActions } from './agentActions.ts'

const filters = filtersOf({
  userId: idText(),
  agentId: idText(),
  agentState: oneOf(agentStates, { as: 'state' }),
  appliedAt: dateRange(),
})

const columns: Column<Agent>[] = [
  { id: 'user', cell: (row) => <PersonChip person={row.user} />, pinned: true, width: 220 },
  { id: 'agentState', cell: (row) => <AgentState agent={row} />, width: 130 },
  { id: 'agentId', cell: (row) => (row.agentId === null ? '–' : String(row.agentId)), align: 'end', width: 90 },
  { id: 'account', cell: (row) => <bdi>{row.username || '–'}</bdi>, width: 130 },
  { id: 'contact', cell: (row) => <bdi>{row.contact}</bdi>, width: 180 },
  { id: 'country', cell: (row) => <Country code={row.country} />, width: 140 },
  { id: 'stockTokens', cell: (row) => <Tokens amount={row.stockTokens} />, align: 'end', width: 120 },
  { id: 'monthUsd', cell: (row) => <Amount value={row.monthUsdCents} unit="usd" />, align: 'end', width: 140 },
  { id: 'extraPercent', cell: (row) => <bdi dir="ltr">{row.extraPercent}%</bdi>, align: 'end', width: 90 },
  { id: 'soldToday', cell: (row) => <Tokens amount={row.soldTodayTokens} />, align: 'end', width: 120 },
  { id: 'appliedAt', cell: (row) => <Time at={row.appliedAt} />, sort: 'appliedAt', width: 165 },
  { id: 'reason', cell: (row) => <span title={row.reason}>{row.reason || '–'}</span>, width: 220 },
  { id: 'againFrom', cell: (row) => <Time at={row.againFrom} />, width: 165 },
  { id: 'decidedBy', cell: (row) => row.decidedBy || '–', width: 120, hidden: true },
  { id: 'decidedAt', cell: (row) => <Time at={row.decidedAt} />, width: 165, hidden: true },
  { id: 'note', cell: (row) => <span title={row.note}>{row.note || '–'}</span>, width: 240, hidden: true },
]

const drawers = {
  agent: loadable(() => import('./AgentDrawer.tsx')),
  account: loadable(() => import('./agentForms.tsx'), 'AccountForm'),
  limits: loadable(() => import('./agentForms.tsx'), 'LimitsForm'),
}

export default function AgentList() {
  const list = useList({
    call: agentList,
    filters,
    sort: '-appliedAt',
    rowId: (row) => row.user.userId,
    name: (row) => row.user.nickname || String(row.user.userId),
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={agentActions} rowDrawer="agent" />
    </ListPage>
  )
}
