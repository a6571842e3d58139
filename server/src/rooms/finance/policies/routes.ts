import * as calls from '@greenroom/contract/policies'
import type { Approvals } from '../../../access/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import * as service from './service.ts'

const rules: Words = {
  velocity: { en: 'Velocity', cn: '频率' },
  share: { en: 'Share of the balance', cn: '余额比例' },
  destination: { en: 'Destination', cn: '收款账户' },
}

const payees: Words = {
  user: { en: 'Users', cn: '用户' },
  guild: { en: 'Guilds', cn: '公会' },
  agent: { en: 'Agents', cn: '代理' },
  promoter: { en: 'Promoters', cn: '推广商' },
}

export const policyRoutes = (services: { approvals: Approvals }): Served[] => [
  serveList(calls.policyList, (context, payload) => service.policies(services, context, payload), [
    { names: { en: 'ID', cn: '编号' }, value: (row) => row.policyId },
    { names: { en: 'Name', cn: '名称' }, value: (row) => row.name },
    { names: { en: 'Rule', cn: '规则' }, value: (row, { language }) => wordIn(rules, row.rule, language) },
    { names: { en: 'Settings', cn: '设置' }, value: (row) => JSON.stringify(row.settings) },
    {
      names: { en: 'Applies to', cn: '适用收款方' },
      value: (row, { language }) => row.payees.map((payee) => wordIn(payees, payee, language)).join(', '),
    },
    { names: { en: 'Enabled', cn: '启用' }, value: (row) => row.enabled },
    { names: { en: 'Changed by', cn: '变更人' }, value: (row) => row.changedBy },
    { names: { en: 'Changed', cn: '变更时间' }, value: (row) => moment(row.changedAt) },
    { names: { en: 'Locked until', cn: '锁定至' }, value: (row) => moment(row.lockedUntil) },
  ]),
  serve(calls.policySave, (context, payload) => service.save(services, context, payload)),
  serve(calls.policyUpdate, (context, payload) => service.update(services, context, payload)),
  serve(calls.policyEnable, (context, payload) => service.enable(services, context, payload)),
]
