import * as calls from '@greenroom/contract/statements'
import type { Approvals } from '../../../access/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import type { Params } from '../../../params/index.ts'
import * as following from './following.ts'
import { start, takePart } from './load.ts'
import * as service from './service.ts'

const states: Words = {
  loading: { en: 'Loading', cn: '上传中' },
  matching: { en: 'Matching', cn: '匹配中' },
  draft: { en: 'To be confirmed', cn: '待确认' },
  confirmed: { en: 'Confirmed', cn: '已确认' },
  discarded: { en: 'Discarded', cn: '已作废' },
  failed: { en: 'Failed', cn: '失败' },
}
const results: Words = {
  agreed: { en: 'Agrees', cn: '一致' },
  amount: { en: 'Different amount', cn: '金额不符' },
  split: { en: 'Split', cn: '拆分' },
  theirs: { en: 'Theirs only', cn: '仅对方有' },
  ours: { en: 'Ours only', cn: '仅我方有' },
  unreadable: { en: 'Unreadable', cn: '无法读取' },
}
const statuses: Words = {
  expected: { en: 'Expected', cn: '待到账' },
  missing: { en: 'Missing', cn: '缺失' },
  over: { en: 'Over', cn: '多收' },
  under: { en: 'Under', cn: '少收' },
  split: { en: 'Split', cn: '拆分' },
  unknown: { en: 'Unknown', cn: '未知' },
  unreadable: { en: 'Unreadable', cn: '无法读取' },
}
const differenceStates: Words = {
  open: { en: 'Open', cn: '待处理' },
  accepted: { en: 'Matched by hand', cn: '人工匹配' },
  found: { en: 'Found later', cn: '后续已找到' },
  closed: { en: 'Closed', cn: '已关闭' },
}

export const statementRoutes = ({ params, approvals }: { params: Params; approvals: Approvals }): Served[] => [
  serve(calls.statementMappingList, service.mappings),
  serve(calls.statementMappingSave, service.saveMapping),
  serveList(calls.statementList, service.list, [
    { names: { en: 'ID', cn: '编号' }, value: (row) => row.id },
    { names: { en: 'Gateway', cn: '支付通道' }, value: (row) => row.gateway },
    { names: { en: 'File', cn: '文件' }, value: (row) => row.fileName },
    { names: { en: 'From', cn: '起始日' }, value: (row) => row.fromDay },
    { names: { en: 'To', cn: '结束日' }, value: (row) => row.toDay },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, row.state, language) },
    { names: { en: 'Lines', cn: '行数' }, value: (row) => row.lines },
    { names: { en: 'Agrees', cn: '一致' }, value: (row) => row.counts?.agreed ?? null },
    { names: { en: 'Different amount', cn: '金额不符' }, value: (row) => row.counts?.amount ?? null },
    { names: { en: 'Split', cn: '拆分' }, value: (row) => row.counts?.split ?? null },
    { names: { en: 'Theirs only', cn: '仅对方有' }, value: (row) => row.counts?.theirs ?? null },
    { names: { en: 'Ours only', cn: '仅我方有' }, value: (row) => row.counts?.ours ?? null },
    { names: { en: 'Imported by', cn: '导入人' }, value: (row) => row.madeBy },
    { names: { en: 'Imported at', cn: '导入时间' }, value: (row) => moment(row.madeAt) },
    { names: { en: 'Confirmed by', cn: '确认人' }, value: (row) => row.confirmedBy },
  ]),
  serve(calls.statementInfo, service.info),
  serve(calls.statementStart, start),
  serve(calls.statementPart, takePart),
  serveList(calls.statementLineList, service.lines, [
    { names: { en: 'Line', cn: '行号' }, value: (row) => row.line },
    { names: { en: 'Reference', cn: '流水号' }, value: (row) => row.reference },
    { names: { en: 'Amount (smallest unit)', cn: '金额（最小单位）' }, value: (row) => row.amountMinor },
    { names: { en: 'Currency', cn: '币种' }, value: (row) => row.currency },
    { names: { en: 'Fee (smallest unit)', cn: '手续费（最小单位）' }, value: (row) => row.feeMinor },
    { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.at) },
    { names: { en: 'Result', cn: '结果' }, value: (row, { language }) => wordIn(results, row.result, language) },
    { names: { en: 'Order', cn: '订单号' }, value: (row) => row.orderId },
  ]),
  serve(calls.statementConfirm, (context, payload) => service.confirm(params, context, payload)),
  serve(calls.statementDiscard, service.discard),
  serveList(calls.differenceList, (context, payload) => following.list(approvals, context, payload), [
    { names: { en: 'ID', cn: '编号' }, value: (row) => row.id },
    { names: { en: 'Statement', cn: '对账单' }, value: (row) => row.statementId },
    { names: { en: 'Gateway', cn: '支付通道' }, value: (row) => row.gateway },
    { names: { en: 'Kind', cn: '类型' }, value: (row, { language }) => wordIn(results, row.kind, language) },
    { names: { en: 'Difference', cn: '差异' }, value: (row, { language }) => wordIn(statuses, row.status, language) },
    {
      names: { en: 'Status', cn: '状态' },
      value: (row, { language }) => wordIn(differenceStates, row.state, language),
    },
    { names: { en: 'Reference', cn: '流水号' }, value: (row) => row.reference },
    { names: { en: 'Order', cn: '订单号' }, value: (row) => row.orderId },
    { names: { en: 'Ours (smallest unit)', cn: '我方（最小单位）' }, value: (row) => row.oursMinor },
    { names: { en: 'Theirs (smallest unit)', cn: '对方（最小单位）' }, value: (row) => row.theirsMinor },
    { names: { en: 'Currency', cn: '币种' }, value: (row) => row.currency },
    { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.at) },
    { names: { en: 'Closed by', cn: '处理人' }, value: (row) => row.closedBy },
    { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
  ]),
  serve(calls.differenceInfo, (context, payload) => following.info(approvals, context, payload)),
  serve(calls.differenceNote, following.comment),
  serve(calls.differenceClose, (context, payload) => following.close(approvals, context, payload)),
  serve(calls.differenceMatch, (context, payload) => following.match(approvals, context, payload)),
]
