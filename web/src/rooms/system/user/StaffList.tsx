import type { RecordOf } from '@greenroom/contract/call'
import { staffList } from '@greenroom/contract/systemStaff'
import { addCommand } from '../../../action/usual.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { chosenFrom, dateRange, filtersOf, oneOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { Listed } from '../../../ui/Listed.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Masked } from '../../../ui/Masked.tsx'
import { UserChip } from '../../../ui/UserChip.tsx'
import { staffActions } from './actions.ts'
import { useRoleOptions } from './roles.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { StaffStatus } from './StaffStatus.tsx'

type StaffRow = RecordOf<typeof staffList>

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
  { id: 'sessions', cell: (user) => <Amount value={user.sessions} unit="number" />, align: 'end', width: 90 },
  { id: 'lastLoginAt', cell: (user) => <Time at={user.lastLoginAt} />, width: 160 },
  { id: 'createdAt', cell: (user) => <Time at={user.createdAt} />, sort: 'createdAt', width: 160 },
  { id: 'remark', cell: (user) => user.remark, width: 200 },
  { id: 'userId', cell: (user) => String(user.userId), sort: 'userId', align: 'end', width: 90, hidden: true },
  { id: 'unionId', cell: (user) => user.unionId?.toString(), align: 'end', width: 90, hidden: true },
  { id: 'agentId', cell: (user) => user.agentId?.toString(), align: 'end', width: 90, hidden: true },
]

const commands = [addCommand('system.staff')]
const drawers = { add: loadable(() => import('./AddStaff.tsx')), edit: loadable(() => import('./EditStaff.tsx')) }

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
