import { frontErrorKinds, frontErrorStates } from '@greenroom/contract/statesAndKinds'
import { frontErrorList } from '@greenroom/contract/systemErrors'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Tabs } from './BridgeTabs.tsx'
import { ErrorState, errorActions, type PageError } from './errorActions.tsx'

const filters = filtersOf({
  errorState: oneOf(frontErrorStates, { as: 'state' }),
  errorKind: oneOf(frontErrorKinds, { as: 'kind' }),
  screen: text({ most: 80 }),
  release: text({ most: 60 }),
  lastAt: dateRange(),
})

const columns: Column<PageError>[] = [
  { id: 'screen', cell: (error) => <Code>{error.screen}</Code>, pinned: true, width: 190 },
  { id: 'errorState', cell: (error) => <ErrorState of={error} />, width: 100 },
  { id: 'errorKind', cell: (error) => <Labelled by={`system:options.errorKind.${error.kind}`} />, width: 130 },
  {
    id: 'times',
    cell: (error) => <Amount value={error.times} unit="number" />,
    align: 'end',
    sort: 'times',
    width: 90,
  },
  { id: 'message', cell: (error) => <span title={error.message}>{error.message}</span>, width: 420 },
  { id: 'lastAt', cell: (error) => <Time at={error.lastAt} />, sort: 'lastAt', width: 165 },
  { id: 'firstAt', cell: (error) => <Time at={error.firstAt} />, width: 165 },
  { id: 'release', cell: (error) => <Code>{error.release}</Code>, width: 150 },
  { id: 'browser', cell: (error) => error.browser || '–', width: 120 },
  { id: 'knownBy', cell: (error) => error.knownBy || '–', width: 130, hidden: true },
]

const drawers = { error: loadable(() => import('./ShowError.tsx')) }

/** Errors that pages of the front end reported, by release and screen. */
export default function ErrorList() {
  const list = useList({
    call: frontErrorList,
    filters,
    sort: '-lastAt',
    rowId: (error) => error.id,
    name: (error) => `${error.screen} ${error.message}`,
  })
  return (
    <ListPage list={list} drawers={drawers} summary={<Tabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={errorActions} rowDrawer="error" />
    </ListPage>
  )
}
