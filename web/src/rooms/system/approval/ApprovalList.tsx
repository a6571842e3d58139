import { approvalList } from '@greenroom/contract/system'
import { IconHandStop } from '@tabler/icons-react'
import { defineCommand } from '../../../actions/action.ts'
import { dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { ApprovalTabs } from './ApprovalTabs.tsx'
import { approve, cancel, refuse } from './approvalActions.ts'
import { columns, show, stateFilter } from './approvalColumns.tsx'
import { withTexts } from './requestTexts.ts'
import { StopBar } from './StopBar.tsx'

const filters = filtersOf({
  approval: oneOf(stateFilter, { as: 'state' }),
  maker: text(),
  createdAt: dateRange(),
})

const actions = [show, approve, refuse, cancel]
const commands = [defineCommand({ id: 'system.approval.stops', icon: IconHandStop, drawer: 'stops' })]
const drawers = {
  show: loadable(() => withTexts(() => import('./ShowApproval.tsx'))),
  stops: loadable(() => import('./Stops.tsx')),
}

export function ApprovalList() {
  const list = useList({
    call: approvalList,
    filters,
    rowId: (one) => one.approvalId,
    name: (one) => one.title || one.subject,
  })
  return (
    <>
      <StopBar />
      <ListPage list={list} commands={commands} drawers={drawers} summary={<ApprovalTabs />}>
        <ListFilters />
        <ListTable columns={columns} actions={actions} rowDrawer="show" />
      </ListPage>
    </>
  )
}
