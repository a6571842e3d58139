// Actions on roles.
import type { RecordOf } from '@greenroom/contract/call'
import { rolesChanged } from '@greenroom/contract/sentences/staff'
import { roleDelete, type roleList } from '@greenroom/contract/systemStaff'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { call } from '../../../api/call.ts'

type RoleRow = RecordOf<typeof roleList>

const editRole = defineAction<RoleRow>({
  id: 'system.role.edit',
  icon: IconPencil,
  key: 'edit',
  may: (role) => role.can.update,
  drawer: 'edit',
})
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

export const roleActions = [editRole, deleteRole]
