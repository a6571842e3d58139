import type { RecordOf } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { roleDelete, roleList } from '@greenroom/contract/system'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy } from 'react'
import { defineAction, defineCommand } from '../../../action/action.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, text } from '../../../list/filters.ts'
import { ListFilters } from '../../../list/ListFilters.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { ListTable } from '../../../list/ListTable.tsx'
import { useList } from '../../../list/useList.ts'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { Tag } from '../../../ui/StatusBadge.tsx'

type RoleRow = RecordOf<typeof roleList>

const filters = filtersOf({ roleName: text() })

const columns: Column<RoleRow>[] = [
  { id: 'roleName', cell: (role) => <RoleName role={role} />, pinned: true, sort: 'roleName', width: 220 },
  { id: 'roleId', cell: (role) => role.roleId, sort: 'roleId', align: 'end', width: 80 },
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

const addRole = defineCommand({
  id: 'system.role.add',
  icon: IconPlus,
  primary: true,
  writes: true,
  key: 'c',
  drawer: 'add',
})
const editRole = defineAction<RoleRow>({
  id: 'system.role.edit',
  icon: IconPencil,
  key: 'e',
  may: (role) => role.can.update,
  drawer: 'edit',
})
const deleteRole = defineAction<RoleRow>({
  id: 'system.role.delete',
  icon: IconTrash,
  danger: true,
  may: (role) => role.can.delete,
  run: (roleIds) => call(roleDelete, { roleIds }),
})

const RoleEditor = lazy(() => import('./RoleEditor.tsx'))
const commands = [addRole]
const actions = [editRole, deleteRole]
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
      <ListTable columns={columns} actions={actions} rowDrawer="edit" />
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
