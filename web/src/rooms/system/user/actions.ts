// Actions on accounts.
import type { RecordOf } from '@greenroom/contract/call'
import { accountsChanged, accountsLost } from '@greenroom/contract/sentences/staff'
import {
  staffDelete,
  staffGoogleUnbind,
  type staffList,
  staffPasswordReset,
  staffSessionsEnd,
  staffStatus,
} from '@greenroom/contract/systemStaff'
import { IconCircleCheck, IconCircleMinus, IconDeviceMobileOff, IconKey, IconLogout } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { deleteAction, editAction } from '../../../action/usual.ts'
import { call } from '../../../api/call.ts'

type StaffRow = RecordOf<typeof staffList>

const namesOf = (rows: readonly StaffRow[]) => rows.map(({ username }) => username)

const enable = defineAction<StaffRow>({
  id: 'system.staff.enable',
  icon: IconCircleCheck,
  may: (user) => user.can.enable,
  run: async (ids) => {
    const answer = await call(staffStatus, { ids, status: 1 })
    const [waits] = answer.waiting ?? []
    return waits && ids.length === 1 ? { ...answer, approvalId: waits.approvalId } : answer
  },
  message: (rows) => accountsChanged(namesOf(rows), 'enabled'),
})

const disable = defineAction<StaffRow, Reason>({
  id: 'system.staff.disable',
  icon: IconCircleMinus,
  danger: true,
  may: (user) => user.can.disable,
  form: reasonForm,
  run: (ids, { reason }) => call(staffStatus, { ids, status: 0, reason }),
  message: (rows) => accountsChanged(namesOf(rows), 'disabled'),
})

const endSessions = defineAction<StaffRow, Reason>({
  id: 'system.staff.endSessions',
  icon: IconLogout,
  may: (user) => user.can.endSessions,
  form: reasonForm,
  run: (ids, { reason }) => call(staffSessionsEnd, { ids, reason }),
  message: (rows) => accountsLost(namesOf(rows), 'sessions'),
})

const resetPassword = defineAction<StaffRow, Reason>({
  id: 'system.staff.resetPassword',
  icon: IconKey,
  single: true,
  may: (user) => user.can.resetPassword,
  form: reasonForm,
  run: ([userId], { reason }) => call(staffPasswordReset, { userId: userId ?? 0, reason }),
  answer: () => import('./PasswordShown.tsx'),
  message: (rows) => accountsLost(namesOf(rows), 'password'),
})

const unbindGoogle = defineAction<StaffRow, Reason>({
  id: 'system.staff.unbindGoogle',
  icon: IconDeviceMobileOff,
  single: true,
  may: (user) => user.can.unbindGoogle,
  form: reasonForm,
  run: ([userId], { reason }) => call(staffGoogleUnbind, { userId: userId ?? 0, reason }),
  message: (rows) => accountsLost(namesOf(rows), 'authenticator'),
})

export const staffActions = [
  editAction<StaffRow>('system.staff'),
  enable,
  disable,
  endSessions,
  resetPassword,
  unbindGoogle,
  deleteAction<StaffRow>('system.staff', staffDelete, (rows) => accountsChanged(namesOf(rows), 'deleted')),
]
