import * as calls from '@greenroom/contract/finance'
import type { Approvals } from '../../../access/index.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn, yesOrNo } from '../../../kit/words.ts'
import type { Params } from '../../../params/index.ts'
import * as service from './service.ts'

const states: Words = {
  'not paid': { en: 'Not paid', cn: '未支付' },
  success: { en: 'Success', cn: '成功' },
  failure: { en: 'Failure', cn: '失败' },
}
const refunds: Words = {
  none: { en: 'None', cn: '无' },
  refund: { en: 'Refunded', cn: '已退款' },
  chargeback: { en: 'Charged back', cn: '已拒付' },
}
const moment = (at: string | null) => (at === null ? null : new Date(at))

export const orderRoutes = (shared: { params: Params; approvals: Approvals }): Served[] => [
  serveList(calls.rechargeList, (context, payload) => service.orders(shared.approvals, context, payload), [
    { names: { en: 'Order', cn: '订单号' }, value: (row) => row.orderId },
    { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.user?.userId ?? null },
    { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.user?.nickname ?? null },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, row.state, language) },
    { names: { en: 'Product', cn: '商品' }, value: (row) => row.product },
    { names: { en: 'Price (US cents)', cn: '价格（美分）' }, value: (row) => row.usdCents },
    { names: { en: 'Gateway fee (US cents)', cn: '通道手续费（美分）' }, value: (row) => row.feeUsdCents },
    { names: { en: 'Tokens', cn: '代币' }, value: (row) => row.tokens },
    { names: { en: 'Promotional tokens', cn: '赠送代币' }, value: (row) => row.promoTokens },
    { names: { en: 'Gateway', cn: '支付通道' }, value: (row) => row.gateway },
    { names: { en: 'Gateway reference', cn: '通道流水号' }, value: (row) => row.gatewayReference },
    { names: { en: 'Channel', cn: '渠道' }, value: (row) => row.channel },
    { names: { en: 'First top-up', cn: '首充' }, value: (row, { language }) => yesOrNo(row.firstRecharge, language) },
    { names: { en: 'Refunded', cn: '退款' }, value: (row, { language }) => wordIn(refunds, row.refund, language) },
    { names: { en: 'Debt (tokens)', cn: '欠款（代币）' }, value: (row) => row.debtTokens },
    { names: { en: 'Created', cn: '创建时间' }, value: (row) => moment(row.createdAt) },
    { names: { en: 'Paid', cn: '支付时间' }, value: (row) => moment(row.paidAt) },
    { names: { en: 'Refunded at', cn: '退款时间' }, value: (row) => moment(row.refundedAt) },
    { names: { en: 'Currency', cn: '币种' }, value: (row) => row.currency },
    { names: { en: 'Paid (smallest unit)', cn: '实付（最小单位）' }, value: (row) => row.amountMinor },
    { names: { en: 'Payer', cn: '付款方' }, value: (row) => row.payerReference },
    { names: { en: 'Why it failed', cn: '失败原因' }, value: (row) => row.failureReason },
  ]),
  serve(calls.rechargeInfo, (context, payload) => service.orderInfo(shared.approvals, context, payload)),
  serve(calls.rechargeResend, service.resend),
  serve(calls.rechargeRefund, (context, payload) => service.refund(shared, context, payload)),
]
