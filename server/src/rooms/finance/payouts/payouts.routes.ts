import type { RecordOf } from '@greenroom/contract/call'
import * as calls from '@greenroom/contract/payoutBatches'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { ofBatch } from './payouts.concerns.ts'
import * as make from './payouts.make.ts'
import { mappingRoutes } from './payouts.mappings.ts'
import * as read from './payouts.read.ts'
import { readResults, takeResults } from './payouts.result.ts'
import { send } from './payouts.send.ts'

export type PayoutServices = make.MakeServices & { fileUrl: string }

/** Done only if every payout was paid. */
const endOf = ({ state, paid, failed }: RecordOf<typeof calls.payoutBatchList>) =>
  state !== 'done' || failed === 0 ? state : paid === 0 ? 'nonePaid' : 'partly'

export const batchRoutes = (services: PayoutServices): Served[] => [
  serve(calls.payableList, (context, payload) => read.payables(services, context, payload)),
  serveList(calls.payoutBatchList, (context, payload) => read.batches(services, context, payload), [
    { heading: 'finance:columns.batchId', value: (row) => row.batchId },
    {
      heading: 'exports:columns.method',
      value: (row, { language }) => optionText('finance:options.accountKind', row.kind, language),
    },
    {
      heading: 'finance:columns.state',
      value: (row, { language }) => optionText('exports:options.state', endOf(row), language),
    },
    { heading: 'exports:columns.payouts', value: (row) => row.lines },
    { heading: 'finance:columns.usdMicros', value: (row) => row.usdCents / 100 },
    { heading: 'finance:columns.paid', value: (row) => row.paid },
    { heading: 'finance:columns.failed', value: (row) => row.failed },
    { heading: 'finance:columns.batchMadeBy', value: (row) => row.madeBy },
    { heading: 'finance:columns.batchMadeAt', value: (row) => moment(row.madeAt) },
    { heading: 'finance:columns.approvedBy', value: (row) => row.approvedBy },
    { heading: 'exports:columns.approved', value: (row) => moment(row.approvedAt) },
    { heading: 'finance:columns.sentBy', value: (row) => row.sentBy },
    { heading: 'finance:columns.sentAt', value: (row) => moment(row.sentAt) },
    { heading: 'exports:columns.timesSent', value: (row) => row.sentTimes },
    { heading: 'finance:columns.doneAt', value: (row) => moment(row.doneAt) },
    { heading: 'finance:columns.note', value: (row) => row.note },
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
