// Outflows from our addresses: sweeps, payments, and others, which raise an alarm until someone explains them.
import type { RecordOf } from '@greenroom/contract/call'
import { outflowExplain, outflowList } from '@greenroom/contract/chain'
import { outflowsExplained } from '@greenroom/contract/sentences/chain'
import { outflowKinds, usdtChains } from '@greenroom/contract/statesAndKinds'
import { IconPencil } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, flag, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import { Address, chainNames, Transaction } from '../usdt/Address.tsx'
import { Summary } from './Summary.tsx'

type Row = RecordOf<typeof outflowList>

const filters = filtersOf({
  movedAt: dateRange(),
  chain: oneOf(usdtChains),
  outflowKind: oneOf(outflowKinds, { as: 'kind' }),
  unexplained: flag(),
})

const columns: Column<Row>[] = [
  { id: 'usdt', cell: (row) => <Amount value={row.usdtMicros} unit="usdt" />, align: 'end', pinned: true, width: 140 },
  { id: 'chain', cell: (row) => chainNames[row.chain], width: 80 },
  { id: 'outflowKind', cell: (row) => <Kind of={row} />, width: 150 },
  { id: 'from', cell: (row) => <Address>{row.from}</Address>, width: 190 },
  { id: 'to', cell: (row) => <Address>{row.to}</Address>, width: 190 },
  { id: 'movedAt', cell: (row) => <Time at={row.at} />, sort: 'at', width: 165 },
  {
    id: 'transaction',
    cell: (row) => <Transaction hash={row.transaction} explorer={row.explorer} />,
    links: true,
    width: 190,
  },
  { id: 'explanation', cell: (row) => <span title={row.explanation}>{row.explanation || '–'}</span>, width: 220 },
  { id: 'explainedBy', cell: (row) => row.explainedBy || '–', width: 130 },
]

function Kind({ of }: { of: Row }) {
  const { label } = useLabels()
  const tone = of.kind === 'elsewhere' && of.explainedBy ? 'neutral' : tones.outflow[of.kind]
  return <StatusBadge tone={tone}>{label(`finance:options.outflowKind.${of.kind}`)}</StatusBadge>
}

const explain = defineAction<Row, Reason, string>({
  id: 'finance.outflow.explain',
  icon: IconPencil,
  may: (row) => row.can.explain,
  form: reasonForm,
  batch: batchOf(outflowExplain, ({ reason }: Reason) => ({ reason })),
  message: (rows) => outflowsExplained(rows.length),
})

export default function Outflows() {
  const list = useList({
    call: outflowList,
    filters,
    sort: '-at',
    rowId: (row) => row.id,
    name: (row) => row.transaction,
  })
  return (
    <ListPage list={list} summary={<Summary />}>
      <ListFilters />
      <ListTable columns={columns} actions={[explain]} />
    </ListPage>
  )
}
