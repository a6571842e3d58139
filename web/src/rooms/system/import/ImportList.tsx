// Imports, newest first: send files, read the dry run, request applying and undoing.
import { importList } from '@greenroom/contract/moving'
import { importStates } from '@greenroom/contract/statesAndKinds'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { defineCommand } from '../../../actions/action.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { type Import, ImportState } from './importView.tsx'

const filters = filtersOf({
  importMadeAt: dateRange(),
  importState: oneOf(importStates, { as: 'state' }),
})

const columns: Column<Import>[] = [
  { id: 'importId', cell: (row) => String(row.id), pinned: true, width: 95 },
  { id: 'importState', cell: (row) => <ImportState state={row.state} />, width: 140 },
  {
    id: 'importFiles',
    cell: (row) => {
      const names = row.files.map(({ name }) => name).join(', ')
      return <bdi title={names}>{names || '–'}</bdi>
    },
    width: 260,
  },
  { id: 'importRecords', cell: (row) => <Amount value={row.records} unit="number" />, align: 'end', width: 110 },
  { id: 'importFaults', cell: (row) => <Amount value={row.faults} unit="number" />, align: 'end', width: 100 },
  { id: 'importAt', cell: (row) => <Time at={row.at} />, width: 165 },
  { id: 'importMadeBy', cell: (row) => row.madeBy, width: 130 },
  { id: 'importMadeAt', cell: (row) => <Time at={row.madeAt} />, sort: 'madeAt', width: 165 },
  { id: 'importApprovedBy', cell: (row) => row.approvedBy || '–', width: 130 },
]

const commands = [
  defineCommand({
    id: 'system.import.add',
    icon: IconUpload,
    primary: true,
    writes: true,
    key: 'add',
    drawer: 'add',
  }),
]
const drawers = {
  add: loadable(() => import('./ImportFiles.tsx')),
  import: loadable(() => import('./ImportDrawer.tsx')),
}

const working: readonly string[] = ['checking', 'applying', 'undoing']

export default function ImportList() {
  const list = useList({ call: importList, filters, sort: '-madeAt', name: (row) => String(row.id) })
  useWhileWorking(list.rows.some((row) => working.includes((row as Import).state)))
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} rowDrawer="import" />
    </ListPage>
  )
}

/** Polls every two seconds while the server works on an import. */
function useWhileWorking(works: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!works) return undefined
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['system.import'] }), 2_000)
    return () => clearInterval(timer)
  }, [client, works])
}
