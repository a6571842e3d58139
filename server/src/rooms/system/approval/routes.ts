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
import { type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import * as service from './service.ts'
import { stopsNow } from './stops.ts'

const kinds: Words = {
  'param.set': { en: 'Parameter', cn: '修改参数' },
  'param.revert': { en: 'Parameter', cn: '恢复参数' },
  'user.grant': { en: 'Grant of tokens', cn: '赠送代币' },
  'stop.off': { en: 'Resume what is stopped', cn: '恢复已暂停项' },
  'user.deduct': { en: 'Deduction of tokens', cn: '扣除代币' },
}
const states: Words = {
  pending: { en: 'Pending', cn: '待审批' },
  approved: { en: 'Approved', cn: '已通过' },
  refused: { en: 'Rejected', cn: '已拒绝' },
  cancelled: { en: 'Cancelled', cn: '已撤回' },
  lapsed: { en: 'Expired', cn: '已过期' },
  failed: { en: 'Failed', cn: '执行失败' },
}

export const approvalRoutes = ({ approvals, params }: service.ApprovalServices, stoppable: Stoppable): Served[] => [
  serveList(approvalList, (context, payload) => service.list(approvals, context, payload), [
    { names: { en: 'Approval', cn: '审批 ID' }, value: (approval) => approval.approvalId },
    { names: { en: 'Kind', cn: '类型' }, value: (approval, { language }) => wordIn(kinds, approval.kind, language) },
    { names: { en: 'Subject', cn: '对象' }, value: (approval) => approval.subject },
    { names: { en: 'Before', cn: '变更前' }, value: (approval) => JSON.stringify(approval.before ?? null) },
    { names: { en: 'After', cn: '变更后' }, value: (approval) => JSON.stringify(approval.after ?? null) },
    {
      names: { en: 'Money at risk (USD)', cn: '涉及金额（美元）' },
      value: ({ usdCents }) => (usdCents === null ? null : usdCents / 100),
    },
    { names: { en: 'Reason', cn: '原因' }, value: (approval) => approval.reason },
    {
      names: { en: 'Status', cn: '状态' },
      value: (approval, { language }) => wordIn(states, approval.state, language),
    },
    { names: { en: 'Maker', cn: '发起人' }, value: (approval) => approval.maker },
    { names: { en: 'Requested', cn: '提交时间' }, value: (approval) => new Date(approval.createdAt) },
    { names: { en: 'Expires', cn: '过期时间' }, value: (approval) => new Date(approval.expiresAt) },
    { names: { en: 'Decided by', cn: '审批人' }, value: (approval) => approval.checker },
    {
      names: { en: 'Decided', cn: '审批时间' },
      value: (approval) => (approval.decidedAt === null ? null : new Date(approval.decidedAt)),
    },
    { names: { en: 'Decision', cn: '审批意见' }, value: (approval) => approval.decisionReason },
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
