import * as portal from '@greenroom/contract/agentPortal'
import * as staff from '@greenroom/contract/agents'
import * as trades from '@greenroom/contract/agentTrades'
import type { RecordOf } from '@greenroom/contract/call'
import type { Approvals, SmsProvider } from '../../access/index.ts'
import type { Seals } from '../../kit/seal/index.ts'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../kit/serve.ts'
import { wordIn } from '../../kit/words.ts'
import type { Params } from '../../params/index.ts'
import { apply } from './agents/apply.ts'
import { askCancel } from './agents/cancel.ts'
import { decide } from './agents/decide.ts'
import { saveLimits } from './agents/limits.ts'
import { info, list } from './agents/list.ts'
import { reveal } from './agents/reveal.ts'
import { ofAgents, ofOneAgent, ofPurchase, ofPurchases, ofSales } from './concerns.ts'
import { revealAccount, saveAccount } from './payouts/service.ts'
import { type Addresses, buyInfo, makeAddress } from './portal/buy.ts'
import { home, tokens } from './portal/home.ts'
import { movements } from './portal/movements.ts'
import { decidePurchases, report } from './trades/bank.ts'
import { buyer } from './trades/buyer.ts'
import { ownPurchases, ownSales, purchaseList, saleList } from './trades/lists.ts'
import { patternsOf } from './trades/patterns.ts'
import { reversePurchase } from './trades/reverse.ts'
import { deduct, salary } from './trades/salary.ts'
import { askBack, decideBacks } from './trades/saleReturns.ts'
import { sell } from './trades/sell.ts'
import * as steps from './trades/stepUp.ts'
import { backWords, kindWords, movementWords, purchaseWords, stateWords } from './words.ts'

export type AgentsServices = {
  params: Params
  approvals: Approvals
  seals: Seals
  sms: SmsProvider
  fileUrl: string
  addresses: Addresses
}

const agentColumns: ExportColumn<RecordOf<typeof staff.agentList>>[] = [
  { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.user.userId },
  { names: { en: 'User', cn: '用户' }, value: (row) => row.user.nickname },
  { names: { en: 'Agent ID', cn: '代理 ID' }, value: (row) => row.agentId },
  { names: { en: 'Account', cn: '账号' }, value: (row) => row.username },
  { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(stateWords, row.state, language) },
  { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
  { names: { en: 'Contact', cn: '联系方式' }, value: (row) => row.contact },
  { names: { en: 'Country', cn: '国家' }, value: (row) => row.country },
  { names: { en: 'Applied at', cn: '申请时间' }, value: (row) => moment(row.appliedAt) },
  { names: { en: 'Decided by', cn: '审核人' }, value: (row) => row.decidedBy },
  { names: { en: 'Decided at', cn: '审核时间' }, value: (row) => moment(row.decidedAt) },
  { names: { en: 'Stock (tokens)', cn: '库存（代币）' }, value: (row) => row.stockTokens },
  { names: { en: 'Month (USD)', cn: '当月购买（美元）' }, value: (row) => row.monthUsdCents / 100 },
  { names: { en: 'Extra (%)', cn: '额外比例（%）' }, value: (row) => row.extraPercent },
  { names: { en: 'Sold today (tokens)', cn: '今日出售（代币）' }, value: (row) => row.soldTodayTokens },
]

type Back = { state: string; askedFor: string; tokens: number; reason: string } | null
const backColumns = <R extends { back: Back }>(): ExportColumn<R>[] => [
  {
    names: { en: 'Return', cn: '撤回' },
    value: (row, { language }) => (row.back ? wordIn(backWords, row.back.state, language) : ''),
  },
  { names: { en: 'Request reason', cn: '申请原因' }, value: (row) => row.back?.askedFor ?? '' },
  { names: { en: 'Taken back (tokens)', cn: '撤回（代币）' }, value: (row) => row.back?.tokens ?? null },
  { names: { en: 'Decision', cn: '处理意见' }, value: (row) => row.back?.reason ?? '' },
]

type Sale = { at: string; buyer: { userId: number; nickname: string }; tokens: number; back: Back }
const saleColumns = <R extends Sale>(): ExportColumn<R>[] => [
  { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.at) },
  { names: { en: 'Buyer ID', cn: '买家 ID' }, value: (row) => row.buyer.userId },
  { names: { en: 'Buyer', cn: '买家' }, value: (row) => row.buyer.nickname },
  { names: { en: 'Tokens', cn: '代币' }, value: (row) => row.tokens },
]

type Purchase = RecordOf<typeof portal.agentOwnPurchaseList>
const purchaseColumns = <R extends Purchase>(): ExportColumn<R>[] => [
  { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.askedAt) },
  { names: { en: 'Paid by', cn: '方式' }, value: (row, { language }) => wordIn(kindWords, row.kind, language) },
  { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(purchaseWords, row.state, language) },
  { names: { en: 'Amount (USD)', cn: '金额（美元）' }, value: (row) => row.usdMicros / 1_000_000 },
  { names: { en: 'Tokens', cn: '代币' }, value: (row) => row.tokens },
  { names: { en: 'Extra tokens', cn: '额外代币' }, value: (row) => row.extraTokens },
  { names: { en: 'Reference', cn: '流水号' }, value: (row) => row.reference },
  { names: { en: 'Decided at', cn: '处理时间' }, value: (row) => moment(row.decidedAt) },
  { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
]

type OfAgent = { agent: { agentId: number; user: { userId: number; nickname: string } } }
const ofAgent = <R extends OfAgent>(): ExportColumn<R>[] => [
  { names: { en: 'Agent ID', cn: '代理 ID' }, value: (row) => row.agent.agentId },
  { names: { en: 'Agent', cn: '代理' }, value: (row) => row.agent.user.nickname },
]

const staffRoutes = (services: AgentsServices): Served[] => [
  serveList(staff.agentList, list(services), agentColumns),
  serve(staff.agentInfo, info(services)),
  serve(staff.agentApprove, decide(services.params, 'approve'), ofAgents),
  serve(staff.agentReject, decide(services.params, 'reject'), ofAgents),
  serve(staff.agentFreeze, decide(services.params, 'freeze'), ofAgents),
  serve(staff.agentUnfreeze, decide(services.params, 'unfreeze'), ofAgents),
  serve(staff.agentCancel, askCancel(services.approvals), ofOneAgent),
  serve(staff.agentLimits, saveLimits(services), ofOneAgent),
  serve(staff.agentAccountSave, saveAccount(services), ofOneAgent),
  serve(staff.agentReveal, reveal),
  serve(staff.agentAccountReveal, revealAccount(services)),
  serveList(trades.agentSaleList, saleList, [...ofAgent(), ...saleColumns(), ...backColumns()]),
  serveList(trades.agentPurchaseList, purchaseList(services), [...ofAgent(), ...purchaseColumns()]),
  serve(trades.agentPurchaseDecide, decidePurchases(services), ofPurchases),
  serve(trades.agentPurchaseReverse, reversePurchase(services), ofPurchase),
  serve(trades.agentBackDecide, decideBacks, ofSales),
  serve(trades.agentPatternList, patternsOf(services.params)),
]

const portalRoutes = (services: AgentsServices): Served[] => [
  serve(portal.agentHome, home(services.params)),
  serve(portal.agentApply, apply),
  serve(portal.agentTokens, tokens),
  serveList(portal.agentMovementList, movements, [
    { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.at) },
    { names: { en: 'Type', cn: '类型' }, value: (row, { language }) => wordIn(movementWords, row.kind, language) },
    { names: { en: 'Tokens', cn: '代币' }, value: (row) => row.tokens },
    { names: { en: 'Stock after', cn: '变动后库存' }, value: (row) => row.stockAfter },
    { names: { en: 'Reference', cn: '关联' }, value: (row) => row.reference },
  ]),
  serve(portal.agentBuyInfo, buyInfo(services.params, services.addresses)),
  serve(portal.agentAddress, makeAddress(services.addresses)),
  serve(portal.agentPurchaseSave, report(services)),
  serve(portal.agentBuyer, buyer),
  serve(portal.agentSell, sell(services)),
  serve(portal.agentStepUpInfo, steps.info(services)),
  serve(portal.agentCodeSend, steps.sendCode(services)),
  serve(portal.agentStepUp, steps.stepUp(services)),
  serveList(portal.agentOwnSaleList, ownSales(services.params), [...saleColumns(), ...backColumns()]),
  serveList(portal.agentOwnPurchaseList, ownPurchases(services.fileUrl), purchaseColumns()),
  serve(portal.agentAskBack, askBack(services)),
  serve(portal.agentSalary, salary(services)),
  serve(portal.agentSalaryDeduct, deduct(services)),
]

export const agentsRoutes = (services: AgentsServices): Served[] => [
  ...staffRoutes(services),
  ...portalRoutes(services),
]
