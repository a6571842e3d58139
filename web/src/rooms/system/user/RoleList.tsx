import type { RecordOf } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { rolesChanged, seesAs } from '@greenroom/contract/sentences/staff'
import { roleDelete, roleList } from '@greenroom/contract/systemStaff'
import { IconEye, IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../actions/action.ts'
import { addCommand, editAction } from '../../../actions/usualActions.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, text } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { ListFilters } from '../../../listTools/ListFilters.tsx'
import { ListPage } from '../../../page/ListPage.tsx'
import { ListTable } from '../../../page/ListTable.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { Tag } from '../../../ui/StatusBadge.tsx'
import { beginSeeing } from './seeAs.ts'

// Actions on roles.
type RoleRow = RecordOf<typeof roleList>

const deleteRole = defineAction<RoleRow>({
  id: 'system.role.delete',
  icon: IconTrash,
  danger: true,
  may: (role) => role.can.delete,
  run: (roleIds) => call(roleDelete, { roleIds }),
  message: (rows) =>
    rolesChanged(
      rows.map(({ roleName }) => roleName),
      'deleted',
    ),
})

const seeAs = defineAction<RoleRow>({
  id: 'system.role.seeAs',
  icon: IconEye,
  single: true,
  may: (role) => role.can.seeAs,
  run: ([roleId]) => beginSeeing({ roleId: roleId ?? 0 }),
  message: ([role]) => seesAs(role?.roleName ?? '', 'role'),
})

const roleActions = [editAction<RoleRow>('system.role'), seeAs, deleteRole]

const filters = filtersOf({ roleName: text() })

const columns: Column<RoleRow>[] = [
  { id: 'roleName', cell: (role) => <RoleName role={role} />, pinned: true, sort: 'roleName', width: 220 },
  { id: 'roleId', cell: (role) => String(role.roleId), sort: 'roleId', align: 'end', width: 80 },
  { id: 'users', cell: (role) => <Amount value={role.users} unit="number" />, align: 'end', width: 90 },
  { id: 'menus', cell: (role) => <Amount value={role.menus} unit="number" />, align: 'end', width: 90 },
  {
    id: 'secondFactor',
    cell: (role) => <Labelled by={`system:options.secondFactor.${role.secondFactor}`} />,
    width: 150,
  },
  { id: 'remark', cell: (role) => role.remark, width: 260 },
  { id: 'updatedAt', cell: (role) => <Time at={role.updatedAt} />, sort: 'updatedAt', width: 160 },
]

const RoleEditor = loadable(() => import('./RoleEditor.tsx'))
const commands = [addCommand('system.role')]
const drawers = { add: RoleEditor, edit: RoleEditor }

export default function RoleList() {
  const list = useList({
    call: roleList,
    filters,
    sort: 'roleId',
    size: limits.roleListSize,
    rowId: (role) => role.roleId,
    name: (role) => role.roleName,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={roleActions} rowDrawer="edit" />
    </ListPage>
  )
}

function RoleName({ role }: { role: RoleRow }) {
  const { label } = useLabels()
  return (
    <>
      {role.roleName} {role.builtIn && <Tag>{label('system:tags.builtIn')}</Tag>}
    </>
  )
}
