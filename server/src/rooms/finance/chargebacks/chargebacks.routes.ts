import * as calls from '@greenroom/contract/chargebacks'
import type { Approvals } from '../../../access/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { earners } from './chargebacks.earners.ts'
import { repeats } from './chargebacks.repeat.ts'
import * as service from './chargebacks.service.ts'

export const chargebackRoutes = ({ params, approvals }: { params: Params; approvals: Approvals }): Served[] => [
  serveList(calls.chargebackList, (context, payload) => service.list(approvals, context, payload), [
    { heading: 'finance:columns.orderId', value: (row) => row.orderId },
    { heading: 'exports:columns.userId', value: (row) => row.user.userId },
    { heading: 'exports:columns.nickname', value: (row) => row.user.nickname },
    {
      heading: 'finance:columns.kind',
      value: (row, { language }) => optionText('finance:options.chargebackKind', row.kind, language),
    },
    {
      heading: 'finance:columns.chargebackState',
      value: (row, { language }) => optionText('finance:options.chargebackState', row.state, language),
    },
    { heading: 'exports:columns.priceUsCents', value: (row) => row.usdCents },
    { heading: 'exports:columns.takenBackTokens', value: (row) => row.takenTokens },
    { heading: 'finance:columns.debtTokens', value: (row) => row.debtTokens },
    { heading: 'exports:columns.repaidTokens', value: (row) => row.repaidTokens },
    { heading: 'exports:columns.writtenOffTokens', value: (row) => row.writtenOffTokens },
    { heading: 'exports:columns.owedTokens', value: (row) => row.owedTokens },
    { heading: 'finance:columns.gateway', value: (row) => row.gateway },
    { heading: 'finance:columns.payerReference', value: (row) => row.payerReference },
    { heading: 'exports:columns.chargebacksOfTheUser', value: (row) => row.ofUser },
    { heading: 'finance:columns.at', value: (row) => moment(row.at) },
  ]),
  serve(calls.chargebackInfo, (context, payload) => service.info(approvals, context, payload)),
  serve(calls.chargebackDecide, (context, payload) => service.decide(approvals, context, payload)),
  serve(calls.chargebackSettle, (context, payload) => service.settle(approvals, context, payload)),
  serveList(calls.repeatList, repeats, [
    { heading: 'finance:columns.repeatKey', value: (row) => row.key },
    { heading: 'finance:columns.userCount', value: (row) => row.userCount },
    { heading: 'finance:columns.chargebacks', value: (row) => row.chargebacks },
    { heading: 'exports:columns.priceUsCents', value: (row) => row.usdCents },
    { heading: 'exports:columns.owedTokens', value: (row) => row.owedTokens },
    { heading: 'finance:columns.lastAt', value: (row) => moment(row.lastAt) },
  ]),
  serve(calls.userChargebackList, service.ofUser),
  serve(calls.chargebackEarners, (context, payload) => earners(params, context, payload)),
]
