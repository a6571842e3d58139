import {
  staffDelete,
  staffGoogleUnbind,
  staffInfo,
  staffList,
  staffPasswordReset,
  staffSave,
  staffSessionsEnd,
  staffStatus,
  staffUpdate,
} from '@greenroom/contract/systemStaff'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { factorWord } from '../words.ts'
import * as batches from './batches.ts'
import * as service from './service.ts'

const statusNames: Record<number, { en: string; cn: string }> = {
  0: { en: 'disabled', cn: '停用' },
  1: { en: 'normal', cn: '正常' },
  2: { en: 'frozen', cn: '冻结' },
  3: { en: 'under review', cn: '审核中' },
}

export const staffRoutes: Served[] = [
  serveList(staffList, service.list, [
    { names: { en: 'User ID', cn: '账号 ID' }, value: (user) => user.userId },
    { names: { en: 'User name', cn: '用户名' }, value: (user) => user.username },
    {
      names: { en: 'Status', cn: '状态' },
      value: (user, { language }) => statusNames[user.status]?.[language] ?? user.status,
    },
    { names: { en: 'Roles', cn: '角色' }, value: (user) => user.roles.map((role) => role.roleName).join(', ') },
    { names: { en: 'Phone', cn: '手机号' }, value: (user) => user.phone },
    {
      names: { en: 'Second factor', cn: '二次验证' },
      value: (user, { language }) => factorWord(user.secondFactor, language),
    },
    { names: { en: 'Authenticator bound', cn: '已绑定验证器' }, value: (user) => user.googleBound },
    { names: { en: 'Guild ID', cn: '公会 ID' }, value: (user) => user.unionId },
    { names: { en: 'Agent ID', cn: '代理 ID' }, value: (user) => user.agentId },
    { names: { en: 'Remark', cn: '备注' }, value: (user) => user.remark },
    { names: { en: 'Sessions', cn: '会话数' }, value: (user) => user.sessions },
    {
      names: { en: 'Last log-in', cn: '最近登录' },
      value: (user) => (user.lastLoginAt === null ? null : new Date(user.lastLoginAt)),
    },
    { names: { en: 'Created', cn: '创建时间' }, value: (user) => new Date(user.createdAt) },
  ]),
  serve(staffInfo, service.info),
  serve(staffSave, service.save),
  serve(staffUpdate, service.update),
  serve(staffStatus, batches.setStatus),
  serve(staffPasswordReset, service.resetPassword),
  serve(staffGoogleUnbind, service.unbindGoogle),
  serve(staffSessionsEnd, batches.endSessions),
  serve(staffDelete, batches.remove),
]
