// The accounts of the chart as files call them; the same words as on the screens.
import type { Language } from '../kit/context.ts'
import { type Words, wordIn } from '../kit/words.ts'

const purposes: Words = {
  paid: { en: 'Paid tokens', cn: '付费代币' },
  promo: { en: 'Promotional tokens', cn: '赠送代币' },
  bonus: { en: 'Bonus', cn: '收益' },
  debt: { en: 'Debt', cn: '欠款' },
  stock: { en: 'Agent stock', cn: '代理库存' },
  payable: { en: 'Payable', cn: '应付' },
  issue: { en: 'Issued', cn: '发行' },
  burn: { en: 'Tokens spent', cn: '代币消耗' },
  adjust: { en: 'Adjustments', cn: '调整' },
  redeem: { en: 'Bonus redeemed', cn: '收益兑付' },
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

export const purposeWord = (purpose: string, language: Language): string => wordIn(purposes, purpose, language)
