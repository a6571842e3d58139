import { approvalList } from '@greenroom/contract/system'
import { dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { approve, cancel, refuse } from './actions.ts'
import { columns, show, stateFilter } from './columns.tsx'

const filters = filtersOf({
  approval: oneOf(stateFilter, { as: 'state' }),
  maker: text(),
  createdAt: dateRange(),
})

const actions = [show, approve, refuse, cancel]
const drawers = { show: loadable(() => import('./ShowApproval.tsx')) }

export default function ApprovalList() {
  const list = useList({
    call: approvalList,
    filters,
    rowId: (one) => one.approvalId,
    name: (one) => one.title || one.subject,
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="show" />
    </ListPage>
  )
}
