// /finance/usdtIn: USDT deposits, newest first. Confirmations update while shown.
import { usdtInList } from '@greenroom/contract/chain'
import { depositStates, payerKinds, usdtChains } from '@greenroom/contract/statesAndKinds'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, flag, idText, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Address, chainNames, Transaction, Why } from './Address.tsx'
import { Health, useHealth } from './ChainHealth.tsx'
import { type Deposit, DepositState, Payer } from './DepositState.tsx'
import { depositActions, nameOfDeposit } from './depositActions.ts'

const filters = filtersOf({
  movedAt: dateRange(),
  depositState: oneOf(depositStates, { as: 'state' }),
  chain: oneOf(usdtChains),
  ownerKind: oneOf(payerKinds),
  ownerId: idText(),
  address: text({ most: 64 }),
  transaction: text({ most: 70 }),
  vanished: flag(),
  unexplained: flag(),
})

const columns: Column<Deposit>[] = [
  {
    id: 'usdt',
    cell: (row) => <Amount value={row.usdtMicros} unit="usdt" />,
    align: 'end',
    pinned: true,
    width: 140,
  },
  { id: 'chain', cell: (row) => chainNames[row.chain], width: 80 },
  { id: 'depositState', cell: (row) => <DepositState of={row} />, width: 190 },
  { id: 'payer', cell: (row) => <Payer of={row} />, links: true, width: 190 },
  { id: 'why', cell: (row) => <Why reason={row.reason} />, width: 220 },
  { id: 'movedAt', cell: (row) => <Time at={row.at} />, sort: 'at', width: 165 },
  {
    id: 'transaction',
    cell: (row) => <Transaction hash={row.transaction} explorer={row.explorer} />,
    links: true,
    width: 190,
  },
  { id: 'address', cell: (row) => <Address>{row.address}</Address>, width: 190 },
  { id: 'from', cell: (row) => <Address>{row.from}</Address>, width: 190 },
  { id: 'settledAt', cell: (row) => <Time at={row.settledAt} />, width: 165 },
  { id: 'decidedBy', cell: (row) => row.decidedBy || '–', width: 130, hidden: true },
  { id: 'decisionReason', cell: (row) => row.decisionReason || '–', width: 220, hidden: true },
  {
    id: 'explanation',
    cell: (row) => <span title={row.explanation}>{row.explanation || '–'}</span>,
    width: 220,
    hidden: true,
  },
  { id: 'explainedBy', cell: (row) => row.explainedBy || '–', width: 130, hidden: true },
  { id: 'block', cell: (row) => <Amount value={row.block} unit="number" />, align: 'end', width: 120, hidden: true },
]

const drawers = { deposit: loadable(() => import('./DepositDrawer.tsx')) }

export default function DepositList() {
  const health = useHealth('usdtIn')
  const queries = useQueryClient()
  const list = useList({
    call: usdtInList,
    filters,
    sort: '-at',
    rowId: (row) => row.id,
    name: nameOfDeposit,
  })
  // The first page refreshes as blocks arrive.
  const blocks = health.data?.chains.map(({ block }) => block).join(' ')
  // biome-ignore lint: the blocks are what it waits for
  useEffect(() => {
    if (blocks !== undefined) void queries.invalidateQueries({ queryKey: [list.menu, list.call.name] })
  }, [blocks])
  return (
    <ListPage list={list} drawers={drawers} summary={health.data && <Health of={health.data.chains} />}>
      <ListFilters />
      <ListTable columns={columns} actions={depositActions} rowDrawer="deposit" />
    </ListPage>
  )
}
