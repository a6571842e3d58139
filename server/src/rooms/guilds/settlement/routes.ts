import type { RecordOf } from '@greenroom/contract/call'
import * as calls from '@greenroom/contract/settlement'
import { type ExportColumn, moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import type { Params } from '../../../params/index.ts'
import { ofSettlement, ofSettlements } from '../concerns.ts'
import { methodWords } from '../words.ts'
import { approve } from './approve.ts'
import { settlementPage, settlementSums } from './list.ts'
import { answer, confirm, dispute, recompute } from './service.ts'
import { info, lineList, slip } from './show.ts'

const states: Words = {
  draft: { en: 'To be confirmed', cn: '待确认' },
  disputed: { en: 'Disputed', cn: '有异议' },
  confirmed: { en: 'Confirmed', cn: '已确认' },
  approved: { en: 'To be paid', cn: '待付款' },
  paid: { en: 'Paid', cn: '已付款' },
  parked: { en: 'Parked', cn: '计算失败' },
}
const lineKinds: Words = {
  commission: { en: 'Commission', cn: '分成' },
  anchor: { en: 'Anchor', cn: '主播' },
  'sub-agency': { en: 'Sub-guild', cn: '子公会' },
  deduction: { en: 'Deduction', cn: '扣款' },
  correction: { en: 'Correction', cn: '更正' },
  carried: { en: 'Carried in', cn: '上期结转' },
  debt: { en: "Leader's debt", cn: '会长欠款' },
}

const usd = (cents: number) => cents / 100
const micros = (amount: number) => amount / 1_000_000

const columns: ExportColumn<RecordOf<typeof calls.settlementList>>[] = [
  { names: { en: 'Week', cn: '周' }, value: (row) => row.week },
  { names: { en: 'Guild ID', cn: '公会 ID' }, value: (row) => row.guild.guildId },
  { names: { en: 'Guild', cn: '公会' }, value: (row) => row.guild.name },
  { names: { en: 'Parent', cn: '上级公会' }, value: (row) => row.parent?.name ?? null },
  { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, row.state, language) },
  {
    names: { en: 'Settlement method', cn: '结算方式' },
    value: (row, { language }) => wordIn(methodWords, row.method, language),
  },
  { names: { en: 'Base (USD)', cn: '分成基数（USD）' }, value: (row) => micros(row.baseMicros) },
  {
    names: { en: 'Base of sub-guilds (USD)', cn: '子公会分成基数（USD）' },
    value: (row) => micros(row.subBaseMicros),
  },
  { names: { en: 'Level', cn: '等级' }, value: (row) => row.level },
  { names: { en: 'Rate (%)', cn: '分成比例（%）' }, value: (row) => row.rateBp / 100 },
  { names: { en: 'Commission (USD)', cn: '分成（USD）' }, value: (row) => usd(row.commissionCents) },
  { names: { en: 'From sub-guilds (USD)', cn: '子公会差额（USD）' }, value: (row) => usd(row.overrideCents) },
  { names: { en: 'Bonus (USD)', cn: '收益（USD）' }, value: (row) => usd(row.bonusCents) },
  { names: { en: 'Salaries (USD)', cn: '主播底薪（USD）' }, value: (row) => usd(row.salaryCents) },
  { names: { en: 'Deductions (USD)', cn: '扣款（USD）' }, value: (row) => usd(row.deductionCents) },
  { names: { en: 'Corrections (USD)', cn: '更正（USD）' }, value: (row) => usd(row.correctionCents) },
  { names: { en: 'Carried in (USD)', cn: '上期结转（USD）' }, value: (row) => usd(row.carriedInCents) },
  { names: { en: 'Carried out (USD)', cn: '结转下期（USD）' }, value: (row) => usd(row.carriedOutCents) },
  { names: { en: "Leader's debt (USD)", cn: '会长欠款（USD）' }, value: (row) => usd(row.debtCents) },
  { names: { en: 'Payable (USD)', cn: '应付（USD）' }, value: (row) => usd(row.payableCents) },
  { names: { en: 'Paid (USD)', cn: '已付（USD）' }, value: (row) => usd(row.paidCents) },
  { names: { en: 'Confirmed', cn: '确认时间' }, value: (row) => moment(row.confirmedAt) },
  { names: { en: 'Confirmed by', cn: '确认人' }, value: (row) => row.confirmedBy },
  { names: { en: 'Approved', cn: '审批时间' }, value: (row) => moment(row.approvedAt) },
  { names: { en: 'Approved by', cn: '审批人' }, value: (row) => row.approvedBy },
]

const lineColumns: ExportColumn<RecordOf<typeof calls.settlementLineList>>[] = [
  { names: { en: 'Line', cn: '行号' }, value: (row) => row.line },
  { names: { en: 'Kind', cn: '类型' }, value: (row, { language }) => wordIn(lineKinds, row.kind, language) },
  { names: { en: 'Of week', cn: '所属周' }, value: (row) => row.ofWeek },
  { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.user?.userId ?? null },
  { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.user?.nickname ?? null },
  { names: { en: 'Sub-guild ID', cn: '子公会 ID' }, value: (row) => row.guild?.guildId ?? null },
  { names: { en: 'Sub-guild', cn: '子公会' }, value: (row) => row.guild?.name ?? null },
  { names: { en: 'Reason', cn: '原因' }, value: (row) => row.deduction?.reason ?? null },
  { names: { en: 'Bonus', cn: '收益' }, value: (row) => row.bonus },
  { names: { en: 'Base (USD)', cn: '分成基数（USD）' }, value: (row) => micros(row.baseMicros) },
  { names: { en: 'Valid days', cn: '有效天' }, value: (row) => row.validDays },
  { names: { en: 'Salary (USD)', cn: '底薪（USD）' }, value: (row) => usd(row.salaryCents) },
  { names: { en: 'Amount (USD)', cn: '金额（USD）' }, value: (row) => usd(row.amountCents) },
  { names: { en: 'To the anchor (USD)', cn: '主播自得（USD）' }, value: (row) => usd(row.anchorCents) },
  { names: { en: 'Held', cn: '暂缓' }, value: (row) => row.held },
]

export const settlementRoutes = ({ params }: { params: Params }): Served[] => [
  serveList(calls.settlementList, settlementPage, columns),
  serve(calls.settlementTotals, settlementSums),
  serve(calls.settlementInfo, info),
  serveList(calls.settlementLineList, lineList, lineColumns),
  serve(calls.settlementSlip, slip(params)),
  serve(calls.settlementConfirm, confirm, ofSettlement),
  serve(calls.settlementDispute, dispute, ofSettlement),
  serve(calls.settlementAnswer, answer(params), ofSettlement),
  serve(calls.settlementApprove, approve(params), ofSettlements),
  serve(calls.settlementRecompute, recompute(params), ofSettlements),
]
