// /sociatyManage/settleAccounts: settlements of all guilds for staff, of their own family for a guild's accounts.
import { settlementList } from '@greenroom/contract/settlement'
import { settlementMethods, settlementStates } from '@greenroom/contract/words'
import { useMemo } from 'react'
import { dateRange, filtersOf, idText, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { useSession } from '../../../session/session.ts'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { settlementActions } from './actions.ts'
import { settlementColumns } from './columns.tsx'
import { Totals } from './Totals.tsx'

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
