// /finance/recharge: recharge orders, newest first.
import { rechargeList } from '@greenroom/contract/finance'
import { orderMoments, orderStates, refundKinds } from '@greenroom/contract/statesAndKinds'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, flag, idText, oneOf, refText, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ofUsers } from '../../../listTools/filtersOfUsers.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { Paid, Refund, State } from './OrderState.tsx'
import { type Order, orderActions } from './orderActions.ts'

const filters = filtersOf({
  createdAt: dateRange(),
  orderMoment: oneOf(orderMoments, { as: 'moment' }),
  orderId: refText(),
  userId: idText(),
  state: oneOf(orderStates),
  refund: oneOf(refundKinds),
  gateway: text({ most: 40 }),
  product: text({ most: 60 }),
  channel: text({ most: 60 }),
  firstRecharge: flag(),
  ...ofUsers,
  gatewayReference: text({ most: 100 }),
  payerReference: text({ most: 100 }),
})

const columns: Column<Order>[] = [
  { id: 'orderId', cell: (row) => <Code>{row.orderId}</Code>, pinned: true, width: 190 },
  { id: 'user', cell: (row) => (row.user ? <PersonChip person={row.user} /> : '–'), width: 220 },
  { id: 'state', cell: (row) => <State order={row} />, width: 170 },
  { id: 'usd', cell: (row) => <Amount value={row.usdCents} unit="usd" />, align: 'end', width: 110 },
  { id: 'tokens', cell: (row) => <Tokens amount={row.tokens} />, align: 'end', width: 110 },
  { id: 'promoTokens', cell: (row) => <Tokens amount={row.promoTokens} />, align: 'end', width: 120 },
  { id: 'product', cell: (row) => row.product || '–', width: 150 },
  { id: 'gateway', cell: (row) => row.gateway || '–', width: 120 },
  { id: 'refund', cell: (row) => <Refund order={row} />, width: 150 },
  { id: 'createdAt', cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt', width: 165 },
  { id: 'paidAt', cell: (row) => <Time at={row.paidAt} />, sort: 'paidAt', width: 165 },
  { id: 'refundedAt', cell: (row) => <Time at={row.refundedAt} />, sort: 'refundedAt', width: 165, hidden: true },
  { id: 'channel', cell: (row) => row.channel || '–', width: 140 },
  {
    id: 'gatewayReference',
    cell: (row) => (row.gatewayReference ? <Code>{row.gatewayReference}</Code> : '–'),
    width: 220,
    hidden: true,
  },
  { id: 'paidAmount', cell: (row) => <Paid order={row} />, align: 'end', width: 140, hidden: true },
  {
    id: 'payerReference',
    cell: (row) => (row.payerReference ? <Code>{row.payerReference}</Code> : '–'),
    width: 160,
    hidden: true,
  },
  { id: 'fee', cell: (row) => <Amount value={row.feeUsdCents} unit="usd" />, align: 'end', width: 110, hidden: true },
  { id: 'debtTokens', cell: (row) => <Tokens amount={row.debtTokens} />, align: 'end', width: 120, hidden: true },
]

const drawers = { order: loadable(() => import('./OrderDrawer.tsx')) }

export default function OrderList() {
  const list = useList({
    call: rechargeList,
    filters,
    sort: '-createdAt',
    rowId: (row) => row.orderId,
    name: (row) => row.orderId,
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={orderActions} rowDrawer="order" />
    </ListPage>
  )
}
