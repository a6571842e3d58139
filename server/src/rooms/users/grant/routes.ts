import { userDeduct, userGrant, userGrantFacts, userGrantList, userGrantReverse } from '@greenroom/contract/users'
import type { Approvals } from '../../../access/index.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import type { Params } from '../../../params/index.ts'
import { grantFacts } from './facts.ts'
import { listOperations } from './list.ts'
import { takeBack } from './reverse.ts'
import { moveTokens } from './service.ts'

const directions: Words = {
  grant: { en: 'Grant tokens', cn: '赠送代币' },
  deduct: { en: 'Deduct tokens', cn: '扣除代币' },
}
const kinds: Words = {
  compensation: { en: 'Compensation', cn: '补偿' },
  activity: { en: 'Activity', cn: '活动' },
  reward: { en: 'Reward', cn: '奖励' },
  correction: { en: 'Correction', cn: '更正' },
}
const states: Words = {
  waiting: { en: 'Pending approval', cn: '待审批' },
  done: { en: 'Done', cn: '已完成' },
  takenBack: { en: 'Reversed', cn: '已撤销' },
  notDone: { en: 'Not executed', cn: '未执行' },
}

export const grantRoutes = (services: { params: Params; approvals: Approvals }): Served[] => [
  serve(userGrant, moveTokens('grant', services)),
  serve(userDeduct, moveTokens('deduct', services)),
  serve(userGrantFacts, grantFacts(services)),
  serve(userGrantReverse, takeBack),
  serveList(userGrantList, listOperations(services.approvals), [
    { names: { en: 'Time', cn: '时间' }, value: (row) => new Date(row.at) },
    {
      names: { en: 'Grant or deduction', cn: '赠送或扣除' },
      value: (row, { language }) => wordIn(directions, row.direction, language),
    },
    { names: { en: 'Kind', cn: '类型' }, value: (row, { language }) => wordIn(kinds, row.kind, language) },
    { names: { en: 'Tokens each', cn: '每人代币' }, value: (row) => row.tokens },
    { names: { en: 'People', cn: '人数' }, value: (row) => row.people },
    { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.userId },
    { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.nickname },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, row.state, language) },
    { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
    { names: { en: 'By', cn: '操作人' }, value: (row) => row.by },
  ]),
]
