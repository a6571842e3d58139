// Every leg of every transfer, newest first.
import { amountIn } from '@greenroom/contract/amounts'
import type { RecordOf } from '@greenroom/contract/call'
import { flowTokenList } from '@greenroom/contract/flow'
import { countedFigures, currencies } from '@greenroom/contract/statesAndKinds'
import { IconEye } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, idText, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Actor, Kind, Owner, Purpose, Signed } from '../../../page/money/LedgerEntry.tsx'
import { unitOf } from '../../../page/money/ledgerUnits.ts'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useKindOptions, usePurposeOptions } from '../entryOptions.ts'
import { commands, drawers, Tabs } from './TokenTabs.tsx'

type Entry = RecordOf<typeof flowTokenList>

const filters = filtersOf({
  occurredAt: dateRange(),
  userId: idText(),
  kind: chosenFrom(useKindOptions),
  currency: oneOf(currencies),
  purpose: chosenFrom(usePurposeOptions),
  owner: text(),
  reference: text(),
  counted: oneOf(countedFigures),
})

const columns: Column<Entry>[] = [
  { id: 'occurredAt', cell: (entry) => <Time at={entry.occurredAt} />, pinned: true, width: 165 },
  { id: 'kind', cell: (entry) => <Kind kind={entry.kind} />, width: 145 },
  { id: 'owner', cell: (entry) => <Owner owner={entry.owner} />, width: 95 },
  { id: 'purpose', cell: (entry) => <Purpose purpose={entry.purpose} />, width: 155 },
  { id: 'currency', cell: (entry) => <Labelled by={`flow:options.currency.${entry.currency}`} />, width: 80 },
  {
    id: 'amount',
    cell: (entry) => <Signed amount={amountIn(entry)} currency={entry.currency} />,
    align: 'end',
    width: 115,
  },
  {
    id: 'reserved',
    cell: (entry) => <Signed amount={amountIn(entry.reserved)} currency={entry.currency} />,
    align: 'end',
    width: 75,
  },
  {
    id: 'postedAfter',
    cell: (entry) =>
      entry.postedAfter === null ? '–' : <Amount value={amountIn(entry.postedAfter)} unit={unitOf[entry.currency]} />,
    align: 'end',
    width: 115,
  },
  { id: 'reference', cell: (entry) => <Code>{entry.reference}</Code>, width: 260 },
  { id: 'phase', cell: (entry) => <Labelled by={`flow:options.phase.${entry.phase}`} />, width: 100, hidden: true },
  { id: 'actor', cell: (entry) => <Actor actor={entry.actor} />, width: 120, hidden: true },
  { id: 'recordedAt', cell: (entry) => <Time at={entry.recordedAt} />, width: 165, hidden: true },
  { id: 'transferId', cell: (entry) => <Code>{entry.transferId}</Code>, width: 290, hidden: true },
]

const show = defineAction<Entry, undefined, string>({
  id: 'flow.token.show',
  icon: IconEye,
  may: () => true,
  drawer: 'transfer',
})
const actions = [show]

export default function Legs() {
  const list = useList({
    call: flowTokenList,
    filters,
    rowId: (entry) => entry.entryId,
    name: (entry) => entry.reference,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="transfer" />
    </ListPage>
  )
}
