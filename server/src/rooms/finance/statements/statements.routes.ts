import * as calls from '@greenroom/contract/statements'
import type { Approvals } from '../../../access/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import type { Params } from '../../../params/index.ts'
import { optionText } from '../../../texts/catalogue.ts'
import * as following from './statements.following.ts'
import { start, takePart } from './statements.load.ts'
import * as service from './statements.service.ts'

export const statementRoutes = ({ params, approvals }: { params: Params; approvals: Approvals }): Served[] => [
  serve(calls.statementMappingList, service.mappings),
  serve(calls.statementMappingSave, service.saveMapping),
  serveList(calls.statementList, service.list, [
    { heading: 'exports:columns.id', value: (row) => row.id },
    { heading: 'finance:columns.gateway', value: (row) => row.gateway },
    { heading: 'finance:columns.fileName', value: (row) => row.fileName },
    { heading: 'exports:columns.from', value: (row) => row.fromDay },
    { heading: 'exports:columns.to', value: (row) => row.toDay },
    {
      heading: 'finance:columns.statementState',
      value: (row, { language }) => optionText('finance:options.statementState', row.state, language),
    },
    { heading: 'finance:columns.lines', value: (row) => row.lines },
    { heading: 'finance:columns.count_agreed', value: (row) => row.counts?.agreed ?? null },
    { heading: 'finance:columns.count_amount', value: (row) => row.counts?.amount ?? null },
    { heading: 'finance:columns.count_split', value: (row) => row.counts?.split ?? null },
    { heading: 'finance:columns.count_theirs', value: (row) => row.counts?.theirs ?? null },
    { heading: 'finance:columns.count_ours', value: (row) => row.counts?.ours ?? null },
    { heading: 'finance:columns.madeBy', value: (row) => row.madeBy },
    { heading: 'finance:columns.madeAt', value: (row) => moment(row.madeAt) },
    { heading: 'finance:columns.confirmedBy', value: (row) => row.confirmedBy },
  ]),
  serve(calls.statementInfo, service.info),
  serve(calls.statementStart, start),
  serve(calls.statementPart, takePart),
  serveList(calls.statementLineList, service.lines, [
    { heading: 'finance:columns.line', value: (row) => row.line },
    { heading: 'finance:columns.reference', value: (row) => row.reference },
    { heading: 'exports:columns.amountSmallestUnit', value: (row) => row.amountMinor },
    { heading: 'finance:columns.currency', value: (row) => row.currency },
    { heading: 'exports:columns.feeSmallestUnit', value: (row) => row.feeMinor },
    { heading: 'finance:columns.at', value: (row) => moment(row.at) },
    {
      heading: 'finance:columns.lineResult',
      value: (row, { language }) => optionText('exports:options.result', row.result, language),
    },
    { heading: 'finance:columns.orderId', value: (row) => row.orderId },
  ]),
  serve(calls.statementConfirm, (context, payload) => service.confirm(params, context, payload)),
  serve(calls.statementDiscard, service.discard),
  serveList(calls.differenceList, (context, payload) => following.list(approvals, context, payload), [
    { heading: 'exports:columns.id', value: (row) => row.id },
    { heading: 'finance:columns.statementId', value: (row) => row.statementId },
    { heading: 'finance:columns.gateway', value: (row) => row.gateway },
    {
      heading: 'finance:columns.kind',
      value: (row, { language }) => optionText('exports:options.result', row.kind, language),
    },
    {
      heading: 'finance:columns.differenceStatus',
      value: (row, { language }) => optionText('finance:options.differenceStatus', row.status, language),
    },
    {
      heading: 'finance:columns.differenceState',
      value: (row, { language }) => optionText('finance:options.differenceState', row.state, language),
    },
    { heading: 'finance:columns.reference', value: (row) => row.reference },
    { heading: 'finance:columns.orderId', value: (row) => row.orderId },
    { heading: 'exports:columns.oursSmallestUnit', value: (row) => row.oursMinor },
    { heading: 'exports:columns.theirsSmallestUnit', value: (row) => row.theirsMinor },
    { heading: 'finance:columns.currency', value: (row) => row.currency },
    { heading: 'finance:columns.at', value: (row) => moment(row.at) },
    { heading: 'finance:columns.closedBy', value: (row) => row.closedBy },
    { heading: 'finance:columns.reason', value: (row) => row.reason },
  ]),
  serve(calls.differenceInfo, (context, payload) => following.info(approvals, context, payload)),
  serve(calls.differenceNote, following.comment),
  serve(calls.differenceClose, (context, payload) => following.close(approvals, context, payload)),
  serve(calls.differenceMatch, (context, payload) => following.match(approvals, context, payload)),
]
