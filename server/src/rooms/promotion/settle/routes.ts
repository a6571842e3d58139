import * as calls from '@greenroom/contract/promoterSettle'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import { listBound } from './finance.ts'
import { lineInfo, listLines } from './list.ts'
import { approveLines, freezeLines, reopenLines } from './service.ts'

const states: Words = {
  open: { en: 'Open', cn: '未锁定' },
  frozen: { en: 'Frozen', cn: '已锁定' },
  approved: { en: 'Approved', cn: '已批准' },
  paid: { en: 'Paid', cn: '已付款' },
}

export const settleRoutes: Served[] = [
  serveList(calls.promoterSettleList, listLines, [
    { names: { en: 'Month', cn: '月份' }, value: (row) => row.month },
    { names: { en: 'Promoter', cn: '推广商' }, value: (row) => row.promoter.name },
    { names: { en: 'Price model', cn: '计费模式' }, value: (row) => row.model },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, row.state, language) },
    { names: { en: 'Installs', cn: '实际安装' }, value: (row) => row.installs },
    { names: { en: 'Counted installs', cn: '计费安装' }, value: (row) => row.counted },
    { names: { en: 'Registrations', cn: '注册' }, value: (row) => row.registrations },
    { names: { en: 'Top-up (USD)', cn: '充值（美元）' }, value: (row) => row.netCents / 100 },
    { names: { en: 'Of the month (USD)', cn: '当月（美元）' }, value: (row) => row.ownCents / 100 },
    { names: { en: 'Corrections (USD)', cn: '更正（美元）' }, value: (row) => row.correctionCents / 100 },
    { names: { en: 'Carried in (USD)', cn: '上期结转（美元）' }, value: (row) => row.carriedInCents / 100 },
    { names: { en: 'Payable (USD)', cn: '应付（美元）' }, value: (row) => row.payableCents / 100 },
    { names: { en: 'Frozen by', cn: '锁定人' }, value: (row) => row.frozenBy },
    { names: { en: 'Approved by', cn: '批准人' }, value: (row) => row.approvedBy },
    { names: { en: 'Paid at', cn: '付款时间' }, value: (row) => moment(row.paidAt) },
    { names: { en: 'Reference', cn: '流水号' }, value: (row) => row.reference },
  ]),
  serve(calls.promoterSettleInfo, lineInfo),
  serve(calls.promoterSettleFreeze, freezeLines),
  serve(calls.promoterSettleReopen, reopenLines),
  serve(calls.promoterSettleApprove, approveLines),
  serveList(calls.financePromotionList, listBound, [
    { names: { en: 'Promoter', cn: '推广商' }, value: (row) => row.promoter.name },
    { names: { en: 'Channels', cn: '渠道数' }, value: (row) => row.channels },
    { names: { en: 'Bound users', cn: '绑定用户' }, value: (row) => row.boundUsers },
    { names: { en: 'Payers', cn: '付费用户' }, value: (row) => row.payers },
    { names: { en: 'Top-up (USD)', cn: '充值（美元）' }, value: (row) => row.rechargeCents / 100 },
    { names: { en: 'Earned (USD)', cn: '推广商所得（美元）' }, value: (row) => row.earnedCents / 100 },
    {
      names: { en: 'Share (%)', cn: '占比（%）' },
      value: (row) => (row.shareBp === null ? null : row.shareBp / 100),
    },
    { names: { en: 'Not approved (USD)', cn: '未批准（美元）' }, value: (row) => row.openCents / 100 },
    { names: { en: 'Payable (USD)', cn: '应付（美元）' }, value: (row) => row.payableCents / 100 },
    { names: { en: 'Paid (USD)', cn: '已付（美元）' }, value: (row) => row.paidCents / 100 },
  ]),
]
