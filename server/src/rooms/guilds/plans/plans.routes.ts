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
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { preview } from './plans.preview.ts'
import * as service from './plans.service.ts'

export const planRoutes = ({ params, approvals }: { params: Params; approvals: Approvals }): Served[] => [
  serveList(planList, (context, payload) => service.list(approvals, context, payload), [
    { heading: 'exports:columns.id', value: (plan) => plan.id },
    { heading: 'exports:columns.name', value: (plan) => plan.name },
    {
      heading: 'exports:columns.kind',
      value: (plan, { language }) => optionText('guilds:options.planKind', plan.kind, language),
    },
    {
      heading: 'guilds:columns.planStatus',
      value: (plan, { language }) => optionText('guilds:options.planStatus', plan.status, language),
    },
    { heading: 'guilds:columns.startWeek', value: (plan) => plan.startWeek },
    {
      heading: 'guilds:columns.levels',
      value: (plan) => plan.levels.map((level) => `${level.fromCents / 100}: ${level.rateBp / 100}%`).join('; '),
    },
    {
      heading: 'guilds:columns.salarySteps',
      value: (plan) => plan.salary.map((step) => `${step.points}/${step.days}: ${step.usdCents / 100}`).join('; '),
    },
    { heading: 'guilds:columns.publishedBy', value: (plan) => plan.publishedBy },
    { heading: 'guilds:columns.publishedAt', value: (plan) => moment(plan.publishedAt) },
    { heading: 'guilds:columns.planNote', value: (plan) => plan.note },
  ]),
  serve(planInfo, (context, payload) => service.info(approvals, context, payload)),
  serve(planPreview, preview(params)),
  serve(planSave, service.save),
  serve(planUpdate, (context, payload) => service.update(approvals, context, payload)),
  serve(planPublish, (context, payload) => service.publish(approvals, context, payload)),
  serve(planWithdraw, (context, payload) => service.withdraw(approvals, context, payload)),
]
