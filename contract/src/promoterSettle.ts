// Promoters' settlements: one line per promoter, price model and month, for Promotion and for Finance (docs/promotion.md).
import { declare } from './call.ts'
import type * as schema from './promoterSettle.schema.ts'

export const promoterSettleList = declare<typeof schema.promoterSettleList>('promoterSettleList', {
  method: 'GET',
  path: '/promotion/settle/list',
  level: 'read',
  menu: 'promotion.settle',
  exportable: true,
})

/** The statement of a line: each channel under each of its terms, with both counts of installs and the coefficient. */
export const promoterSettleInfo = declare<typeof schema.promoterSettleInfo>('promoterSettleInfo', {
  method: 'GET',
  path: '/promotion/settle/info',
  level: 'read',
  menu: 'promotion.settle',
  codes: [10032],
})

/** Freezes lines of months that are over; later facts correct a later line. */
export const promoterSettleFreeze = declare<typeof schema.promoterSettleFreeze>('promoterSettleFreeze', {
  method: 'POST',
  path: '/promotion/settle/freeze',
  level: 'write',
  menu: 'promotion.settle',
  operation: 'promoterSettle.freeze',
  money: { does: 'prices', alone: { because: 'creditedByAnother' } },
  creates: true,
  codes: [10032, 50002, 1000002],
})

/** Reopens frozen lines that are not approved. */
export const promoterSettleReopen = declare<typeof schema.promoterSettleReopen>('promoterSettleReopen', {
  method: 'POST',
  path: '/promotion/settle/reopen',
  level: 'write',
  menu: 'promotion.settle',
  operation: 'promoterSettle.reopen',
  codes: [10032, 50002, 11004],
  fieldCodes: { reason: 11004 },
})

/** Approves frozen lines, which credits the promoters; never by the account that froze them. */
export const promoterSettleApprove = declare<typeof schema.promoterSettleApprove>('promoterSettleApprove', {
  method: 'POST',
  path: '/promotion/settle/approve',
  level: 'write',
  menu: 'promotion.settle',
  operation: 'promoterSettle.approve',
  money: { does: 'creates', alone: 'never' },
  creates: true,
  codes: [10032, 50002],
})

/** Recharge promotion: promoters, their bound users, their share, and payables. */
export const financePromotionList = declare<typeof schema.financePromotionList>('financePromotionList', {
  method: 'GET',
  path: '/finance/promotion/list',
  level: 'read',
  menu: 'finance.promotion',
  exportable: true,
})
