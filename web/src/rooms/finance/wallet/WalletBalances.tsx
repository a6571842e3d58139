// The balances of our addresses on the chain, beside the expected ones.
import type { RecordOf } from '@greenroom/contract/call'
import { walletList } from '@greenroom/contract/chain'
import { usdtChains } from '@greenroom/contract/statesAndKinds'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { defineCommand } from '../../../actions/action.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, flag, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { Tag } from '../../../ui/StatusBadge.tsx'
import { Address, chainNames } from '../usdt/Address.tsx'
import { Summary } from './Summary.tsx'

type Row = RecordOf<typeof walletList>

const filters = filtersOf({
  chain: oneOf(usdtChains),
  placeKind: oneOf(['wallet', 'deposit'] as const, { as: 'kind' }),
  differs: flag(),
  address: text({ most: 64 }),
})

const columns: Column<Row>[] = [
  { id: 'address', cell: (row) => <Address>{row.address}</Address>, pinned: true, width: 200 },
  { id: 'chain', cell: (row) => chainNames[row.chain], width: 80 },
  { id: 'placeKind', cell: (row) => <Place of={row} />, width: 220 },
  {
    id: 'onChain',
    cell: (row) => <Amount value={row.usdtMicros} unit="usdt" />,
    align: 'end',
    sort: 'usdt',
    width: 150,
  },
  { id: 'expected', cell: (row) => <Amount value={row.expectedMicros} unit="usdt" />, align: 'end', width: 150 },
  { id: 'difference', cell: (row) => <Difference of={row} />, align: 'end', width: 150 },
  { id: 'readAt', cell: (row) => <Time at={row.at} />, width: 165 },
  { id: 'block', cell: (row) => <Amount value={row.block} unit="number" />, align: 'end', width: 120, hidden: true },
]

function Place({ of }: { of: Row }) {
  const { label } = useLabels()
  if (of.kind === 'wallet') return <bdi title={of.name}>{of.name}</bdi>
  if (!of.payer) return label('finance:options.placeKind.deposit')
  return (
    <span>
      {label(`finance:options.ownerKind.${of.payer.kind}`)} <bdi dir="ltr">{of.payer.id}</bdi>
    </span>
  )
}

function Difference({ of }: { of: Row }) {
  const { label } = useLabels()
  const difference = of.usdtMicros - of.expectedMicros
  if (difference === 0) return '–'
  return (
    <>
      <Tag tone="bad">{label('finance:wallet.differs')}</Tag> <Amount value={difference} unit="usdt" />
    </>
  )
}

const commands = [
  defineCommand({
    id: 'finance.wallet.register',
    icon: IconPlus,
    primary: true,
    writes: true,
    key: 'add',
    drawer: 'register',
  }),
  defineCommand({ id: 'finance.wallet.confirm', icon: IconKey, writes: true, drawer: 'confirm' }),
]
const drawers = {
  register: loadable(() => import('./walletForms.tsx'), 'Register'),
  confirm: loadable(() => import('./walletForms.tsx'), 'Confirm'),
}

export default function Balances() {
  const list = useList({ call: walletList, filters, sort: '-usdt', rowId: (row) => row.id, name: (row) => row.address })
  return (
    <ListPage list={list} commands={commands} drawers={drawers} summary={<Summary />}>
      <ListFilters />
      <ListTable columns={columns} />
    </ListPage>
  )
}
