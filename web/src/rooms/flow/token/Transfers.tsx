// Every transfer, newest first: one row each, with its legs when opened.
import type { RecordOf } from '@greenroom/contract/call'
import { flowTransferList } from '@greenroom/contract/flow'
import { IconEye } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, idText, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Actor, Kind, Owner } from '../../../page/money/LedgerEntry.tsx'
import { unitOf } from '../../../page/money/ledgerUnits.ts'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { label } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useKindOptions } from '../entryOptions.ts'
import { commands, drawers, Tabs } from './TokenTabs.tsx'

type Transfer = RecordOf<typeof flowTransferList>

const filters = filtersOf({
  occurredAt: dateRange(),
  userId: idText(),
  kind: chosenFrom(useKindOptions),
  owner: text(),
  reference: text(),
})

const columns: Column<Transfer>[] = [
  { id: 'occurredAt', cell: (row) => <Time at={row.occurredAt} />, pinned: true, width: 165 },
  { id: 'kind', cell: (row) => <Kind kind={row.kind} />, width: 145 },
  { id: 'from', cell: (row) => <Owners of={row.from} />, width: 130 },
  { id: 'to', cell: (row) => <Owners of={row.to} />, width: 130 },
  { id: 'amounts', cell: (row) => <Amounts of={row} />, width: 210, least: 190 },
  { id: 'reference', cell: (row) => <Code>{row.reference}</Code>, width: 240 },
  { id: 'phase', cell: (row) => <Phase of={row} />, width: 130, spare: true },
  { id: 'legs', cell: (row) => <Amount value={row.legs} unit="number" />, align: 'end', width: 70, hidden: true },
  { id: 'actor', cell: (row) => <Actor actor={row.actor} />, width: 120, hidden: true },
  { id: 'recordedAt', cell: (row) => <Time at={row.recordedAt} />, width: 165, hidden: true },
  { id: 'transferId', cell: (row) => <Code>{row.transferId}</Code>, width: 290, hidden: true },
]

const shownOwners = 2
const beside = { display: 'inline-flex', gap: 10 }

function Owners({ of }: { of: readonly string[] }) {
  if (of.length === 0) return '–'
  return (
    <span style={beside} title={of.join('\n')}>
      {of.slice(0, shownOwners).map((owner) => (
        <Owner key={owner} owner={owner} />
      ))}
      {of.length > shownOwners && `+${of.length - shownOwners}`}
    </span>
  )
}

function Amounts({ of }: { of: Transfer }) {
  if (of.amounts.length === 0) return '–'
  return (
    <span style={beside}>
      {of.amounts.map(({ currency, amount }) => (
        <span key={currency}>
          <Amount value={amount} unit={unitOf[currency]} /> <Labelled by={`flow:options.currency.${currency}`} />
        </span>
      ))}
    </span>
  )
}

function Phase({ of }: { of: Transfer }) {
  if (of.refused === null) return <Labelled by={`flow:options.phase.${of.phase}`} />
  return (
    <span title={label(`errors:${of.refused}`)}>
      <StatusBadge tone="bad">{label('flow:transfer.wasRefused')}</StatusBadge>
    </span>
  )
}

const show = defineAction<Transfer, undefined, string>({
  id: 'flow.token.show',
  icon: IconEye,
  may: () => true,
  drawer: 'transfer',
})
const actions = [show]

export default function Transfers() {
  const list = useList({
    call: flowTransferList,
    filters,
    rowId: (row) => row.transferId,
    name: (row) => row.reference,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="transfer" />
    </ListPage>
  )
}
