// /sociatyManage/deductions: advances, penalties and chargebacks of guilds and anchors; a leader reads those of their own guild.
import type { RecordOf } from '@greenroom/contract/call'
import { deductionList, deductionReverse } from '@greenroom/contract/guildMoney'
import { deductionsReversed } from '@greenroom/contract/sentences/guildMoney'
import { deductionKinds } from '@greenroom/contract/statesAndKinds'
import { IconArrowBackUp } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { addCommand } from '../../../actions/usualActions.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, idText, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import { PersonChip } from '../../../ui/values/UserChip.tsx'

type Deduction = RecordOf<typeof deductionList>

const filters = filtersOf({
  guildId: idText(),
  userId: idText(),
  deductionKind: oneOf(deductionKinds, { as: 'kind' }),
  deductionState: oneOf(['effective', 'reversed'] as const, { as: 'state' }),
  createdAt: dateRange(),
})

function State({ state }: Pick<Deduction, 'state'>) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.deduction[state]}>{label(`guilds:options.deductionState.${state}`)}</StatusBadge>
}

const columns: Column<Deduction>[] = [
  { id: 'guild', cell: (row) => `${row.guildName} (${row.guildId})`, pinned: true, width: 200 },
  { id: 'anchor', cell: (row) => (row.user ? <PersonChip person={row.user} /> : '–'), width: 210 },
  { id: 'amount', cell: (row) => <Amount value={row.usdCents} unit="usd" />, align: 'end', width: 120 },
  { id: 'week', cell: (row) => <bdi dir="ltr">{row.week}</bdi>, width: 115 },
  {
    id: 'deductionKind',
    cell: (row) => <Labelled by={`guilds:options.deductionKind.${row.kind}`} />,
    width: 120,
  },
  { id: 'deductionState', cell: (row) => <State state={row.state} />, width: 115 },
  {
    id: 'weekState',
    cell: (row) => (row.weekState ? <Labelled by={`guilds:options.weekState.${row.weekState}`} /> : '–'),
    width: 120,
  },
  { id: 'reason', cell: (row) => <span title={row.reason}>{row.reason}</span>, width: 260 },
  { id: 'createdAt', cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt', width: 165 },
  { id: 'by', cell: (row) => row.createdBy || '–', width: 120 },
  { id: 'reversedAt', cell: (row) => <Time at={row.reversedAt} />, width: 165 },
  {
    id: 'reverseReason',
    cell: (row) => <span title={row.reverseReason}>{row.reverseReason || '–'}</span>,
    width: 220,
  },
]

const reverse = defineAction<Deduction, Reason>({
  id: 'guilds.deduction.reverse',
  icon: IconArrowBackUp,
  danger: true,
  may: (row) => row.can.reverse,
  form: reasonForm,
  batch: batchOf(deductionReverse, ({ reason }: Reason) => ({ reason })),
  message: (rows, _, form) =>
    deductionsReversed(
      form,
      rows.map((row) => ({ from: row.user?.nickname ?? row.guildName, usdCents: row.usdCents })),
    ),
})

const commands = [addCommand('guilds.deduction')]
const drawers = {
  add: loadable(() => import('./AddDeductions.tsx')),
  chargeback: loadable(() => import('./ChargebackDeductions.tsx')),
}

export default function DeductionList() {
  const list = useList({
    call: deductionList,
    filters,
    sort: '-createdAt',
    name: (row) => row.user?.nickname ?? row.guildName,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={[reverse]} />
    </ListPage>
  )
}
