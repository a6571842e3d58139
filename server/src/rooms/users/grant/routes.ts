import { userDeduct, userGrant, userGrantList, userGrantReverse } from '@greenroom/contract/users'
import type { Approvals } from '../../../access/index.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import type { Params } from '../../../params/index.ts'
import { listOperations } from './list.ts'
import { takeBack } from './reverse.ts'
import { moveTokens } from './service.ts'

export const grantRoutes = (services: { params: Params; approvals: Approvals }): Served[] => [
  serve(userGrant, moveTokens('grant', services)),
  serve(userDeduct, moveTokens('deduct', services)),
  serve(userGrantReverse, takeBack),
  serveList(userGrantList, listOperations(services.approvals), [
    { names: { en: 'At', cn: '时间' }, value: (row) => new Date(row.at) },
    { names: { en: 'Grant or deduct', cn: '发放或扣除' }, value: (row) => row.direction },
    { names: { en: 'Kind', cn: '类型' }, value: (row) => row.kind },
    { names: { en: 'Tokens each', cn: '每人代币' }, value: (row) => row.tokens },
    { names: { en: 'People', cn: '人数' }, value: (row) => row.people },
    { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.userId },
    { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.nickname },
    { names: { en: 'State', cn: '状态' }, value: (row) => row.state },
    { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
    { names: { en: 'By', cn: '操作人' }, value: (row) => row.by },
  ]),
]
