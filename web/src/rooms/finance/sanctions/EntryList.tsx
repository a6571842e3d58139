// The entries of the lists in force; search works as the check of payees does.
import { sanctionsEntryList } from '@greenroom/contract/sanctions'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Tabs } from './SanctionsTabs.tsx'
import type { Entry } from './sanctionsActions.ts'

const filters = filtersOf({
  listedName: text({ as: 'name' }),
  number: text(),
  listName: text({ most: 100 }),
})

const joined = (texts: readonly string[]) => {
  const shown = texts.join('; ')
  return <bdi title={shown}>{shown || '–'}</bdi>
}

const columns: Column<Entry>[] = [
  { id: 'listedName', cell: (row) => joined(row.names.slice(0, 1)), pinned: true, width: 220 },
  { id: 'aliases', cell: (row) => joined(row.names.slice(1)), width: 260 },
  { id: 'entryKind', cell: (row) => row.kind || '–', width: 110 },
  { id: 'numbers', cell: (row) => joined(row.addresses), width: 150 },
  { id: 'program', cell: (row) => <bdi title={row.program}>{row.program || '–'}</bdi>, width: 170 },
  { id: 'countries', cell: (row) => row.countries || '–', width: 120, hidden: true },
  { id: 'listName', cell: (row) => <bdi>{row.listName}</bdi>, width: 140 },
  { id: 'reference', cell: (row) => <bdi>{row.reference}</bdi>, width: 160, hidden: true },
]

export default function EntryList() {
  const list = useList({ call: sanctionsEntryList, filters, name: (row) => row.names[0] ?? row.reference })
  return (
    <ListPage list={list} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} />
    </ListPage>
  )
}
