// One of the caller's own requests: while it is pending, it can be withdrawn, and a checker's question answered.
import { approvalOwn } from '@greenroom/contract/system'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { call } from '../../../api/call.ts'
import { ApprovalDrawer } from './ShowApproval.tsx'

export default function ShowRequest({ rowId, close }: DrawerProps) {
  return (
    <ApprovalDrawer
      queryKey={['system.approval', 'own', rowId]}
      read={(signal) => call(approvalOwn, { approvalId: rowId }, { signal })}
      own
      close={close}
    />
  )
}
