import {
  staffCode,
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
import { type Approvals, fetchCodes } from '../../../access/index.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { factorWord } from '../words.ts'
import * as batches from './batches.ts'
import * as change from './change.ts'
import * as service from './service.ts'

const statusNames: Record<number, { en: string; cn: string }> = {
  0: { en: 'disabled', cn: '停用' },
  1: { en: 'normal', cn: '正常' },
  2: { en: 'frozen', cn: '冻结' },
  3: { en: 'under review', cn: '审核中' },
}

export const staffRoutes = (approvals: Approvals): Served[] => [
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
    { names: { en: 'Note', cn: '备注' }, value: (user) => user.remark },
    { names: { en: 'Sessions', cn: '会话数' }, value: (user) => user.sessions },
    {
      names: { en: 'Last log-in', cn: '最近登录' },
      value: (user) => (user.lastLoginAt === null ? null : new Date(user.lastLoginAt)),
    },
    { names: { en: 'Created', cn: '创建时间' }, value: (user) => new Date(user.createdAt) },
  ]),
  serve(staffInfo, service.info),
  serve(staffSave, (context, payload) => change.save(approvals, context, payload)),
  serve(staffUpdate, (context, payload) => change.update(approvals, context, payload)),
  serve(staffStatus, (context, payload) => batches.setStatus(approvals, context, payload)),
  serve(staffPasswordReset, (context, payload) => change.resetPassword(approvals, context, payload)),
  serve(staffGoogleUnbind, (context, payload) => change.unbindGoogle(approvals, context, payload)),
  serve(staffCode, fetchCodes),
  serve(staffSessionsEnd, batches.endSessions),
  serve(staffDelete, batches.remove),
]
