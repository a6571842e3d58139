import * as calls from '@greenroom/contract/chain'
import type { StaffLanguage } from '@greenroom/contract/languages'
import { isReason } from '@greenroom/contract/reasons'
import { reasonText } from '@greenroom/contract/reasonTexts'
import type { Approvals } from '../../access/index.ts'
import { type Served, serve, serveList } from '../../kit/calls/serve.ts'
import { optionText } from '../../texts/catalogue.ts'
import type { Watching } from './chain.watching.ts'
import { depositInfo, payerName } from './deposit/deposit.info.ts'
import * as deposit from './deposit/deposit.service.ts'
import { askUnmatch } from './deposit/deposit.unmatch.ts'
import { ofHashes, ofInstructions } from './instruction/instruction.queries.ts'
import * as instruction from './instruction/instruction.service.ts'
import { enterGas, gas, reverseGas } from './wallet/chainWallet.gas.ts'
import * as wallet from './wallet/chainWallet.service.ts'
import { healthOf } from './watch/chainWatch.health.ts'

const moment = (at: string | null) => (at === null ? null : new Date(at))
const why = (key: string, language: StaffLanguage) => (isReason(key) ? reasonText(key, {}, language) : '')
/** USDT with its six decimals. */
const usdt = (micros: number) => micros / 1_000_000

type Shared = Watching & { approvals: Approvals }

export const chainRoutes = (shared: Shared): Served[] => [
  serveList(calls.usdtInList, (context, payload) => deposit.deposits(shared, context, payload), [
    {
      heading: 'finance:columns.chain',
      value: (row, { language }) => optionText('finance:options.chain', row.chain, language),
    },
    { heading: 'finance:columns.usdt', value: (row) => usdt(row.usdtMicros) },
    {
      heading: 'finance:columns.depositState',
      value: (row, { language }) => optionText('finance:options.depositState', row.state, language),
    },
    { heading: 'finance:columns.why', value: (row, { language }) => why(row.reason, language) },
    {
      heading: 'finance:columns.payer',
      value: (row, { language }) => row.payer && optionText('finance:options.ownerKind', row.payer.kind, language),
    },
    { heading: 'exports:columns.payerId', value: (row) => row.payer?.id ?? null },
    { heading: 'finance:columns.address', value: (row) => row.address },
    { heading: 'finance:columns.from', value: (row) => row.from },
    { heading: 'finance:columns.transaction', value: (row) => row.transaction },
    { heading: 'exports:columns.transfer', value: (row) => row.ordinal },
    { heading: 'finance:columns.block', value: (row) => row.block },
    { heading: 'exports:columns.confirmations', value: (row) => row.confirmations },
    { heading: 'finance:columns.at', value: (row) => moment(row.at) },
    { heading: 'finance:columns.settledAt', value: (row) => moment(row.settledAt) },
    { heading: 'finance:columns.decidedBy', value: (row) => row.decidedBy },
    { heading: 'finance:columns.decisionReason', value: (row) => row.decisionReason },
    { heading: 'exports:columns.vanished', value: (row) => moment(row.vanishedAt) },
    { heading: 'finance:columns.explainedBy', value: (row) => row.explainedBy },
    { heading: 'finance:columns.explanation', value: (row) => row.explanation },
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
    { heading: 'finance:columns.instruction', value: (row) => row.id },
    { heading: 'finance:columns.payout', value: (row) => row.payoutId },
    { heading: 'finance:columns.payoutBatch', value: (row) => row.payoutBatch },
    { heading: 'finance:columns.payee', value: (row) => row.payee.name },
    { heading: 'finance:columns.payeeId', value: (row) => row.payee.id },
    {
      heading: 'finance:columns.chain',
      value: (row, { language }) => optionText('finance:options.chain', row.chain, language),
    },
    { heading: 'finance:columns.address', value: (row) => row.address },
    { heading: 'finance:columns.usdt', value: (row) => usdt(row.usdtMicros) },
    {
      heading: 'finance:columns.instructionState',
      value: (row, { language }) => optionText('finance:options.instructionState', row.state, language),
    },
    { heading: 'finance:columns.why', value: (row, { language }) => why(row.reason, language) },
    { heading: 'finance:columns.batch', value: (row) => row.batch },
    { heading: 'finance:columns.transaction', value: (row) => row.transaction },
    { heading: 'finance:columns.createdAt', value: (row) => moment(row.createdAt) },
    { heading: 'finance:columns.endedAt', value: (row) => moment(row.endedAt) },
  ]),
  serve(
    calls.usdtOutExport,
    (context, payload) => instruction.exportToWallet(shared, context, payload),
    ofInstructions,
  ),
  serve(calls.usdtOutHashes, instruction.enterHashes, ofHashes),
  serve(calls.usdtOutWithdraw, (context, payload) => instruction.withdraw(shared, context, payload), ofInstructions),
  serveList(calls.walletList, wallet.balances, [
    {
      heading: 'finance:columns.chain',
      value: (row, { language }) => optionText('finance:options.chain', row.chain, language),
    },
    { heading: 'finance:columns.address', value: (row) => row.address },
    {
      heading: 'finance:columns.kind',
      value: (row, { language }) => optionText('finance:options.placeKind', row.kind, language),
    },
    { heading: 'exports:columns.name', value: (row) => row.name },
    { heading: 'exports:columns.onTheChainUsdt', value: (row) => usdt(row.usdtMicros) },
    { heading: 'exports:columns.expectedUsdt', value: (row) => usdt(row.expectedMicros) },
    { heading: 'finance:columns.block', value: (row) => row.block },
    { heading: 'finance:columns.readAt', value: (row) => moment(row.at) },
  ]),
  serve(calls.walletSummary, (context) => wallet.summary(shared, context)),
  serveList(calls.outflowList, (context, payload) => wallet.outflows(shared, context, payload), [
    {
      heading: 'finance:columns.chain',
      value: (row, { language }) => optionText('finance:options.chain', row.chain, language),
    },
    {
      heading: 'finance:columns.kind',
      value: (row, { language }) => optionText('finance:options.outflowKind', row.kind, language),
    },
    { heading: 'finance:columns.usdt', value: (row) => usdt(row.usdtMicros) },
    { heading: 'finance:columns.from', value: (row) => row.from },
    { heading: 'finance:columns.to', value: (row) => row.to },
    { heading: 'finance:columns.transaction', value: (row) => row.transaction },
    { heading: 'finance:columns.at', value: (row) => moment(row.at) },
    { heading: 'finance:columns.explainedBy', value: (row) => row.explainedBy },
    { heading: 'finance:columns.explanation', value: (row) => row.explanation },
  ]),
  serve(calls.outflowExplain, wallet.explain),
  serve(calls.walletRegister, (context, payload) => wallet.askWallet(shared, context, payload)),
  serve(calls.gasSave, enterGas(shared)),
  serve(calls.gasReverse, reverseGas),
  serveList(calls.gasList, gas, [
    {
      heading: 'finance:columns.chain',
      value: (row, { language }) => optionText('finance:options.chain', row.chain, language),
    },
    { heading: 'exports:columns.feeUsCents', value: (row) => row.usdCents },
    { heading: 'finance:columns.note', value: (row) => row.note },
    { heading: 'finance:columns.enteredBy', value: (row) => row.enteredBy },
    { heading: 'finance:columns.at', value: (row) => moment(row.at) },
    { heading: 'finance:columns.reversedBy', value: (row) => row.reversedBy },
    { heading: 'finance:columns.reversedAt', value: (row) => moment(row.reversedAt) },
    { heading: 'finance:columns.reverseReason', value: (row) => row.reverseReason },
  ]),
  serve(calls.walletConfirm, (context, payload) => wallet.confirmKey(shared, context, payload)),
]
