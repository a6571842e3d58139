import type { RecordOf } from '@greenroom/contract/call'
import * as calls from '@greenroom/contract/payoutBatches'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import { accountKinds } from '../words.ts'
import { ofBatch } from './concerns.ts'
import * as make from './make.ts'
import { mappingRoutes } from './mappings.ts'
import * as read from './read.ts'
import { readResults, takeResults } from './result.ts'
import { send } from './send.ts'

export type PayoutServices = make.MakeServices & { fileUrl: string }

const states: Words = {
  waiting: { en: 'Pending approval', cn: '待审批' },
  approved: { en: 'Approved', cn: '已批准' },
  sent: { en: 'Sent', cn: '已发出' },
  done: { en: 'Done', cn: '已完成' },
  dropped: { en: 'Dropped', cn: '已作废' },
  partly: { en: 'Partly paid', cn: '部分已付' },
  nonePaid: { en: 'None paid', cn: '均未付款' },
}

/** Done only if every payout was paid. */
const endOf = ({ state, paid, failed }: RecordOf<typeof calls.payoutBatchList>) =>
  state !== 'done' || failed === 0 ? state : paid === 0 ? 'nonePaid' : 'partly'

export const batchRoutes = (services: PayoutServices): Served[] => [
  serve(calls.payableList, (context, payload) => read.payables(services, context, payload)),
  serveList(calls.payoutBatchList, (context, payload) => read.batches(services, context, payload), [
    { names: { en: 'Batch', cn: '批次号' }, value: (row) => row.batchId },
    { names: { en: 'Method', cn: '方式' }, value: (row, { language }) => wordIn(accountKinds, row.kind, language) },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, endOf(row), language) },
    { names: { en: 'Payouts', cn: '笔数' }, value: (row) => row.lines },
    { names: { en: 'Amount (USD)', cn: '金额（美元）' }, value: (row) => row.usdCents / 100 },
    { names: { en: 'Paid', cn: '成功' }, value: (row) => row.paid },
    { names: { en: 'Failed', cn: '失败' }, value: (row) => row.failed },
    { names: { en: 'Created by', cn: '创建人' }, value: (row) => row.madeBy },
    { names: { en: 'Created', cn: '制单时间' }, value: (row) => moment(row.madeAt) },
    { names: { en: 'Approved by', cn: '审批人' }, value: (row) => row.approvedBy },
    { names: { en: 'Approved', cn: '审批时间' }, value: (row) => moment(row.approvedAt) },
    { names: { en: 'Sent by', cn: '发出人' }, value: (row) => row.sentBy },
    { names: { en: 'Sent', cn: '发出时间' }, value: (row) => moment(row.sentAt) },
    { names: { en: 'Times sent', cn: '发出次数' }, value: (row) => row.sentTimes },
    { names: { en: 'Done', cn: '完成时间' }, value: (row) => moment(row.doneAt) },
    { names: { en: 'Note', cn: '备注' }, value: (row) => row.note },
  ]),
  serve(calls.payoutBatchInfo, (context, payload) => read.batchInfo(services, context, payload)),
  serve(calls.payoutBatchPreview, (context, payload) => read.preview(services, context, payload)),
  serve(calls.payoutBatchSave, (context, payload) => make.make(services, context, payload)),
  serve(calls.payoutBatchDrop, (context, payload) => make.drop(services, context, payload), ofBatch),
  serve(calls.payoutBatchSend, (context, payload) => send(services, context, payload), ofBatch),
  serve(calls.payoutResultRead, readResults),
  serve(calls.payoutBatchResult, (context, payload) => takeResults(services.sources, context, payload), ofBatch),
  ...mappingRoutes,
]
