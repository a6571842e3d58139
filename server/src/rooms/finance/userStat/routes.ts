import { userStatList } from '@greenroom/contract/finance'
import { type Served, serveList } from '../../../kit/serve.ts'
import { stats } from './service.ts'

export const userStatRoutes: Served[] = [
  serveList(userStatList, stats, [
    { names: { en: 'User ID', cn: '用户 ID' }, value: (row) => row.user.userId },
    { names: { en: 'Nickname', cn: '昵称' }, value: (row) => row.user.nickname },
    { names: { en: 'Country', cn: '国家' }, value: (row) => row.country },
    { names: { en: 'Topped up (US cents)', cn: '充值（美分）' }, value: (row) => row.rechargedCents },
    { names: { en: 'Top-ups', cn: '充值笔数' }, value: (row) => row.recharges },
    { names: { en: 'Refunded (US cents)', cn: '退款（美分）' }, value: (row) => row.refundedCents },
    { names: { en: 'Refunds', cn: '退款笔数' }, value: (row) => row.refunds },
    { names: { en: 'Spent (tokens)', cn: '消费（代币）' }, value: (row) => row.spentTokens },
    { names: { en: 'Earned (bonus)', cn: '收入（收益）' }, value: (row) => row.earnedBonus },
    { names: { en: 'Withdrawn (US cents)', cn: '提现（美分）' }, value: (row) => row.withdrawnCents },
    { names: { en: 'Withdrawn (bonus)', cn: '提现（收益）' }, value: (row) => row.withdrawnBonus },
    { names: { en: 'Withdrawals', cn: '提现笔数' }, value: (row) => row.withdrawals },
  ]),
]
