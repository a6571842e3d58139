// Versions of the sanctions lists, newest first: import one, end one.
import { sanctionsListList } from '@greenroom/contract/sanctions'
import { sanctionsListStates } from '@greenroom/contract/statesAndKinds'
import { IconUpload } from '@tabler/icons-react'
import { defineCommand } from '../../../actions/action.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { VersionState } from './HitState.tsx'
import { Tabs } from './SanctionsTabs.tsx'
import { type Version, versionActions } from './sanctionsActions.ts'

const filters = filtersOf({
  versionState: oneOf(sanctionsListStates, { as: 'state' }),
  listName: text({ as: 'name', most: 100 }),
  madeAt: dateRange(),
})

/** Less useful counts are hidden, so that a row fits 1366 px. */
const counted = (id: 'entries' | 'names' | 'added' | 'removed' | 'skipped', hidden?: true): Column<Version> => ({
  id,
  cell: (row) => <Amount value={row[id]} unit="number" />,
  align: 'end',
  width: 90,
  ...(hidden && { hidden }),
})

const columns: Column<Version>[] = [
  { id: 'listName', cell: (row) => <bdi title={row.name}>{row.name}</bdi>, pinned: true, width: 170 },
  { id: 'versionState', cell: (row) => <VersionState of={row} />, width: 180 },
  counted('entries'),
  counted('names', true),
  {
    id: 'numbers',
    cell: (row) => <Amount value={row.addresses} unit="number" />,
    align: 'end',
    width: 110,
    hidden: true,
  },
  counted('added'),
  counted('removed'),
  { id: 'inForceAt', cell: (row) => <Time at={row.inForceAt} />, width: 165 },
  { id: 'madeBy', cell: (row) => row.madeBy, width: 120 },
  { id: 'madeAt', cell: (row) => <Time at={row.madeAt} />, sort: 'madeAt', width: 165 },
  { id: 'endedAt', cell: (row) => <Time at={row.endedAt} />, width: 165, hidden: true },
  { id: 'fileName', cell: (row) => <bdi title={row.fileName}>{row.fileName}</bdi>, width: 200, hidden: true },
  counted('skipped', true),
]

const commands = [
  defineCommand({
    id: 'finance.sanctions.import',
    icon: IconUpload,
    primary: true,
    writes: true,
    key: 'add',
    drawer: 'import',
  }),
]
const drawers = { import: loadable(() => import('./SanctionsImport.tsx')) }

export default function VersionList() {
  const list = useList({ call: sanctionsListList, filters, sort: '-madeAt', name: (row) => row.name })
  return (
    <ListPage list={list} commands={commands} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={versionActions} />
    </ListPage>
  )
}
