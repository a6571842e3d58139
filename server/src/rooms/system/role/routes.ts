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
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { roleMenuTree } from '../menu/service.ts'
import { factorWord } from '../words.ts'
import * as service from './service.ts'

export const roleRoutes = (approvals: Approvals): Served[] => [
  serveList(roleList, service.list, [
    { names: { en: 'Role ID', cn: '角色 ID' }, value: (role) => role.roleId },
    { names: { en: 'Role', cn: '角色' }, value: (role) => role.roleName },
    { names: { en: 'Note', cn: '备注' }, value: (role) => role.remark },
    {
      names: { en: 'Second factor', cn: '二次验证' },
      value: (role, { language }) => factorWord(role.secondFactor, language),
    },
    { names: { en: 'Accounts', cn: '账号数' }, value: (role) => role.users },
    { names: { en: 'Menus', cn: '菜单数' }, value: (role) => role.menus },
    { names: { en: 'Changed', cn: '修改时间' }, value: (role) => new Date(role.updatedAt) },
  ]),
  serve(roleInfo, service.info),
  serve(roleAll, service.all),
  serve(roleSave, service.save),
  serve(roleUpdate, (context, payload) => service.update(approvals, context, payload)),
  serve(roleDelete, service.remove),
  serve(roleMenus, roleMenuTree),
]
