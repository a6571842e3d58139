import * as calls from '@greenroom/contract/benefits'
import { moment, type Served, serve } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import { holds, search, serveRecord, serveRecords } from '../../../records/index.ts'
import { inState } from './queries.ts'
import { benefits } from './resource.ts'
import * as service from './service.ts'

const states: Words = {
  waiting: { en: 'Pending approval', cn: '待审批' },
  refused: { en: 'Rejected', cn: '已拒绝' },
  scheduled: { en: 'Scheduled', cn: '未开始' },
  running: { en: 'Running', cn: '进行中' },
  'used up': { en: 'Budget used up', cn: '预算已用完' },
  ended: { en: 'Ended', cn: '已结束' },
  stopped: { en: 'Stopped', cn: '已停止' },
}
const sexes: Words = { man: { en: 'Men', cn: '男' }, woman: { en: 'Women', cn: '女' } }

export function benefitRoutes(services: service.BenefitServices): Served[] {
  const of = benefits(services.approvals)
  return [
    serveRecords(of, calls.benefitList, {
      filters: { q: search(['t.name']), state: inState, channel: holds('t.channels') },
      orders: { createdAt: { type: 'timestamptz', column: 'created_at' } },
      order: '-createdAt',
      columns: [
        { names: { en: 'Name', cn: '名称' }, value: (row) => row.name },
        { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, row.state, language) },
        {
          names: { en: 'Sex', cn: '性别' },
          value: (row, { language }) => (row.sex === null ? '' : wordIn(sexes, row.sex, language)),
        },
        { names: { en: 'Countries', cn: '国家' }, value: (row) => row.countries.join(' ') },
        { names: { en: 'Channels', cn: '渠道' }, value: (row) => row.channels.join(' ') },
        { names: { en: 'From', cn: '开始时间' }, value: (row) => moment(row.from) },
        { names: { en: 'Until', cn: '结束时间' }, value: (row) => moment(row.to) },
        { names: { en: 'Tokens', cn: '代币' }, value: (row) => row.tokens },
        { names: { en: 'Free minutes', cn: '免费分钟' }, value: (row) => row.freeMinutes },
        { names: { en: 'Budget (tokens)', cn: '预算（代币）' }, value: (row) => row.budgetTokens },
        { names: { en: 'Used (tokens)', cn: '已用（代币）' }, value: (row) => row.usedTokens },
        { names: { en: 'Grants', cn: '发放人数' }, value: (row) => row.grants },
        { names: { en: 'Created by', cn: '创建人' }, value: (row) => row.createdBy },
        { names: { en: 'Approved by', cn: '审批人' }, value: (row) => row.approvedBy },
      ],
    }),
    serveRecord(of, calls.benefitInfo, 'benefit'),
    serve(calls.benefitGrantList, service.grantsOf),
    serve(calls.benefitSave, service.askBenefit(of, services)),
    serve(calls.benefitStop, service.stopBenefits(of)),
  ]
}
