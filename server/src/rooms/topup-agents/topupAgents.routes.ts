import * as portal from '@greenroom/contract/agentPortal'
import { agentQueue, agentReceiptShare } from '@greenroom/contract/agentQueue'
import * as staff from '@greenroom/contract/agents'
import * as trades from '@greenroom/contract/agentTrades'
import type { RecordOf } from '@greenroom/contract/call'
import type { Approvals, SmsProvider } from '../../access/index.ts'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../kit/calls/serve.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import type { Params } from '../../params/index.ts'
import { optionText } from '../../texts/catalogue.ts'
import { type Addresses, buyInfo, makeAddress } from './agentPortal.buy.ts'
import { home, tokens } from './agentPortal.home.ts'
import { movements } from './agentPortal.movements.ts'
import { revealAccount, saveAccount } from './agents/agentPayouts.service.ts'
import { apply } from './agents/agents.apply.ts'
import { askCancel } from './agents/agents.cancel.ts'
import { decide } from './agents/agents.decide.ts'
import { saveLimits } from './agents/agents.limits.ts'
import { info, list } from './agents/agents.list.ts'
import { reveal } from './agents/agents.reveal.ts'
import { queue } from './queue/queue.service.ts'
import { share } from './queue/receipt.share.ts'
import { ofAgents, ofOneAgent, ofPurchase, ofPurchases, ofSales } from './topupAgents.concerns.ts'
import { decidePurchases, report } from './trades/trades.bank.ts'
import { buyer } from './trades/trades.buyer.ts'
import { ownPurchases, ownSales, purchaseList, saleList } from './trades/trades.lists.ts'
import { patternsOf } from './trades/trades.patterns.ts'
import { reversePurchase } from './trades/trades.reverse.ts'
import { deduct, salary } from './trades/trades.salary.ts'
import { askBack, decideBacks } from './trades/trades.saleReturns.ts'
import { sell } from './trades/trades.sell.ts'
import * as steps from './trades/trades.stepUp.ts'

export type AgentsServices = {
  params: Params
  approvals: Approvals
  seals: Seals
  sms: SmsProvider
  fileUrl: string
  addresses: Addresses
}

const agentColumns: ExportColumn<RecordOf<typeof staff.agentList>>[] = [
  { heading: 'exports:columns.userId', value: (row) => row.user.userId },
  { heading: 'exports:columns.user', value: (row) => row.user.nickname },
  { heading: 'exports:columns.agentId', value: (row) => row.agentId },
  { heading: 'exports:columns.account', value: (row) => row.username },
  {
    heading: 'topup-agents:columns.purchaseState',
    value: (row, { language }) => optionText('finance:options.agentState', row.state, language),
  },
  { heading: 'topup-agents:columns.reason', value: (row) => row.reason },
  { heading: 'exports:columns.contact', value: (row) => row.contact },
  { heading: 'exports:columns.country', value: (row) => row.country },
  { heading: 'exports:columns.appliedAt', value: (row) => moment(row.appliedAt) },
  { heading: 'exports:columns.topupAgentsDecidedBy', value: (row) => row.decidedBy },
  { heading: 'topup-agents:columns.decidedAt', value: (row) => moment(row.decidedAt) },
  { heading: 'exports:columns.stockTokens', value: (row) => row.stockTokens },
  { heading: 'exports:columns.monthUsd', value: (row) => row.monthUsdCents / 100 },
  { heading: 'exports:columns.extra', value: (row) => row.extraPercent },
  { heading: 'exports:columns.soldTodayTokens', value: (row) => row.soldTodayTokens },
]

type Back = { state: string; askedFor: string; tokens: number; reason: string } | null
const backColumns = <R extends { back: Back }>(): ExportColumn<R>[] => [
  {
    heading: 'topup-agents:columns.backState',
    value: (row, { language }) =>
      row.back ? optionText('topup-agents:options.backState', row.back.state, language) : '',
  },
  { heading: 'exports:columns.requestReason', value: (row) => row.back?.askedFor ?? '' },
  { heading: 'exports:columns.topupAgentsTakenBackTokens', value: (row) => row.back?.tokens ?? null },
  { heading: 'exports:columns.decision', value: (row) => row.back?.reason ?? '' },
]

type Sale = { at: string; buyer: { userId: number; nickname: string }; tokens: number; back: Back }
const saleColumns = <R extends Sale>(): ExportColumn<R>[] => [
  { heading: 'topup-agents:columns.at', value: (row) => moment(row.at) },
  { heading: 'exports:columns.buyerId', value: (row) => row.buyer.userId },
  { heading: 'topup-agents:columns.buyer', value: (row) => row.buyer.nickname },
  { heading: 'topup-agents:columns.tokens', value: (row) => row.tokens },
]

type Purchase = RecordOf<typeof portal.agentOwnPurchaseList>
const purchaseColumns = <R extends Purchase>(): ExportColumn<R>[] => [
  { heading: 'topup-agents:columns.at', value: (row) => moment(row.askedAt) },
  {
    heading: 'exports:columns.topupAgentsPaidBy',
    value: (row, { language }) => optionText('topup-agents:options.purchaseKind', row.kind, language),
  },
  {
    heading: 'topup-agents:columns.purchaseState',
    value: (row, { language }) => optionText('topup-agents:options.purchaseState', row.state, language),
  },
  { heading: 'topup-agents:columns.usd', value: (row) => row.usdMicros / 1_000_000 },
  { heading: 'topup-agents:columns.tokens', value: (row) => row.tokens },
  { heading: 'topup-agents:columns.extraTokens', value: (row) => row.extraTokens },
  { heading: 'topup-agents:columns.reference', value: (row) => row.reference },
  { heading: 'topup-agents:columns.decidedAt', value: (row) => moment(row.decidedAt) },
  { heading: 'topup-agents:columns.reason', value: (row) => row.reason },
]

type OfAgent = { agent: { agentId: number; user: { userId: number; nickname: string } } }
const ofAgent = <R extends OfAgent>(): ExportColumn<R>[] => [
  { heading: 'exports:columns.agentId', value: (row) => row.agent.agentId },
  { heading: 'exports:columns.agent', value: (row) => row.agent.user.nickname },
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
    { heading: 'topup-agents:columns.at', value: (row) => moment(row.at) },
    {
      heading: 'topup-agents:columns.movementKind',
      value: (row, { language }) => optionText('topup-agents:options.movementKind', row.kind, language),
    },
    { heading: 'topup-agents:columns.tokens', value: (row) => row.tokens },
    { heading: 'topup-agents:columns.stockAfter', value: (row) => row.stockAfter },
    { heading: 'topup-agents:columns.reference', value: (row) => row.reference },
  ]),
  serve(portal.agentBuyInfo, buyInfo(services.params, services.addresses)),
  serve(portal.agentAddress, makeAddress(services.addresses)),
  serve(portal.agentPurchaseSave, report(services)),
  serve(portal.agentBuyer, buyer),
  serve(portal.agentSell, sell(services)),
  serve(agentQueue, queue(services.params)),
  serve(agentReceiptShare, share),
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
