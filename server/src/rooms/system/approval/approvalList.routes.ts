import {
  approvalAnswer,
  approvalAsk,
  approvalCancel,
  approvalDecide,
  approvalInfo,
  approvalList,
  approvalMine,
  approvalOwn,
  approvalUndo,
} from '@greenroom/contract/system'
import { stopList, stopOff, stopOn } from '@greenroom/contract/systemStops'
import { putOn, type Stoppable, takeOff } from '../../../access/index.ts'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { optionText } from '../../../texts/catalogue.ts'
import * as service from './approvalList.service.ts'
import { stopsNow } from './approvalList.stops.ts'

export const approvalRoutes = ({ approvals, params }: service.ApprovalServices, stoppable: Stoppable): Served[] => [
  serveList(approvalList, (context, payload) => service.list(approvals, context, payload), [
    { heading: 'exports:columns.approval', value: (approval) => approval.approvalId },
    {
      heading: 'system:columns.errorKind',
      value: (approval, { language }) => optionText('exports:options.systemKind', approval.kind, language),
    },
    { heading: 'system:columns.target', value: (approval) => approval.subject },
    { heading: 'exports:columns.before', value: (approval) => JSON.stringify(approval.before ?? null) },
    { heading: 'exports:columns.after', value: (approval) => JSON.stringify(approval.after ?? null) },
    {
      heading: 'exports:columns.moneyAtRiskUsd',
      value: ({ usdCents }) => (usdCents === null ? null : usdCents / 100),
    },
    { heading: 'system:columns.reason', value: (approval) => approval.reason },
    {
      heading: 'system:columns.state',
      value: (approval, { language }) => optionText('system:options.approval', approval.state, language),
    },
    { heading: 'system:columns.maker', value: (approval) => approval.maker },
    { heading: 'exports:columns.requested', value: (approval) => new Date(approval.createdAt) },
    { heading: 'exports:columns.expires', value: (approval) => new Date(approval.expiresAt) },
    { heading: 'exports:columns.decidedBy', value: (approval) => approval.checker },
    {
      heading: 'system:columns.decidedAt',
      value: (approval) => (approval.decidedAt === null ? null : new Date(approval.decidedAt)),
    },
    { heading: 'system:columns.decisionReason', value: (approval) => approval.decisionReason },
  ]),
  serve(approvalMine, (context, payload) => service.mine(approvals, context, payload)),
  serve(approvalInfo, (context, payload) => service.info({ approvals, params }, context, payload)),
  serve(approvalOwn, (context, payload) => service.own({ approvals, params }, context, payload)),
  serve(approvalAsk, (context, payload) => approvals.question(context, payload)),
  serve(approvalAnswer, (context, payload) => approvals.answer(context, payload)),
  serve(approvalDecide, (context, payload) => approvals.decide(context, payload)),
  serve(approvalUndo, (context, payload) => approvals.undo(context, payload)),
  serve(approvalCancel, (context, payload) => approvals.cancel(context, payload)),
  serve(stopList, (context) => stopsNow({ approvals, stoppable }, context)),
  serve(stopOn, (context, payload) => putOn(stoppable, context, payload)),
  serve(stopOff, (context, payload) => takeOff({ approvals, stoppable }, context, payload)),
]
