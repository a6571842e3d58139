// One of the caller's own requests, which can be withdrawn while it is pending.
import { approvalMine } from '@greenroom/contract/system'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { call } from '../../../api/call.ts'
import { ApprovalDrawer } from '../approval/ShowApproval.tsx'

export default function ShowRequest({ rowId, close }: DrawerProps) {
  return (
    <ApprovalDrawer
      queryKey={['system.approval', 'mine', rowId]}
      read={async (signal) => (await call(approvalMine, { approvalId: rowId }, { signal })).records[0]}
      own
      close={close}
    />
  )
}
