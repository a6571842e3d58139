import * as calls from '@greenroom/contract/withdrawals'
import type { Seals } from '../../../kit/seal/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import { accountKinds } from '../words.ts'
import * as decide from './decide.ts'
import * as desk from './desk/service.ts'
import { manual, reveal } from './manual.ts'
import * as read from './read.ts'
import { release } from './release.ts'
import { undo } from './undo.ts'

export type WithdrawalServices = read.ReadServices & { seals: Seals }

const states: Words = {
  'in review': { en: 'In review', cn: '审核中' },
  'audit failed': { en: 'Audit failed', cn: '审核不通过' },
  withdrawing: { en: 'Withdrawing', cn: '提现中' },
  success: { en: 'Success', cn: '成功' },
  failure: { en: 'Failure', cn: '失败' },
  'manual processing successful': { en: 'Manual processing successful', cn: '人工处理成功' },
}

export const withdrawalRoutes = (services: WithdrawalServices): Served[] => [
  serveList(calls.withdrawalList, (context, payload) => read.withdrawals(services, context, payload), [
    { names: { en: 'Withdrawal', cn: '提现单号' }, value: (row) => row.withdrawalId },
    { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.user.userId },
    { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.user.nickname },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, row.state, language) },
    { names: { en: 'Bonus', cn: '收益' }, value: (row) => row.bonus },
    { names: { en: 'Amount (USD)', cn: '金额（美元）' }, value: (row) => row.usdCents / 100 },
    { names: { en: 'Debt taken (USD)', cn: '抵扣欠款（美元）' }, value: (row) => row.debtUsdCents / 100 },
    { names: { en: 'To be paid (USD)', cn: '应付（美元）' }, value: (row) => row.netUsdCents / 100 },
    {
      names: { en: 'Method', cn: '方式' },
      value: (row, { language }) => wordIn(accountKinds, row.account.kind, language),
    },
    { names: { en: 'Last four', cn: '尾号' }, value: (row) => row.account.lastFour },
    { names: { en: 'Risk score', cn: '风险分' }, value: (row) => row.riskScore },
    {
      names: { en: 'Decision takes effect', cn: '决定生效时间' },
      value: (row) => row.decision && moment(row.decision.effectiveAt),
    },
    { names: { en: 'Held by a ban', cn: '因封禁暂缓' }, value: (row) => row.held },
    { names: { en: 'Requested', cn: '申请时间' }, value: (row) => moment(row.requestedAt) },
    { names: { en: 'Decided by', cn: '审核人' }, value: (row) => row.decidedBy },
    { names: { en: 'Decided', cn: '审核时间' }, value: (row) => moment(row.decidedAt) },
    { names: { en: 'Ended', cn: '结束时间' }, value: (row) => moment(row.endedAt) },
    { names: { en: 'Batch', cn: '付款批次' }, value: (row) => row.batchId },
    { names: { en: 'Reference', cn: '付款流水号' }, value: (row) => row.reference },
    { names: { en: 'Reason', cn: '原因' }, value: (row) => row.stateReason },
  ]),
  serve(calls.withdrawalInfo, (context, payload) => read.withdrawalInfo(services, context, payload)),
  serve(calls.withdrawalClaim, (context, payload) => desk.claim(services, context, payload)),
  serve(calls.withdrawalGiveBack, desk.giveBack),
  serve(calls.withdrawalPass, (context, payload) => decide.pass(services, context, payload)),
  serve(calls.withdrawalRefuse, (context, payload) => decide.refuse(services, context, payload)),
  serve(calls.withdrawalUndo, (context, payload) => undo(services, context, payload)),
  serve(calls.withdrawalRelease, (context, payload) => release(services, context, payload)),
  serve(calls.withdrawalManual, (context, payload) => manual(services, context, payload)),
  serve(calls.withdrawalReveal, (context, payload) => reveal(services.seals, context, payload)),
]
