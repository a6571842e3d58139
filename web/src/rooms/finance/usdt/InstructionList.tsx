// /finance/usdtOut: payment instructions. The owner's wallet makes the payments, and its transactions prove them.

import type { Answer, RecordOf } from '@greenroom/contract/call'
import { usdtOutExport, usdtOutList, usdtOutWithdraw } from '@greenroom/contract/chain'
import { instructionsExported, instructionsWithdrawn } from '@greenroom/contract/sentences/chain'
import { instructionStates, usdtChains } from '@greenroom/contract/statesAndKinds'
import { IconArrowBackUp, IconClipboardText, IconFileExport, IconRepeat } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { batchOf, defineAction, defineCommand } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { saveCsv } from '../../../charts/csv.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import { PayeeLink } from '../PayeeLink.tsx'
import { Address, chainNames, Transaction, Why } from './Address.tsx'
import { Health, pollMs, useHealth } from './ChainHealth.tsx'

// Actions on payment instructions.
type Instruction = RecordOf<typeof usdtOutList>

const sumOf = (rows: readonly Instruction[]) => ({
  count: rows.length,
  usdtMicros: rows.reduce((sum, row) => sum + row.usdtMicros, 0),
})

/** USDT with all its decimals, as wallets read amounts. */
const exact = (micros: number): string =>
  `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`

/** A file for each batch, with the payments for the owner's wallet. */
function saveFiles({ batches }: Answer<typeof usdtOutExport>): void {
  for (const { batch, chain, lines } of batches)
    saveCsv(`usdt ${chain} batch ${batch}`, [
      ['instruction', 'chain', 'contract', 'address', 'usdt'],
      ...lines.map((line) => [line.id, line.chain, line.contract, line.address, exact(line.usdtMicros)]),
    ])
}

async function exported(ids: number[], again: boolean) {
  const answer = await call(usdtOutExport, { ids, again })
  saveFiles(answer)
  return answer
}

const exportFirst = defineAction<Instruction>({
  id: 'finance.instruction.export',
  icon: IconFileExport,
  confirm: true,
  may: (row) => row.can.export,
  run: (ids) => exported(ids, false),
  message: (rows) => instructionsExported(sumOf(rows), false),
})

const exportAgain = defineAction<Instruction>({
  id: 'finance.instruction.exportAgain',
  icon: IconRepeat,
  danger: true,
  may: (row) => row.can.exportAgain,
  run: (ids) => exported(ids, true),
  message: (rows) => instructionsExported(sumOf(rows), true),
})

const withdraw = defineAction<Instruction, Reason>({
  id: 'finance.instruction.withdraw',
  icon: IconArrowBackUp,
  danger: true,
  may: (row) => row.can.withdraw,
  form: reasonForm,
  batch: batchOf(usdtOutWithdraw, ({ reason }: Reason) => ({ reason })),
  message: (rows) => instructionsWithdrawn(sumOf(rows)),
})

const instructionActions = [exportFirst, exportAgain, withdraw]

const filters = filtersOf({
  createdAt: dateRange(),
  instructionState: oneOf(instructionStates, { as: 'state' }),
  chain: oneOf(usdtChains),
  batch: idText(),
  payoutBatch: idText(),
  payeeId: text({ most: 100 }),
  address: text({ most: 64 }),
  transaction: text({ most: 70 }),
})

const columns: Column<Instruction>[] = [
  { id: 'instruction', cell: (row) => <bdi dir="ltr">{row.id}</bdi>, pinned: true, width: 100 },
  { id: 'usdt', cell: (row) => <Amount value={row.usdtMicros} unit="usdt" />, align: 'end', width: 140 },
  { id: 'chain', cell: (row) => chainNames[row.chain], width: 80 },
  { id: 'instructionState', cell: (row) => <State of={row} />, width: 150 },
  {
    id: 'payee',
    cell: (row) => <PayeeLink of={{ payeeId: row.payee.id, payeeName: row.payee.name }} />,
    links: true,
    width: 250,
  },
  { id: 'address', cell: (row) => <Address>{row.address}</Address>, width: 190 },
  { id: 'why', cell: (row) => <Why reason={row.reason} />, width: 170 },
  { id: 'waitsUntil', cell: (row) => <Time at={row.waitsUntil} />, width: 165 },
  { id: 'batch', cell: (row) => (row.batch === null ? '–' : String(row.batch)), align: 'end', width: 90 },
  {
    id: 'transaction',
    cell: (row) => <Transaction hash={row.transaction} explorer={row.explorer} />,
    links: true,
    width: 190,
  },
  { id: 'createdAt', cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt', width: 165 },
  { id: 'endedAt', cell: (row) => <Time at={row.endedAt} />, width: 165 },
  {
    id: 'payoutBatch',
    cell: (row) =>
      row.payoutBatch === null ? (
        '–'
      ) : (
        <Link to={`/finance/payout?tab=batches&drawer=batch:${row.payoutBatch}`}>{row.payoutBatch}</Link>
      ),
    align: 'end',
    links: true,
    width: 120,
  },
  { id: 'payout', cell: (row) => <bdi dir="ltr">{row.payoutId}</bdi>, width: 190, hidden: true },
]

function State({ of }: { of: Instruction }) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={tones.instruction[of.state]}>
      {label(`finance:options.instructionState.${of.state.replaceAll(' ', '_')}`)}
    </StatusBadge>
  )
}

const commands = [
  defineCommand({
    id: 'finance.instruction.hashes',
    icon: IconClipboardText,
    primary: true,
    writes: true,
    key: 'add',
    drawer: 'hashes',
  }),
]
const drawers = { hashes: loadable(() => import('./EnterHashes.tsx')) }

export default function InstructionList() {
  const list = useList({ call: usdtOutList, filters, sort: '-createdAt', name: (row) => `${row.id} ${row.payee.name}` })
  const health = useHealth('usdtOut')
  const queries = useQueryClient()
  // Sent payments change as blocks arrive.
  const moving = list.rows.some(({ state, batch }) => state === 'broadcast' || (state === 'signing' && batch !== null))
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: [list.menu, usdtOutList.name] }), pollMs)
    return () => clearInterval(timer)
  }, [moving, queries, list.menu])
  return (
    <ListPage
      list={list}
      commands={commands}
      drawers={drawers}
      summary={health.data && <Health of={health.data.chains} />}
    >
      <ListFilters />
      <ListTable columns={columns} actions={instructionActions} />
    </ListPage>
  )
}
