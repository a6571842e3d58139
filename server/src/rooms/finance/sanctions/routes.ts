import * as calls from '@greenroom/contract/sanctions'
import type { ApprovalKind, Approvals } from '../../../access/index.ts'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import * as hits from './hits.ts'
import * as lists from './lists.ts'

const hitStates: Words = {
  open: { en: 'Open', cn: '待处理' },
  cleared: { en: 'Cleared', cn: '已排除' },
  confirmed: { en: 'Confirmed', cn: '已确认' },
}
const fields: Words = {
  name: { en: 'Name', cn: '名称' },
  leader: { en: 'Leader', cn: '会长' },
  holder: { en: 'Account holder', cn: '账户持有人' },
  number: { en: 'Account number', cn: '账号' },
}
const agreements: Words = {
  exact: { en: 'Same name', cn: '名称相同' },
  part: { en: 'Part of the name', cn: '部分相同' },
  sound: { en: 'Similar spelling', cn: '拼写相近' },
  number: { en: 'Same number', cn: '账号相同' },
}
const listStates: Words = {
  loading: { en: 'Loading', cn: '上传中' },
  waiting: { en: 'Pending approval', cn: '待审批' },
  'in force': { en: 'In force', cn: '生效中' },
  replaced: { en: 'Replaced', cn: '已替换' },
  ended: { en: 'Ended', cn: '已停用' },
  discarded: { en: 'Discarded', cn: '已作废' },
}

type Services = { approvals: Approvals }

export const sanctionsRoutes = (services: Services): Served[] => [
  serveList(calls.sanctionsHitList, (context, payload) => hits.list(services, context, payload), [
    { names: { en: 'ID', cn: '编号' }, value: (row) => row.id },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(hitStates, row.state, language) },
    { names: { en: 'Payee', cn: '收款方' }, value: (row) => row.payeeId },
    { names: { en: 'Name', cn: '名称' }, value: (row) => row.payeeName },
    { names: { en: 'Compared', cn: '比对项' }, value: (row, { language }) => wordIn(fields, row.field, language) },
    {
      names: { en: 'Agreement', cn: '匹配方式' },
      value: (row, { language }) => wordIn(agreements, row.agreement, language),
    },
    { names: { en: 'List', cn: '名单' }, value: (row) => row.listName },
    { names: { en: 'Reference', cn: '名单编号' }, value: (row) => row.reference },
    { names: { en: 'Listed name', cn: '名单名称' }, value: (row) => row.listedName },
    { names: { en: 'Program', cn: '制裁项目' }, value: (row) => row.program },
    { names: { en: 'Found', cn: '发现时间' }, value: (row) => moment(row.foundAt) },
    { names: { en: 'Decided by', cn: '处理人' }, value: (row) => row.decidedBy },
    { names: { en: 'Approved by', cn: '审批人' }, value: (row) => row.secondBy },
    { names: { en: 'Decided', cn: '处理时间' }, value: (row) => moment(row.decidedAt) },
    { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
  ]),
  serve(calls.sanctionsHitInfo, (context, payload) => hits.info(services, context, payload)),
  serve(calls.sanctionsHitDecide, (context, payload) => hits.decide(services, context, payload)),
  serveList(calls.sanctionsListList, (context, payload) => lists.list(services, context, payload), [
    { names: { en: 'ID', cn: '编号' }, value: (row) => row.id },
    { names: { en: 'List', cn: '名单' }, value: (row) => row.name },
    { names: { en: 'File', cn: '文件' }, value: (row) => row.fileName },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(listStates, row.state, language) },
    { names: { en: 'Entries', cn: '条目' }, value: (row) => row.entries },
    { names: { en: 'Names', cn: '名称' }, value: (row) => row.names },
    { names: { en: 'Numbers', cn: '账号' }, value: (row) => row.addresses },
    { names: { en: 'Added', cn: '新增' }, value: (row) => row.added },
    { names: { en: 'Removed', cn: '移除' }, value: (row) => row.removed },
    { names: { en: 'Imported by', cn: '导入人' }, value: (row) => row.madeBy },
    { names: { en: 'Imported', cn: '导入时间' }, value: (row) => moment(row.madeAt) },
    { names: { en: 'In force since', cn: '生效时间' }, value: (row) => moment(row.inForceAt) },
    { names: { en: 'Ended', cn: '停用时间' }, value: (row) => moment(row.endedAt) },
  ]),
  serveList(calls.sanctionsEntryList, hits.entries, [
    { names: { en: 'List', cn: '名单' }, value: (row) => row.listName },
    { names: { en: 'Reference', cn: '名单编号' }, value: (row) => row.reference },
    { names: { en: 'Type', cn: '类型' }, value: (row) => row.kind },
    { names: { en: 'Names', cn: '名称' }, value: (row) => row.names.join('; ') },
    { names: { en: 'Numbers', cn: '账号' }, value: (row) => row.addresses.join('; ') },
    { names: { en: 'Program', cn: '制裁项目' }, value: (row) => row.program },
    { names: { en: 'Countries', cn: '国家' }, value: (row) => row.countries },
  ]),
  serve(calls.sanctionsStart, lists.start),
  serve(calls.sanctionsPart, (context, payload) => lists.takePart(services, context, payload)),
  serve(calls.sanctionsEnd, (context, payload) => lists.end(services, context, payload)),
]

export const sanctionsApprovals = (services: () => Services): ApprovalKind[] => [
  lists.importApproval,
  lists.endApproval,
  hits.decideApproval(services),
]
