import { whoCan } from '@greenroom/contract/systemRights'
import {
  roleAll,
  roleDelete,
  roleInfo,
  roleList,
  roleMenus,
  roleSave,
  roleUpdate,
} from '@greenroom/contract/systemStaff'
import type { Approvals } from '../../../access/index.ts'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { factorWord } from '../system.words.ts'
import { roleMenuTree } from './menu.service.ts'
import * as service from './role.service.ts'
import { tellWho } from './whoCan.service.ts'

export const roleRoutes = (approvals: Approvals, params: Params): Served[] => [
  serveList(roleList, service.list, [
    { heading: 'exports:columns.roleId', value: (role) => role.roleId },
    { heading: 'system:columns.roleName', value: (role) => role.roleName },
    { heading: 'system:columns.remark', value: (role) => role.remark },
    {
      heading: 'system:columns.secondFactor',
      value: (role, { language }) => factorWord(role.secondFactor, language),
    },
    { heading: 'system:columns.users', value: (role) => role.users },
    { heading: 'system:columns.menus', value: (role) => role.menus },
    { heading: 'exports:columns.changed', value: (role) => new Date(role.updatedAt) },
  ]),
  serve(roleInfo, service.info),
  serve(roleAll, service.all),
  serve(roleSave, service.save),
  serve(roleUpdate, (context, payload) => service.update(approvals, context, payload)),
  serve(roleDelete, service.remove),
  serve(roleMenus, roleMenuTree),
  serve(whoCan, (context, payload) => tellWho({ approvals, params }, context, payload)),
]
