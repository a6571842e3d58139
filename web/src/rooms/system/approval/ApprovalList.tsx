import type { RecordOf } from '@greenroom/contract/call'
import { approvalList } from '@greenroom/contract/system'
import { IconEye } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { Ago, Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { ListFilters } from '../../../list/ListFilters.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { ListTable } from '../../../list/ListTable.tsx'
import { useList } from '../../../list/useList.ts'
import { brief } from '../../../ui/diff.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { ApprovalState } from './ApprovalState.tsx'
import { approve, cancel, refuse } from './actions.ts'
import { Kind } from './Kind.tsx'

type Approval = RecordOf<typeof approvalList>

const filters = filtersOf({
  approval: oneOf(['pending', 'approved', 'refused', 'cancelled', 'lapsed', 'failed']),
  maker: text(),
  createdAt: dateRange(),
})
// The call names its field `state`, whose words here are those of approvals.
filters.approval.payload = (_name, state) => ({ state })

const columns: Column<Approval>[] = [
  { id: 'subject', cell: (one) => <Kind approval={one} />, pinned: true, width: 290 },
  { id: 'approval', cell: (one) => <ApprovalState state={one.state} />, width: 120 },
  { id: 'before', cell: (one) => brief(one.before), width: 150 },
  { id: 'after', cell: (one) => brief(one.after), width: 150 },
  { id: 'reason', cell: (one) => one.reason, width: 220 },
  { id: 'maker', cell: (one) => one.maker, width: 120 },
  { id: 'createdAt', cell: (one) => <Time at={one.createdAt} />, width: 165 },
  { id: 'timeLeft', cell: (one) => one.state === 'pending' && <Ago at={one.expiresAt} />, width: 130 },
  { id: 'checker', cell: (one) => one.checker, width: 120 },
  { id: 'decidedAt', cell: (one) => <Time at={one.decidedAt} />, width: 165 },
]

const show = defineAction<Approval, undefined, string>({
  id: 'system.approval.show',
  icon: IconEye,
  may: () => true,
  drawer: 'show',
})
const actions = [show, approve, refuse, cancel]
const drawers = { show: loadable(() => import('./ShowApproval.tsx')) }

export default function ApprovalList() {
  const list = useList({
    call: approvalList,
    filters,
    rowId: (one) => one.approvalId,
    name: (one) => one.subject,
  })
  return (
    <ListPage list={list} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="show" />
    </ListPage>
  )
}
