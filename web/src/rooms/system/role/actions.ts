// Actions on roles.
import type { RecordOf } from '@greenroom/contract/call'
import { rolesChanged } from '@greenroom/contract/sentences/staff'
import { roleDelete, type roleList } from '@greenroom/contract/systemStaff'
import { IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { editAction } from '../../../action/usual.ts'
import { call } from '../../../api/call.ts'

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

export const roleActions = [editAction<RoleRow>('system.role'), deleteRole]
