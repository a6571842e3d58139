import { userReveal, userRevealList } from '@greenroom/contract/users'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { list, reveal } from './service.ts'

const fields = {
  phone: { en: 'Phone', cn: '手机号' },
  email: { en: 'E-mail', cn: '邮箱' },
  application: { en: 'Application', cn: '代理申请' },
}

export const revealRoutes: Served[] = [
  serve(userReveal, reveal),
  serveList(userRevealList, list, [
    { names: { en: 'Time', cn: '时间' }, value: (row) => new Date(row.at) },
    { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.userId },
    { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.nickname },
    { names: { en: 'Guild', cn: '公会' }, value: (row) => row.guild?.name ?? '' },
    { names: { en: 'Contact', cn: '内容' }, value: (row, context) => fields[row.field][context.language] },
    { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
    { names: { en: 'By', cn: '查看人' }, value: (row) => row.by },
  ]),
]
