// Layouts of payout files: the columns that a bank or wallet provider expects.
import { payoutMappingDelete, payoutMappingList } from '@greenroom/contract/payoutBatches'
import { mappingChanged } from '@greenroom/contract/sentences/payouts'
import { payoutAccountKinds } from '@greenroom/contract/statesAndKinds'
import { addCommand, deleteAction, editAction } from '../../../actions/usualActions.ts'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import type { Layout } from './LayoutForm.tsx'
import { PayoutTabs } from './PayoutTabs.tsx'
import { Kind } from './payoutView.tsx'

const filters = filtersOf({ method: oneOf(payoutAccountKinds, { as: 'kind' }) })

const columns: Column<Layout>[] = [
  { id: 'layoutName', cell: (row) => row.name, pinned: true, width: 200 },
  { id: 'method', cell: (row) => <Kind of={row.kind} />, width: 150 },
  {
    id: 'layoutColumns',
    cell: (row) => row.columns.map(({ header }) => header).join(` ${row.delimiter} `),
    width: 420,
  },
  { id: 'createdBy', cell: (row) => row.createdBy, width: 130 },
  { id: 'createdAt', cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt', width: 165 },
]

const LayoutForm = loadable(() => import('./LayoutForm.tsx'))
const commands = [addCommand('finance.layout')]
const drawers = { add: LayoutForm, edit: LayoutForm }
const actions = [
  editAction<Layout>('finance.layout'),
  deleteAction<Layout>('finance.layout', payoutMappingDelete, (rows) =>
    mappingChanged(
      rows.map(({ name }) => name),
      'deleted',
    ),
  ),
]

export function Layouts() {
  const list = useList({
    call: payoutMappingList,
    filters,
    sort: '-createdAt',
    rowId: (row) => row.mappingId,
    name: (row) => row.name,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers} summary={<PayoutTabs />}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="edit" />
    </ListPage>
  )
}
