// Fees of chains, as finance enters them in USD.
import type { RecordOf } from '@greenroom/contract/call'
import { gasList, gasReverse } from '@greenroom/contract/chain'
import { gasReversed } from '@greenroom/contract/sentences/chain'
import { usdtChains } from '@greenroom/contract/statesAndKinds'
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { defineAction, defineCommand } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { chainNames } from '../usdt/Address.tsx'
import { Summary } from './Summary.tsx'

type Row = RecordOf<typeof gasList>

const filters = filtersOf({ movedAt: dateRange(), chain: oneOf(usdtChains) })

const columns: Column<Row>[] = [
  { id: 'feeUsd', cell: (row) => <Amount value={row.usdCents} unit="usd" />, align: 'end', pinned: true, width: 130 },
  { id: 'chain', cell: (row) => chainNames[row.chain], width: 80 },
  { id: 'note', cell: (row) => <span title={row.note}>{row.note}</span>, width: 320 },
  { id: 'enteredBy', cell: (row) => row.enteredBy, width: 130 },
  { id: 'movedAt', cell: (row) => <Time at={row.at} />, sort: 'at', width: 165 },
  { id: 'reversedBy', cell: (row) => row.reversedBy || '–', width: 130 },
  { id: 'reversedAt', cell: (row) => <Time at={row.reversedAt} />, width: 165 },
  { id: 'reverseReason', cell: (row) => <span title={row.reverseReason}>{row.reverseReason || '–'}</span>, width: 220 },
  { id: 'transfer', cell: (row) => <ToTransfer id={row.transferId} />, links: true, width: 120 },
]

function ToTransfer({ id }: { id: string }) {
  const { label } = useLabels()
  return (
    <Link to={`/flow/token?drawer=${encodeURIComponent(`transfer:${id}`)}`}>{label('finance:story.transfer')}</Link>
  )
}

const reverse = defineAction<Row, Reason, string>({
  id: 'finance.wallet.gasReverse',
  icon: IconArrowBackUp,
  may: (row) => row.can.reverse,
  single: true,
  form: reasonForm,
  run: ([id = ''], { reason }) => call(gasReverse, { id, reason }),
  message: ([row]) => gasReversed(row!),
})

const commands = [
  defineCommand({ id: 'finance.wallet.gas', icon: IconPlus, primary: true, writes: true, key: 'add', drawer: 'gas' }),
]
const drawers = { gas: loadable(() => import('./walletForms.tsx'), 'EnterGas') }

export default function Fees() {
  const list = useList({ call: gasList, filters, sort: '-at', rowId: (row) => row.id, name: (row) => row.note })
  return (
    <ListPage list={list} commands={commands} drawers={drawers} summary={<Summary />}>
      <ListFilters />
      <ListTable columns={columns} actions={[reverse]} />
    </ListPage>
  )
}
