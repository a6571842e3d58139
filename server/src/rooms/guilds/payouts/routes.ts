import * as calls from '@greenroom/contract/payouts'
import type { Approvals } from '../../../access/index.ts'
import type { Seals } from '../../../kit/seal/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import type { Params } from '../../../params/index.ts'
import { ofGuild, ofRequests, ofSettlements } from '../concerns.ts'
import * as accounts from './account/service.ts'
import { overview } from './overview.ts'
import { pay } from './pay/service.ts'
import { listPayments } from './payments.ts'
import * as requests from './request/service.ts'

export type PayoutServices = { params: Params; approvals: Approvals; seals: Seals; fileUrl: string }

const kinds: Words = {
  bank: { en: 'Bank account', cn: '银行账户' },
  'e-wallet': { en: 'E-wallet', cn: '电子钱包' },
  'usdt.trc20': { en: 'USDT (TRC20)', cn: 'USDT（TRC20）' },
  'usdt.erc20': { en: 'USDT (ERC20)', cn: 'USDT（ERC20）' },
}
const states: Words = {
  'in review': { en: 'In review', cn: '审核中' },
  agreed: { en: 'Approved', cn: '已批准' },
  refused: { en: 'Rejected', cn: '已拒绝' },
  'paid out': { en: 'Paid out', cn: '已付款' },
}

export const payoutRoutes = (services: PayoutServices): Served[] => [
  serve(calls.guildMoney, overview(services)),
  serveList(calls.payoutRequestList, (context, payload) => requests.list(services.approvals, context, payload), [
    { names: { en: 'ID', cn: '编号' }, value: (row) => row.id },
    { names: { en: 'Guild ID', cn: '公会 ID' }, value: (row) => row.guildId },
    { names: { en: 'Guild', cn: '公会' }, value: (row) => row.guildName },
    { names: { en: 'Amount (USD)', cn: '金额（美元）' }, value: (row) => row.usdCents / 100 },
    { names: { en: 'Account', cn: '账户' }, value: (row, { language }) => wordIn(kinds, row.account.kind, language) },
    { names: { en: 'Last four', cn: '尾号' }, value: (row) => row.account.lastFour },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, row.state, language) },
    { names: { en: 'Requested', cn: '申请时间' }, value: (row) => moment(row.requestedAt) },
    { names: { en: 'Decided by', cn: '审核人' }, value: (row) => row.decidedBy },
    { names: { en: 'Decided at', cn: '审核时间' }, value: (row) => moment(row.decidedAt) },
    { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
    { names: { en: 'Paid at', cn: '付款时间' }, value: (row) => moment(row.paidAt) },
    { names: { en: 'Reference', cn: '流水号' }, value: (row) => row.reference },
  ]),
  serve(calls.payoutRequestSave, (context, payload) => requests.ask(services.params, context, payload)),
  serve(
    calls.payoutRequestDecide,
    (context, payload) => requests.decide(services.approvals, context, payload),
    ofRequests,
  ),
  serve(calls.payoutPay, pay(services, 'request'), ofRequests),
  serve(calls.weekPay, pay(services, 'week'), ofSettlements),
  serveList(calls.paymentList, listPayments(services.fileUrl), [
    { names: { en: 'ID', cn: '编号' }, value: (row) => row.id },
    { names: { en: 'Guild ID', cn: '公会 ID' }, value: (row) => row.guildId },
    { names: { en: 'Guild', cn: '公会' }, value: (row) => row.guildName },
    { names: { en: 'Amount (USD)', cn: '金额（美元）' }, value: (row) => row.usdCents / 100 },
    { names: { en: 'Week', cn: '周' }, value: (row) => row.week ?? '' },
    { names: { en: 'Request', cn: '提现申请' }, value: (row) => row.requestId },
    { names: { en: 'Reference', cn: '流水号' }, value: (row) => row.reference },
    { names: { en: 'Paid by', cn: '付款人' }, value: (row) => row.paidBy },
    { names: { en: 'Paid at', cn: '付款时间' }, value: (row) => moment(row.paidAt) },
  ]),
  serve(calls.payoutAccountSave, (context, payload) => accounts.save(services, context, payload), ofGuild),
  serve(calls.payoutAccountReveal, (context, payload) => accounts.reveal(services.seals, context, payload)),
]
