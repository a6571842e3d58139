// /finance/chargeback: chargebacks, with amounts taken back and still owed.
import { chargebackList } from '@greenroom/contract/chargebacks'
import { chargebackKinds, chargebackStates } from '@greenroom/contract/statesAndKinds'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, flag, idText, oneOf, refText, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { State } from './ChargebackState.tsx'
import { Tabs } from './ChargebackTabs.tsx'
import { type Chargeback, chargebackActions } from './chargebackActions.ts'

const filters = filtersOf({
  chargedAt: dateRange(),
  chargebackState: oneOf(chargebackStates, { as: 'state' }),
  chargebackKind: oneOf(chargebackKinds, { as: 'kind' }),
  userId: idText(),
  orderId: refText(),
  gateway: text({ most: 40 }),
  payerReference: text({ most: 100 }),
  deviceId: refText(),
  owing: flag(),
})

const columns: Column<Chargeback>[] = [
  { id: 'orderId', cell: (row) => <Code>{row.orderId}</Code>, pinned: true, width: 180 },
  { id: 'user', cell: (row) => <PersonChip person={row.user} />, width: 210 },
  { id: 'chargebackState', cell: (row) => <State state={row.state} />, width: 120 },
  { id: 'usd', cell: (row) => <Amount value={row.usdCents} unit="usd" />, align: 'end', sort: 'usdCents', width: 110 },
  { id: 'takenTokens', cell: (row) => <Tokens amount={row.takenTokens} />, align: 'end', width: 120 },
  {
    id: 'owedTokens',
    cell: (row) => <Tokens amount={row.owedTokens} />,
    align: 'end',
    sort: 'owedTokens',
    width: 120,
  },
  { id: 'repaidTokens', cell: (row) => <Tokens amount={row.repaidTokens} />, align: 'end', width: 110 },
  { id: 'ofUser', cell: (row) => <Amount value={row.ofUser} unit="number" />, align: 'end', width: 130 },
  { id: 'chargedAt', cell: (row) => <Time at={row.at} />, sort: 'at', width: 165 },
  {
    id: 'chargebackKind',
    cell: (row) => <Labelled by={`finance:options.chargebackKind.${row.kind}`} />,
    width: 120,
  },
  { id: 'gateway', cell: (row) => row.gateway || '–', width: 120 },
  {
    id: 'payerReference',
    cell: (row) => (row.payerReference ? <Code>{row.payerReference}</Code> : '–'),
    width: 160,
  },
  { id: 'debtTokens', cell: (row) => <Tokens amount={row.debtTokens} />, align: 'end', width: 120, hidden: true },
  {
    id: 'writtenOffTokens',
    cell: (row) => <Tokens amount={row.writtenOffTokens} />,
    align: 'end',
    width: 120,
    hidden: true,
  },
]

const drawers = { chargeback: loadable(() => import('./ChargebackDrawer.tsx')) }

export default function ChargebackList() {
  const list = useList({
    call: chargebackList,
    filters,
    sort: '-at',
    rowId: (row) => row.chargebackId,
    name: (row) => row.orderId,
  })
  return (
    <ListPage list={list} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={chargebackActions} rowDrawer="chargeback" />
    </ListPage>
  )
}
