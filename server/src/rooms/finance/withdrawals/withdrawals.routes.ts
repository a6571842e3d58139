import * as calls from '@greenroom/contract/withdrawals'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import * as desk from './withdrawalDesk.service.ts'
import * as decide from './withdrawals.decide.ts'
import { manual, reveal } from './withdrawals.manual.ts'
import * as read from './withdrawals.read.ts'
import { release } from './withdrawals.release.ts'
import { undo } from './withdrawals.undo.ts'

export type WithdrawalServices = read.ReadServices & { seals: Seals }

export const withdrawalRoutes = (services: WithdrawalServices): Served[] => [
  serveList(calls.withdrawalList, (context, payload) => read.withdrawals(services, context, payload), [
    { heading: 'finance:columns.withdrawalId', value: (row) => row.withdrawalId },
    { heading: 'exports:columns.userId', value: (row) => row.user.userId },
    { heading: 'exports:columns.nickname', value: (row) => row.user.nickname },
    {
      heading: 'finance:columns.withdrawalState',
      value: (row, { language }) => optionText('finance:options.withdrawalState', row.state, language),
    },
    { heading: 'finance:columns.bonus', value: (row) => row.bonus },
    { heading: 'finance:columns.usdMicros', value: (row) => row.usdCents / 100 },
    { heading: 'finance:columns.debtTaken', value: (row) => row.debtUsdCents / 100 },
    { heading: 'finance:columns.net', value: (row) => row.netUsdCents / 100 },
    {
      heading: 'exports:columns.method',
      value: (row, { language }) => optionText('finance:options.accountKind', row.account.kind, language),
    },
    { heading: 'finance:columns.lastFour', value: (row) => row.account.lastFour },
    { heading: 'finance:columns.riskScore', value: (row) => row.riskScore },
    {
      heading: 'exports:columns.decisionTakesEffect',
      value: (row) => row.decision && moment(row.decision.effectiveAt),
    },
    { heading: 'exports:columns.heldByABan', value: (row) => row.held },
    { heading: 'finance:columns.requestedAt', value: (row) => moment(row.requestedAt) },
    { heading: 'finance:columns.decidedBy', value: (row) => row.decidedBy },
    { heading: 'finance:columns.decidedAt', value: (row) => moment(row.decidedAt) },
    { heading: 'finance:columns.endedAt', value: (row) => moment(row.endedAt) },
    { heading: 'finance:columns.batchId', value: (row) => row.batchId },
    { heading: 'finance:columns.reference', value: (row) => row.reference },
    { heading: 'finance:columns.why', value: (row) => row.stateReason },
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
