import { deductionChargeback, deductionList, deductionReverse, deductionSave } from '@greenroom/contract/guildMoney'
import { moment, type Served, serve, serveList } from '../../../kit/serve.ts'
import { type Words, wordIn } from '../../../kit/words.ts'
import { ofCharged, ofDeducted, ofDeductions } from '../concerns.ts'
import { ofChargeback, type Services, save } from './add.ts'
import { reverse } from './reverse.ts'
import { list } from './service.ts'

const kinds: Words = {
  advance: { en: 'Advance', cn: '预支' },
  penalty: { en: 'Penalty', cn: '罚款' },
  chargeback: { en: 'Chargeback', cn: '拒付' },
}
const states: Words = {
  effective: { en: 'In force', cn: '生效' },
  reversed: { en: 'Reversed', cn: '已撤销' },
}

export const deductionRoutes = (services: Services): Served[] => [
  serveList(deductionList, list, [
    { names: { en: 'ID', cn: '编号' }, value: (row) => row.id },
    { names: { en: 'Guild ID', cn: '公会 ID' }, value: (row) => row.guildId },
    { names: { en: 'Guild', cn: '公会' }, value: (row) => row.guildName },
    { names: { en: 'Anchor ID', cn: '主播 ID' }, value: (row) => row.user?.userId ?? null },
    { names: { en: 'Anchor', cn: '主播' }, value: (row) => row.user?.nickname ?? '' },
    { names: { en: 'Kind', cn: '类型' }, value: (row, { language }) => wordIn(kinds, row.kind, language) },
    { names: { en: 'Amount (USD)', cn: '金额（美元）' }, value: (row) => row.usdCents / 100 },
    { names: { en: 'Week', cn: '周' }, value: (row) => row.week },
    { names: { en: 'Status', cn: '状态' }, value: (row, { language }) => wordIn(states, row.state, language) },
    { names: { en: 'Reason', cn: '原因' }, value: (row) => row.reason },
    { names: { en: 'By', cn: '操作人' }, value: (row) => row.createdBy },
    { names: { en: 'Time', cn: '时间' }, value: (row) => moment(row.createdAt) },
    { names: { en: 'Reversed by', cn: '撤销人' }, value: (row) => row.reversedBy },
    { names: { en: 'Reversed at', cn: '撤销时间' }, value: (row) => moment(row.reversedAt) },
    { names: { en: 'Reversal reason', cn: '撤销原因' }, value: (row) => row.reverseReason },
  ]),
  serve(deductionSave, save(services), ofDeducted),
  serve(deductionChargeback, ofChargeback(services), ofCharged),
  serve(deductionReverse, reverse(services), ofDeductions),
]
