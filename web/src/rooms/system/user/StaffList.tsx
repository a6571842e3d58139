import type { RecordOf } from '@greenroom/contract/call'
import { accountsChanged, accountsLost, seesAs } from '@greenroom/contract/sentences/staff'
import {
  staffDelete,
  staffGoogleUnbind,
  staffInvitationRevoke,
  staffList,
  staffPasswordReset,
  staffSessionsEnd,
  staffStatus,
} from '@greenroom/contract/systemStaff'
import {
  IconCircleCheck,
  IconCircleMinus,
  IconDeviceMobileOff,
  IconEye,
  IconKey,
  IconLogout,
  IconMailOff,
  IconSend,
  IconShieldQuestion,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { defineAction, defineCommand } from '../../../actions/action.ts'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { addCommand, deleteAction, editAction } from '../../../actions/usualActions.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { loadTexts } from '../../../i18n/index.ts'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Listed } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { Masked } from '../../../ui/values/Masked.tsx'
import { UserChip } from '../../../ui/values/UserChip.tsx'
import { useRoleOptions } from './roleOptions.ts'
import { StaffStatus } from './StaffStatus.tsx'
import { beginSeeing } from './seeAs.ts'

// Actions on accounts.
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

const revokeInvitation = defineAction<StaffRow>({
  id: 'system.staff.revokeInvitation',
  icon: IconMailOff,
  single: true,
  may: (user) => user.can.revokeInvitation,
  run: ([userId]) => call(staffInvitationRevoke, { userId: userId ?? 0 }),
  message: (rows) => accountsLost(namesOf(rows), 'invitation'),
})

const seeAs = defineAction<StaffRow>({
  id: 'system.staff.seeAs',
  icon: IconEye,
  single: true,
  may: (user) => user.can.seeAs,
  run: ([userId]) => beginSeeing({ userId: userId ?? 0 }),
  message: ([user]) => seesAs(user?.username ?? '', 'account'),
})

const rights = defineAction<StaffRow>({
  id: 'system.staff.rights',
  icon: IconShieldQuestion,
  may: () => true,
  drawer: 'rights',
})

const staffActions = [
  editAction<StaffRow>('system.staff'),
  rights,
  seeAs,
  enable,
  disable,
  endSessions,
  resetPassword,
  unbindGoogle,
  revokeInvitation,
  deleteAction<StaffRow>('system.staff', staffDelete, (rows) => accountsChanged(namesOf(rows), 'deleted')),
]

/** An account's required second factor, and whether it is set up. */
function SecondFactor({ user }: { user: RecordOf<typeof staffList> }) {
  const { label } = useLabels()
  const factor = label(`system:options.secondFactor.${user.secondFactor}`)
  if (user.secondFactor !== 'google') return factor
  return `${factor} · ${label(user.googleBound ? 'system:staff.bound' : 'system:staff.notBound')}`
}

const filters = filtersOf({
  q: text(),
  status: oneOf(['1', '0', '2', '3']),
  roleId: chosenFrom(useRoleOptions),
  createdAt: dateRange(),
})

const columns: Column<StaffRow>[] = [
  { id: 'username', cell: (user) => <UserChip name={user.username} />, pinned: true, width: 200 },
  { id: 'status', cell: (user) => <StaffStatus status={user.status} />, width: 110 },
  { id: 'roles', cell: (user) => <Listed of={user.roles.map((role) => role.roleName)} />, width: 220 },
  { id: 'phone', cell: (user) => <Masked field={user.phone} />, width: 150 },
  { id: 'secondFactor', cell: (user) => <SecondFactor user={user} />, width: 170 },
  { id: 'invitedUntil', cell: (user) => <Time at={user.invitedUntil} />, width: 160, hidden: true },
  { id: 'sessions', cell: (user) => <Amount value={user.sessions} unit="number" />, align: 'end', width: 90 },
  { id: 'lastLoginAt', cell: (user) => <Time at={user.lastLoginAt} />, width: 160 },
  { id: 'createdAt', cell: (user) => <Time at={user.createdAt} />, sort: 'createdAt', width: 160 },
  { id: 'remark', cell: (user) => user.remark, width: 200 },
  { id: 'userId', cell: (user) => String(user.userId), sort: 'userId', align: 'end', width: 90, hidden: true },
  { id: 'unionId', cell: (user) => user.unionId?.toString(), align: 'end', width: 90, hidden: true },
  { id: 'agentId', cell: (user) => user.agentId?.toString(), align: 'end', width: 90, hidden: true },
]

const inviteCommand = defineCommand({
  id: 'system.staff.invite',
  icon: IconSend,
  writes: true,
  drawer: 'invite',
})

const whoCanCommand = defineCommand({ id: 'system.staff.whoCan', icon: IconShieldQuestion, drawer: 'whoCan' })

/** A drawer with the texts of requests, which only the desk of approvals has otherwise. */
const withRequests = (load: () => Promise<{ default: ComponentType<DrawerProps> }>) =>
  loadable(async () => (await Promise.all([load(), loadTexts(['approvals'])]))[0])

const commands = [addCommand('system.staff'), inviteCommand, whoCanCommand]
const drawers = {
  whoCan: withRequests(() => import('./WhoCan.tsx')),
  rights: withRequests(() => import('./AccountRights.tsx')),
  invite: loadable(() => import('./EditStaff.tsx'), 'InviteStaff'),
  add: loadable(() => import('./EditStaff.tsx'), 'AddStaff'),
  edit: loadable(() => import('./EditStaff.tsx'), 'EditStaff'),
}

export default function StaffList() {
  const list = useList({
    call: staffList,
    filters,
    sort: '-createdAt',
    rowId: (user) => user.userId,
    name: (user) => user.username,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={staffActions} rowDrawer="edit" />
    </ListPage>
  )
}
