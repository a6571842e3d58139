import {
  planInfo,
  planList,
  planPreview,
  planPublish,
  planSave,
  planUpdate,
  planWithdraw,
} from '@greenroom/contract/guildMoney'
import type { Approvals } from '../../../access/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import type { Params } from '../../../params/index.ts'
import { preview } from './preview.ts'
import * as service from './service.ts'

const kinds: Words = {
  whole: { en: 'Whole', cn: '全额' },
  marginal: { en: 'Marginal', cn: '超额累进' },
}
const planStatuses: Words = {
  draft: { en: 'Draft', cn: '草稿' },
  waiting: { en: 'Pending approval', cn: '待审批' },
  upcoming: { en: 'Upcoming', cn: '待生效' },
  'in force': { en: 'In force', cn: '生效中' },
  replaced: { en: 'Replaced', cn: '已被取代' },
  withdrawn: { en: 'Withdrawn', cn: '已撤回' },
}

export const planRoutes = ({ params, approvals }: { params: Params; approvals: Approvals }): Served[] => [
  serveList(planList, (context, payload) => service.list(approvals, context, payload), [
    { names: { en: 'ID', cn: '编号' }, value: (plan) => plan.id },
    { names: { en: 'Name', cn: '名称' }, value: (plan) => plan.name },
    { names: { en: 'Kind', cn: '类型' }, value: (plan, { language }) => wordIn(kinds, plan.kind, language) },
    { names: { en: 'Status', cn: '状态' }, value: (plan, { language }) => wordIn(planStatuses, plan.status, language) },
    { names: { en: 'Start week', cn: '起始周' }, value: (plan) => plan.startWeek },
    {
      names: { en: 'Levels', cn: '等级' },
      value: (plan) => plan.levels.map((level) => `${level.fromCents / 100}: ${level.rateBp / 100}%`).join('; '),
    },
    {
      names: { en: 'Salary steps', cn: '底薪档位' },
      value: (plan) => plan.salary.map((step) => `${step.points}/${step.days}: ${step.usdCents / 100}`).join('; '),
    },
    { names: { en: 'Published by', cn: '发布人' }, value: (plan) => plan.publishedBy },
    { names: { en: 'Published at', cn: '发布时间' }, value: (plan) => moment(plan.publishedAt) },
    { names: { en: 'Note', cn: '备注' }, value: (plan) => plan.note },
  ]),
  serve(planInfo, (context, payload) => service.info(approvals, context, payload)),
  serve(planPreview, preview(params)),
  serve(planSave, service.save),
  serve(planUpdate, (context, payload) => service.update(approvals, context, payload)),
  serve(planPublish, (context, payload) => service.publish(approvals, context, payload)),
  serve(planWithdraw, (context, payload) => service.withdraw(approvals, context, payload)),
]
