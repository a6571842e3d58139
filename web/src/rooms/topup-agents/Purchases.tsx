// The agent's own purchases.
import { agentOwnPurchaseList } from '@greenroom/contract/agentPortal'
import type { RecordOf } from '@greenroom/contract/call'
import { purchaseKinds, purchaseStates } from '@greenroom/contract/statesAndKinds'
import type { ReactNode } from 'react'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import type { Column } from '../../list/columns.ts'
import { dateRange, filtersOf, oneOf } from '../../list/filters.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { label } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'
import { Tokens } from '../../ui/Tokens.tsx'

type Purchase = RecordOf<typeof agentOwnPurchaseList>

const filters = filtersOf({
  purchaseKind: oneOf(purchaseKinds),
  purchaseState: oneOf(purchaseStates, { as: 'state' }),
  askedAt: dateRange(),
})

const columns: Column<Purchase>[] = [
  {
    id: 'purchaseKind',
    cell: (row) => <Labelled by={`topup-agents:options.purchaseKind.${row.kind}`} />,
    pinned: true,
    width: 120,
  },
  {
    id: 'purchaseState',
    cell: (row) => (
      <StatusBadge tone={tones.purchase[row.state]}>
        {label(`topup-agents:options.purchaseState.${row.state}`)}
      </StatusBadge>
    ),
    width: 110,
  },
  { id: 'usd', cell: (row) => <Amount value={row.usdMicros} unit="usdMicros" />, align: 'end', width: 105 },
  { id: 'tokens', cell: (row) => <Tokens amount={row.tokens} />, align: 'end', width: 100 },
  { id: 'extraTokens', cell: (row) => <Tokens amount={row.extraTokens} />, align: 'end', width: 120 },
  { id: 'askedAt', cell: (row) => <Time at={row.askedAt} />, sort: 'askedAt', width: 165 },
  { id: 'decidedAt', cell: (row) => <Time at={row.decidedAt} />, width: 165 },
  { id: 'reference', cell: (row) => <bdi>{row.reference}</bdi>, width: 220 },
  { id: 'reason', cell: (row) => row.reason || '–', width: 220 },
]

export function Purchases({ switcher }: { switcher: ReactNode }) {
  const list = useList({
    call: agentOwnPurchaseList,
    filters,
    sort: '-askedAt',
    rowId: (row) => row.purchaseId,
    name: (row) => row.reference,
  })
  return (
    <ListPage list={list} summary={switcher}>
      <ListFilters />
      <ListTable columns={columns} actions={[]} />
    </ListPage>
  )
}
