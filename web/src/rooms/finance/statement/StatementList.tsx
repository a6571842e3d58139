// Statements, newest first: import one, check its dry run, keep or drop it.
import { statementList } from '@greenroom/contract/statements'
import { statementStates } from '@greenroom/contract/statesAndKinds'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
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
import { type Statement, StatementState } from './StatementState.tsx'
import { Tabs } from './StatementTabs.tsx'

const filters = filtersOf({
  madeAt: dateRange(),
  gateway: text({ most: 40 }),
  statementState: oneOf(statementStates, { as: 'state' }),
})

const counted = (id: 'agreed' | 'amount' | 'split' | 'theirs' | 'ours'): Column<Statement> => ({
  id: `count_${id}`,
  cell: (row) => (row.counts ? <Amount value={row.counts[id]} unit="number" /> : '–'),
  align: 'end',
  width: 105,
})

const columns: Column<Statement>[] = [
  { id: 'statementId', cell: (row) => String(row.id), pinned: true, width: 105 },
  { id: 'gateway', cell: (row) => row.gateway, width: 120 },
  { id: 'statementState', cell: (row) => <StatementState state={row.state} />, width: 140 },
  { id: 'period', cell: (row) => <bdi dir="ltr">{`${row.fromDay} – ${row.toDay}`}</bdi>, width: 210, least: 205 },
  { id: 'lines', cell: (row) => <Amount value={row.lines} unit="number" />, align: 'end', width: 90 },
  counted('agreed'),
  counted('amount'),
  counted('split'),
  counted('theirs'),
  counted('ours'),
  { id: 'fileName', cell: (row) => <bdi title={row.fileName}>{row.fileName}</bdi>, width: 180 },
  { id: 'madeBy', cell: (row) => row.madeBy, width: 120 },
  { id: 'madeAt', cell: (row) => <Time at={row.madeAt} />, sort: 'madeAt', width: 165 },
  { id: 'confirmedBy', cell: (row) => row.confirmedBy || '–', width: 120 },
  { id: 'mapping', cell: (row) => row.mappingName, width: 140, hidden: true },
]

const commands = [
  defineCommand({
    id: 'finance.statement.import',
    icon: IconUpload,
    primary: true,
    writes: true,
    key: 'add',
    drawer: 'import',
  }),
]
const drawers = {
  import: loadable(() => import('./StatementImport.tsx')),
  statement: loadable(() => import('./StatementDrawer.tsx')),
}

export default function StatementList() {
  const list = useList({
    call: statementList,
    filters,
    sort: '-madeAt',
    name: (row) => `${row.id} (${row.gateway})`,
  })
  useWhileMatching(list.rows.some((row) => (row as Statement).state === 'matching'))
  return (
    <ListPage list={list} commands={commands} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} rowDrawer="statement" />
    </ListPage>
  )
}

/** Polls every two seconds while a statement is being matched. */
function useWhileMatching(matching: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!matching) return undefined
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['finance.statement'] }), 2_000)
    return () => clearInterval(timer)
  }, [client, matching])
}
