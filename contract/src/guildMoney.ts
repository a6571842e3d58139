// The money of guilds: commission plans, deductions, payout accounts, requests and payments (product.md sections 3, 8, 10).
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

/** Asks a second member of staff to publish a draft as it is now (product.md section 8, Four eyes). */
export const planPublish = declare<typeof schema.planPublish>('planPublish', {
  method: 'POST',
  path: '/sociatyManage/commissionPlan/publish',
  level: 'write',
  menu: 'guilds.commissionPlan',
  operation: 'plan.publish',
  codes: [10032, 11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
})

/** Withdraws a draft at once; a published plan before its start week, when a second member of staff approved it. */
export const planWithdraw = declare<typeof schema.planWithdraw>('planWithdraw', {
  method: 'POST',
  path: '/sociatyManage/commissionPlan/withdraw',
  level: 'write',
  menu: 'guilds.commissionPlan',
  operation: 'plan.withdraw',
  codes: [10032, 11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
})
