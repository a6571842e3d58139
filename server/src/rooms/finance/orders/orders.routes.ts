import * as calls from '@greenroom/contract/finance'
import type { Approvals } from '../../../access/index.ts'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { optionText, yesOrNo } from '../../../texts/catalogue.ts'
import * as service from './orders.service.ts'

const moment = (at: string | null) => (at === null ? null : new Date(at))

export const orderRoutes = (shared: { params: Params; approvals: Approvals }): Served[] => [
  serveList(calls.rechargeList, (context, payload) => service.orders(shared.approvals, context, payload), [
    { heading: 'finance:columns.orderId', value: (row) => row.orderId },
    { heading: 'exports:columns.userId', value: (row) => row.user?.userId ?? null },
    { heading: 'exports:columns.nickname', value: (row) => row.user?.nickname ?? null },
    {
      heading: 'finance:columns.state',
      value: (row, { language }) => optionText('finance:options.state', row.state, language),
    },
    { heading: 'finance:columns.product', value: (row) => row.product },
    { heading: 'exports:columns.priceUsCents', value: (row) => row.usdCents },
    { heading: 'exports:columns.gatewayFeeUsCents', value: (row) => row.feeUsdCents },
    { heading: 'finance:columns.tokens', value: (row) => row.tokens },
    { heading: 'finance:columns.promoTokens', value: (row) => row.promoTokens },
    { heading: 'finance:columns.gateway', value: (row) => row.gateway },
    { heading: 'finance:columns.gatewayReference', value: (row) => row.gatewayReference },
    { heading: 'finance:columns.channel', value: (row) => row.channel },
    { heading: 'exports:columns.firstTopUp', value: (row, { language }) => yesOrNo(row.firstRecharge, language) },
    {
      heading: 'finance:columns.refund',
      value: (row, { language }) => optionText('finance:options.refund', row.refund, language),
    },
    { heading: 'finance:columns.debtTokens', value: (row) => row.debtTokens },
    { heading: 'finance:columns.createdAt', value: (row) => moment(row.createdAt) },
    { heading: 'finance:columns.paidAt', value: (row) => moment(row.paidAt) },
    { heading: 'finance:columns.refundedAt', value: (row) => moment(row.refundedAt) },
    { heading: 'finance:columns.currency', value: (row) => row.currency },
    { heading: 'exports:columns.paidSmallestUnit', value: (row) => row.amountMinor },
    { heading: 'finance:columns.payerReference', value: (row) => row.payerReference },
    { heading: 'exports:columns.whyItFailed', value: (row) => row.failureReason },
  ]),
  serve(calls.rechargeInfo, (context, payload) => service.orderInfo(shared.approvals, context, payload)),
  serve(calls.rechargeResend, service.resend),
  serve(calls.rechargeRefund, (context, payload) => service.refund(shared, context, payload)),
]
