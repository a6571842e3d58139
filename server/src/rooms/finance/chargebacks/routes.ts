import * as calls from '@greenroom/contract/chargebacks'
import type { Approvals } from '../../../access/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import type { Params } from '../../../params/index.ts'
import { earners } from './earners.ts'
import { repeats } from './repeat.ts'
import * as service from './service.ts'

const kinds: Words = {
  chargeback: { en: 'Chargeback', cn: '拒付' },
  refund: { en: 'Refund', cn: '退款' },
}
const states: Words = {
  open: { en: 'Open', cn: '待处理' },
  debt: { en: 'Debt', cn: '欠款' },
  recovered: { en: 'Recovered', cn: '已追回' },
  contested: { en: 'Contested', cn: '申诉中' },
  'written off': { en: 'Written off', cn: '已核销' },
  reversed: { en: 'Won', cn: '已胜诉' },
}

export const chargebackRoutes = ({ params, approvals }: { params: Params; approvals: Approvals }): Served[] => [
  serveList(calls.chargebackList, (context, payload) => service.list(approvals, context, payload), [
    { names: { en: 'Order', cn: '订单号' }, value: (row) => row.orderId },
    { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.user.userId },
    { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.user.nickname },
    { names: { en: 'Kind', cn: '类型' }, value: (row, { language }) => wordIn(kinds, row.kind, language) },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, row.state, language) },
    { names: { en: 'Price (US cents)', cn: '价格（美分）' }, value: (row) => row.usdCents },
    { names: { en: 'Taken back (tokens)', cn: '已收回（代币）' }, value: (row) => row.takenTokens },
    { names: { en: 'Debt (tokens)', cn: '欠款（代币）' }, value: (row) => row.debtTokens },
    { names: { en: 'Repaid (tokens)', cn: '已偿还（代币）' }, value: (row) => row.repaidTokens },
    { names: { en: 'Written off (tokens)', cn: '已核销（代币）' }, value: (row) => row.writtenOffTokens },
    { names: { en: 'Owed (tokens)', cn: '尚欠（代币）' }, value: (row) => row.owedTokens },
    { names: { en: 'Gateway', cn: '支付通道' }, value: (row) => row.gateway },
    { names: { en: 'Payer', cn: '付款方' }, value: (row) => row.payerReference },
    { names: { en: 'Chargebacks of the user', cn: '该用户拒付次数' }, value: (row) => row.ofUser },
    { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.at) },
  ]),
  serve(calls.chargebackInfo, (context, payload) => service.info(approvals, context, payload)),
  serve(calls.chargebackDecide, (context, payload) => service.decide(approvals, context, payload)),
  serve(calls.chargebackSettle, (context, payload) => service.settle(approvals, context, payload)),
  serveList(calls.repeatList, repeats, [
    { names: { en: 'User, device or payer', cn: '用户、设备或付款方' }, value: (row) => row.key },
    { names: { en: 'Users', cn: '用户数' }, value: (row) => row.userCount },
    { names: { en: 'Chargebacks', cn: '拒付次数' }, value: (row) => row.chargebacks },
    { names: { en: 'Price (US cents)', cn: '价格（美分）' }, value: (row) => row.usdCents },
    { names: { en: 'Owed (tokens)', cn: '尚欠（代币）' }, value: (row) => row.owedTokens },
    { names: { en: 'Last at', cn: '最近时间' }, value: (row) => moment(row.lastAt) },
  ]),
  serve(calls.userChargebackList, service.ofUser),
  serve(calls.chargebackEarners, (context, payload) => earners(params, context, payload)),
]
