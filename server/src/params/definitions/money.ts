// Rates and limits of money.
import type { ParamDefinition } from './definition.ts'

export const money = {
  statement_missing_days: {
    group: 'money',
    type: 'integer',
    default: '3',
    unit: 'd',
    min: 0,
    max: 60,
    names: { en: 'Days until an order counts as missing', cn: '订单视为缺失的天数' },
    description: {
      en: 'An order that a gateway’s statement does not list is expected in the next one for this many days after the period; then it counts as missing.',
      cn: '支付通道对账单未列出的订单，在账期结束后的这些天内视为待出现于下一份对账单，之后视为缺失。',
    },
  },
  refund_approval_usd: {
    group: 'money',
    type: 'integer',
    default: '500',
    unit: 'USD',
    min: 0,
    max: 1_000_000,
    sensitive: true,
    names: { en: 'Refunds decided by one person', cn: '单人退款限额' },
    description: {
      en: 'Limit for the refunds of one member of staff within 24 hours; above it another member of staff approves.',
      cn: '同一员工 24 小时内单独退款的累计金额超过此数时，退款需由另一名员工审批。',
    },
  },
  bonus_share_bp: {
    group: 'money',
    type: 'integer',
    default: '4000',
    unit: 'bp',
    min: 0,
    max: 10_000,
    sensitive: true,
    names: { en: 'Bonus share', cn: '收益分成比例' },
    description: {
      en: 'The share of spent tokens that the receiving woman earns as bonus, in hundredths of a percent; rounded down for each event.',
      cn: '女性用户从他人为其消费的代币中获得收益的比例（万分之一），每个事件向下取整。',
    },
  },
  tokens_per_usd: {
    group: 'money',
    type: 'integer',
    default: '100',
    min: 1,
    max: 1_000_000,
    frontEndNeeded: true,
    sensitive: true,
    names: { en: 'Tokens for 1 USD', cn: '1 美元兑代币数' },
    description: {
      en: 'The retail price shown by the app, also used to value tokens that were not bought at a price.',
      cn: '应用展示的零售价，也用于折算未按售价购买的代币。',
    },
  },
  // A change revalues nothing: booked amounts and requested withdrawals keep their USD value. If paying out at the new
  // rate costs more or less than was booked, the difference stays on `bonusLiability`, for finance to correct with a
  // transfer.
  bonus_per_usd: {
    group: 'money',
    type: 'integer',
    default: '100',
    min: 1,
    max: 1_000_000,
    frontEndNeeded: true,
    sensitive: true,
    names: { en: 'Bonus for 1 USD', cn: '1 美元兑收益数' },
    description: {
      en: 'The value of earned bonus, in the books and for payouts. Bonus earned before a change keeps its value in the books.',
      cn: '收益的折算价值，用于记账和提现。修改前已获得的收益按原值记账。',
    },
  },
} as const satisfies Record<string, ParamDefinition>
