// Names of the chart of accounts in exported files.

import type { Language } from '../../../kit/context.ts'
import { type Words, wordIn } from '../../../kit/words.ts'

const holders: Words = {
  platform: { en: 'Platform', cn: '平台' },
  user: { en: 'Users', cn: '用户' },
  agent: { en: 'Top-up agents', cn: '充值代理' },
  guild: { en: 'Guilds', cn: '公会' },
  promoter: { en: 'Promoters', cn: '推广商' },
}

const books: Words = {
  paid: { en: 'Paid tokens', cn: '付费代币' },
  promo: { en: 'Promotional tokens', cn: '赠送代币' },
  bonus: { en: 'Bonus', cn: '收益' },
  debt: { en: 'Debts', cn: '欠款' },
  stock: { en: 'Stock', cn: '代理库存' },
  payable: { en: 'Payable', cn: '应付' },
  issue: { en: 'Issued', cn: '发行' },
  burn: { en: 'Spent', cn: '消耗' },
  adjust: { en: 'Adjustments', cn: '调整' },
  redeem: { en: 'Redeemed', cn: '兑付' },
  rounding: { en: 'Rounding', cn: '尾差' },
  suspense: { en: 'Unmatched deposits', cn: '未匹配充值' },
  fx: { en: 'Exchange', cn: '兑换' },
  'cash.gateway': { en: 'Cash at gateways', cn: '支付通道资金' },
  'cash.bank': { en: 'Cash at banks', cn: '银行存款' },
  'cash.usdt.trc20': { en: 'USDT on TRON', cn: 'TRON 链上 USDT' },
  'cash.usdt.erc20': { en: 'USDT on Ethereum', cn: '以太坊链上 USDT' },
  revenue: { en: 'Revenue', cn: '收入' },
  deferredTokens: { en: 'Deferred tokens', cn: '递延代币收入' },
  bonusLiability: { en: 'Bonus liability', cn: '应付收益' },
  anchorCost: { en: 'Anchor cost', cn: '主播成本' },
  commissionCost: { en: 'Commission cost', cn: '分成成本' },
  promoCost: { en: 'Promotion cost', cn: '推广成本' },
  feeCost: { en: 'Fee cost', cn: '手续费成本' },
  feeIncome: { en: 'Fee income', cn: '手续费收入' },
  chargebackLoss: { en: 'Chargeback loss', cn: '拒付损失' },
  penaltyIncome: { en: 'Penalty income', cn: '罚款收入' },
}

export const holderWord = (holder: string, language: Language): string => wordIn(holders, holder, language)
export const bookWord = ({ purpose }: { purpose: string }, language: Language): string =>
  wordIn(books, purpose, language)
