import * as calls from '@greenroom/contract/chain'
import { isReason, reasonText } from '@greenroom/contract/reasons'
import type { Approvals } from '../../../access/index.ts'
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import { ofHashes, ofInstructions } from '../payouts/concerns.ts'
import { depositInfo, payerName } from './deposit/info.ts'
import * as deposit from './deposit/service.ts'
import { askUnmatch } from './deposit/unmatch.ts'
import * as instruction from './instruction/service.ts'
import { enterGas, gas, reverseGas } from './wallet/gas.ts'
import * as wallet from './wallet/service.ts'
import { healthOf } from './watch/health.ts'
import type { Watching } from './watching.ts'

const chainNames: Words = { trc20: { en: 'TRC20', cn: 'TRC20' }, erc20: { en: 'ERC20', cn: 'ERC20' } }
const depositStates: Words = {
  detected: { en: 'Detected', cn: '已发现' },
  confirming: { en: 'Confirming', cn: '确认中' },
  credited: { en: 'Credited', cn: '已入账' },
  unmatched: { en: 'Unmatched', cn: '未匹配' },
  matched: { en: 'Matched', cn: '已匹配' },
  rejected: { en: 'Rejected', cn: '已拒绝' },
  gone: { en: 'Dropped from the chain', cn: '链上已撤销' },
}
const instructionStates: Words = {
  signing: { en: 'Signing', cn: '待签名' },
  broadcast: { en: 'Broadcast', cn: '已广播' },
  success: { en: 'Success', cn: '成功' },
  failure: { en: 'Failure', cn: '失败' },
  'manual processing successful': { en: 'Manual processing successful', cn: '人工处理成功' },
}
const outflowKinds: Words = {
  sweep: { en: 'Sweep', cn: '归集' },
  payment: { en: 'Payment', cn: '付款' },
  elsewhere: { en: 'Other', cn: '其他去向' },
}
const payers: Words = { agent: { en: 'Agent', cn: '代理' }, user: { en: 'User', cn: '用户' } }
const places: Words = { wallet: { en: 'Wallet', cn: '钱包' }, deposit: { en: 'Deposit address', cn: '充值地址' } }
const moment = (at: string | null) => (at === null ? null : new Date(at))
const why = (key: string, language: 'en' | 'cn') => (isReason(key) ? reasonText(key, {}, language) : '')
/** USDT with its six decimals. */
const usdt = (micros: number) => micros / 1_000_000

type Shared = Watching & { approvals: Approvals }

export const chainRoutes = (shared: Shared): Served[] => [
  serveList(calls.usdtInList, (context, payload) => deposit.deposits(shared, context, payload), [
    { names: { en: 'Chain', cn: '链' }, value: (row, { language }) => wordIn(chainNames, row.chain, language) },
    { names: { en: 'USDT', cn: 'USDT' }, value: (row) => usdt(row.usdtMicros) },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(depositStates, row.state, language) },
    { names: { en: 'Reason', cn: '原因' }, value: (row, { language }) => why(row.reason, language) },
    {
      names: { en: 'Payer', cn: '付款人' },
      value: (row, { language }) => row.payer && wordIn(payers, row.payer.kind, language),
    },
    { names: { en: 'Payer ID', cn: '付款人 ID' }, value: (row) => row.payer?.id ?? null },
    { names: { en: 'Address', cn: '收款地址' }, value: (row) => row.address },
    { names: { en: 'From', cn: '付款地址' }, value: (row) => row.from },
    { names: { en: 'Transaction', cn: '交易哈希' }, value: (row) => row.transaction },
    { names: { en: 'Transfer', cn: '转账序号' }, value: (row) => row.ordinal },
    { names: { en: 'Block', cn: '区块' }, value: (row) => row.block },
    { names: { en: 'Confirmations', cn: '确认数' }, value: (row) => row.confirmations },
    { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.at) },
    { names: { en: 'Settled', cn: '处理时间' }, value: (row) => moment(row.settledAt) },
    { names: { en: 'Decided by', cn: '处理人' }, value: (row) => row.decidedBy },
    { names: { en: 'Decision reason', cn: '处理原因' }, value: (row) => row.decisionReason },
    { names: { en: 'Vanished', cn: '消失时间' }, value: (row) => moment(row.vanishedAt) },
    { names: { en: 'Explained by', cn: '说明人' }, value: (row) => row.explainedBy },
    { names: { en: 'Explanation', cn: '说明' }, value: (row) => row.explanation },
  ]),
  serve(calls.usdtInInfo, (context, payload) => depositInfo(shared, context, payload)),
  serve(calls.usdtInPayer, (context, payload) => payerName(shared, context, payload)),
  ...[calls.usdtHealth, calls.usdtOutHealth].map((call) =>
    serve(call, async ({ database }) => ({ chains: await healthOf(database, shared.chains) })),
  ),
  serve(calls.usdtInMatch, (context, payload) => deposit.askMatch(shared, context, payload)),
  serve(calls.usdtInUnmatch, (context, payload) => askUnmatch(shared, context, payload)),
  serve(calls.usdtInExplain, deposit.explain),
  serve(calls.usdtInReject, (context, payload) => deposit.askReject(shared, context, payload)),
  serveList(calls.usdtOutList, (context, payload) => instruction.instructions(shared.params, context, payload), [
    { names: { en: 'Instruction', cn: '指令' }, value: (row) => row.id },
    { names: { en: 'Payout', cn: '付款单' }, value: (row) => row.payoutId },
    { names: { en: 'Payout batch', cn: '付款批次' }, value: (row) => row.payoutBatch },
    { names: { en: 'Payee', cn: '收款方' }, value: (row) => row.payee.name },
    { names: { en: 'Payee ID', cn: '收款方 ID' }, value: (row) => row.payee.id },
    { names: { en: 'Chain', cn: '链' }, value: (row, { language }) => wordIn(chainNames, row.chain, language) },
    { names: { en: 'Address', cn: '收款地址' }, value: (row) => row.address },
    { names: { en: 'USDT', cn: 'USDT' }, value: (row) => usdt(row.usdtMicros) },
    {
      names: { en: 'Status', cn: '状态' },
      value: (row, { language }) => wordIn(instructionStates, row.state, language),
    },
    { names: { en: 'Reason', cn: '原因' }, value: (row, { language }) => why(row.reason, language) },
    { names: { en: 'Export', cn: '导出批次' }, value: (row) => row.batch },
    { names: { en: 'Transaction', cn: '交易哈希' }, value: (row) => row.transaction },
    { names: { en: 'Created', cn: '创建时间' }, value: (row) => moment(row.createdAt) },
    { names: { en: 'Ended', cn: '完结时间' }, value: (row) => moment(row.endedAt) },
  ]),
  serve(
    calls.usdtOutExport,
    (context, payload) => instruction.exportToWallet(shared, context, payload),
    ofInstructions,
  ),
  serve(calls.usdtOutHashes, instruction.enterHashes, ofHashes),
  serve(calls.usdtOutWithdraw, (context, payload) => instruction.withdraw(shared, context, payload), ofInstructions),
  serveList(calls.walletList, wallet.balances, [
    { names: { en: 'Chain', cn: '链' }, value: (row, { language }) => wordIn(chainNames, row.chain, language) },
    { names: { en: 'Address', cn: '地址' }, value: (row) => row.address },
    { names: { en: 'Kind', cn: '类型' }, value: (row, { language }) => wordIn(places, row.kind, language) },
    { names: { en: 'Name', cn: '名称' }, value: (row) => row.name },
    { names: { en: 'On the chain (USDT)', cn: '链上余额（USDT）' }, value: (row) => usdt(row.usdtMicros) },
    { names: { en: 'Expected (USDT)', cn: '应有余额（USDT）' }, value: (row) => usdt(row.expectedMicros) },
    { names: { en: 'Block', cn: '区块' }, value: (row) => row.block },
    { names: { en: 'Read', cn: '读取时间' }, value: (row) => moment(row.at) },
  ]),
  serve(calls.walletSummary, (context) => wallet.summary(shared, context)),
  serveList(calls.outflowList, (context, payload) => wallet.outflows(shared, context, payload), [
    { names: { en: 'Chain', cn: '链' }, value: (row, { language }) => wordIn(chainNames, row.chain, language) },
    { names: { en: 'Kind', cn: '类型' }, value: (row, { language }) => wordIn(outflowKinds, row.kind, language) },
    { names: { en: 'USDT', cn: 'USDT' }, value: (row) => usdt(row.usdtMicros) },
    { names: { en: 'From', cn: '付款地址' }, value: (row) => row.from },
    { names: { en: 'To', cn: '收款地址' }, value: (row) => row.to },
    { names: { en: 'Transaction', cn: '交易哈希' }, value: (row) => row.transaction },
    { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.at) },
    { names: { en: 'Explained by', cn: '说明人' }, value: (row) => row.explainedBy },
    { names: { en: 'Explanation', cn: '说明' }, value: (row) => row.explanation },
  ]),
  serve(calls.outflowExplain, wallet.explain),
  serve(calls.walletRegister, (context, payload) => wallet.askWallet(shared, context, payload)),
  serve(calls.gasSave, enterGas(shared)),
  serve(calls.gasReverse, reverseGas),
  serveList(calls.gasList, gas, [
    { names: { en: 'Chain', cn: '链' }, value: (row, { language }) => wordIn(chainNames, row.chain, language) },
    { names: { en: 'Fee (US cents)', cn: '手续费（美分）' }, value: (row) => row.usdCents },
    { names: { en: 'Note', cn: '备注' }, value: (row) => row.note },
    { names: { en: 'Entered by', cn: '录入人' }, value: (row) => row.enteredBy },
    { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.at) },
    { names: { en: 'Reversed by', cn: '撤销人' }, value: (row) => row.reversedBy },
    { names: { en: 'Reversed at', cn: '撤销时间' }, value: (row) => moment(row.reversedAt) },
    { names: { en: 'Reversal reason', cn: '撤销原因' }, value: (row) => row.reverseReason },
  ]),
  serve(calls.walletConfirm, (context, payload) => wallet.confirmKey(shared, context, payload)),
]
