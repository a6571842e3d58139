// The journal of a month: every entry by booking time, or those of one account.

import { booksJournal } from '@greenroom/contract/books'
import type { RecordOf } from '@greenroom/contract/call'
import { bookHolders, currencies } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { Tabs } from './BooksTabs.tsx'
import { BookName, unitOf, useMonthOptions } from './bookView.tsx'

type Entry = RecordOf<typeof booksJournal>

const filters = filtersOf({
  month: chosenFrom(useMonthOptions),
  holder: oneOf(bookHolders),
  purpose: text({ most: 40 }),
  currency: oneOf(currencies),
  kind: text({ most: 40 }),
})

const holderOf = (owner: string) => (owner.split(':')[0] ?? owner) as (typeof bookHolders)[number]

const columns: Column<Entry>[] = [
  { id: 'bookedAt', cell: (row) => <Time at={row.bookedAt} />, pinned: true, width: 165 },
  { id: 'kind', cell: (row) => <Kind of={row.kind} />, width: 150 },
  { id: 'owner', cell: (row) => <Code>{row.owner}</Code>, width: 130 },
  {
    id: 'book',
    cell: (row) => <BookName of={{ holder: holderOf(row.owner), purpose: row.purpose }} />,
    width: 190,
  },
  { id: 'currency', cell: (row) => <Labelled by={`finance:options.currency.${row.currency}`} />, width: 90 },
  { id: 'debit', cell: (row) => <Side row={row} side="debit" />, align: 'end', width: 160 },
  { id: 'credit', cell: (row) => <Side row={row} side="credit" />, align: 'end', width: 160 },
  { id: 'reference', cell: (row) => <Code>{row.reference}</Code>, width: 240 },
  { id: 'occurredAt', cell: (row) => <Time at={row.occurredAt} />, width: 165, spare: true },
  { id: 'actor', cell: (row) => row.actor, width: 120, hidden: true },
  { id: 'transferId', cell: (row) => <Code>{row.transferId}</Code>, width: 290, hidden: true },
]

function Side({ row, side }: { row: Entry; side: 'debit' | 'credit' }) {
  return row[side] === 0 ? null : <Amount value={row[side]} unit={unitOf[row.currency]} />
}

/** Kinds are named by the Flow room's texts; unknown ones show their key. */
function Kind({ of }: { of: string }) {
  useTranslation('flow')
  const { label, has } = useLabels()
  const own = of.endsWith('.usd') ? of.slice(0, -'.usd'.length) : of
  const key = `flow:options.kind.${own.replaceAll('.', '_')}`
  const name = has(key) ? label(key) : own
  return own === of ? name : label('flow:inUsd', { kind: name })
}

const toTransfer = ({ transferId }: Entry) => `/flow/token?drawer=${encodeURIComponent(`transfer:${transferId}`)}`

export function Journal() {
  const list = useList({
    call: booksJournal,
    filters,
    rowId: (row) => row.entryId,
    name: (row) => row.reference,
  })
  return (
    <ListPage list={list} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} rowHref={toTransfer} />
    </ListPage>
  )
}
