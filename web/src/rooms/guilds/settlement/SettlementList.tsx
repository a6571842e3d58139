// /sociatyManage/settleAccounts: settlements of all guilds for staff, of their own family for a guild's accounts.
import { settlementList, settlementTotals } from '@greenroom/contract/settlement'
import { settlementMethods, settlementStates } from '@greenroom/contract/statesAndKinds'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { useCurrentList } from '../../../list/currentList.ts'
import { dateRange, filtersOf, idText, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useSession } from '../../../session/session.ts'
import { Sums } from '../figures/ReportTotals.tsx'
import { settlementActions } from './settlementActions.ts'
import { settlementColumns } from './settlementColumns.tsx'

// Totals of the settlements that match a list's filters.
const shown = [
  'settlements',
  'payableCents',
  'paidCents',
  'commissionCents',
  'overrideCents',
  'bonusCents',
  'salaryCents',
] as const

function Totals() {
  const { t } = useTranslation('guilds')
  const { payload } = useCurrentList()
  const { data } = useQuery({
    queryKey: ['guilds.settleAccounts', 'settlementTotals', payload],
    queryFn: ({ signal }) => call(settlementTotals, payload, { signal }),
  })
  const valueOf = (name: (typeof shown)[number]) => {
    if (!data) return '…'
    return name === 'settlements' ? data[name] : <Amount value={data[name]} unit="usd" />
  }
  return <Sums busy={!data} of={shown.map((name) => [t(`settlement.totals.${name}`), valueOf(name)])} />
}

const filters = filtersOf({
  q: text({ most: 2_000 }),
  settlementState: oneOf(settlementStates, { as: 'state' }),
  weeks: dateRange('weekFrom', 'weekTo'),
  method: oneOf(settlementMethods),
  guildId: idText(),
})

export default function SettlementList() {
  const { unionId } = useSession().user
  const list = useList({
    call: settlementList,
    filters,
    sort: '-week',
    rowId: (row) => row.settlementId,
    name: (row) => `${row.guild.name} ${row.week}`,
  })
  const columns = useMemo(() => settlementColumns(unionId), [unionId])
  const actions = useMemo(() => settlementActions(unionId === null), [unionId])
  return (
    <ListPage list={list} summary={<Totals />}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} />
    </ListPage>
  )
}
