// The money of guilds: commission plans, deductions, payout accounts, requests and payments (docs/guilds.md).
import { declare } from './call.ts'
import type * as schema from './guildMoney.schema.ts'

// Commission plans ----------------------------------------------------------------------------------------------------

export const planList = declare<typeof schema.planList>('planList', {
  method: 'GET',
  path: '/sociatyManage/commissionPlan/list',
  level: 'read',
  menu: 'guilds.commissionPlan',
  exportable: true,
})

export const planInfo = declare<typeof schema.planInfo>('planInfo', {
  method: 'GET',
  path: '/sociatyManage/commissionPlan/info',
  level: 'read',
  menu: 'guilds.commissionPlan',
  codes: [10032],
})

/** Adds a draft. It may start with any later week that has no settlement. */
export const planSave = declare<typeof schema.planSave>('planSave', {
  method: 'POST',
  path: '/sociatyManage/commissionPlan/save',
  encoding: 'json',
  level: 'write',
  menu: 'guilds.commissionPlan',
  operation: 'plan.save',
  creates: true,
  codes: [1000002],
})

/** Only drafts are edited; a published plan never changes. */
export const planUpdate = declare<typeof schema.planUpdate>('planUpdate', {
  method: 'POST',
  path: '/sociatyManage/commissionPlan/update',
  encoding: 'json',
  level: 'write',
  menu: 'guilds.commissionPlan',
  operation: 'plan.update',
  codes: [10032, 20000, 1000002],
})

/** Requests the publication of a draft in its current form. */
export const planPublish = declare<typeof schema.planPublish>('planPublish', {
  method: 'POST',
  path: '/sociatyManage/commissionPlan/publish',
  level: 'write',
  menu: 'guilds.commissionPlan',
  operation: 'plan.publish',
  money: { does: 'prices', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
})

/** Withdraws a draft at once; a published plan only before its start week, and with a second member of staff's approval. */
export const planWithdraw = declare<typeof schema.planWithdraw>('planWithdraw', {
  method: 'POST',
  path: '/sociatyManage/commissionPlan/withdraw',
  level: 'write',
  menu: 'guilds.commissionPlan',
  operation: 'plan.withdraw',
  money: { does: 'prices', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
})

/**
 * The last four settled weeks under this plan, guild by guild: some guilds at a time, `next` starts the following ones.
 */
export const planPreview = declare<typeof schema.planPreview>('planPreview', {
  method: 'GET',
  path: '/sociatyManage/commissionPlan/preview',
  level: 'read',
  menu: 'guilds.commissionPlan',
  codes: [10032],
})

// Deductions ----------------------------------------------------------------------------------------------------------

/** Deductions, newest first; a leader sees those of their own guild. */
export const deductionList = declare<typeof schema.deductionList>('deductionList', {
  method: 'GET',
  path: '/sociatyManage/deductions/list',
  level: 'read',
  menu: 'guilds.deductions',
  for: ['guild'],
  exportable: true,
})

/**
 * Deducts the same amount from one or many guilds or anchors in a week that is not approved yet, with one outcome each. Ids of no guild, or
 * of no anchor of a guild in that week, are refused (290005).
 */
export const deductionSave = declare<typeof schema.deductionSave>('deductionSave', {
  method: 'POST',
  path: '/sociatyManage/deductions/save',
  level: 'write',
  menu: 'guilds.deductions',
  operation: 'deduction.save',
  money: { does: 'moves', alone: { upTo: 'guildDeduction' } },
  creates: true,
  codes: [11004, 290005, 1000002],
  fieldCodes: { reason: 11004, ids: 290005 },
})

/** Deductions for a chargeback, one for each anchor who earned from its tokens, with its own amount; once only. */
export const deductionChargeback = declare<typeof schema.deductionChargeback>('deductionChargeback', {
  method: 'POST',
  path: '/sociatyManage/deductions/chargeback',
  encoding: 'json',
  level: 'write',
  menu: 'guilds.deductions',
  operation: 'deduction.save',
  money: { does: 'moves', alone: { upTo: 'guildDeduction' } },
  creates: true,
  codes: [10032, 11004, 20000, 290005, 1000002],
  fieldCodes: { reason: 11004 },
})

/** Reverses deductions of weeks that are not paid yet; if the week is approved, a later week corrects it. */
export const deductionReverse = declare<typeof schema.deductionReverse>('deductionReverse', {
  method: 'POST',
  path: '/sociatyManage/deductions/reverse',
  level: 'write',
  menu: 'guilds.deductions',
  operation: 'deduction.reverse',
  money: { does: 'moves', alone: { upTo: 'guildDeduction' } },
  creates: true,
  codes: [10032, 11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
  over: { deductionList: 'id' },
})
