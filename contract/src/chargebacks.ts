// Chargebacks: reversed recharges, their payers' debts, and repeated ones (docs/money.md).
import { declare } from './call.ts'
import type * as schema from './chargebacks.schema.ts'

/** Chargebacks, and refunds that left a debt; newest first. */
export const chargebackList = declare<typeof schema.chargebackList>('chargebackList', {
  method: 'GET',
  path: '/finance/chargeback/list',
  level: 'read',
  menu: 'finance.chargeback',
  exportable: true,
})

/** One chargeback with its history. */
export const chargebackInfo = declare<typeof schema.chargebackInfo>('chargebackInfo', {
  method: 'GET',
  path: '/finance/chargeback/info',
  level: 'read',
  menu: 'finance.chargeback',
  codes: [10032],
})

/** Staff keep the rest as a debt, contest the chargeback at the gateway, or note that it was lost there. */
export const chargebackDecide = declare<typeof schema.chargebackDecide>('chargebackDecide', {
  method: 'POST',
  path: '/finance/chargeback/decide',
  level: 'write',
  menu: 'finance.chargeback',
  operation: 'chargeback.decide',
  money: { does: 'moves', alone: { because: 'gatewaysWord' } },
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/**
 * Requests writing debts off as a loss, or marking chargebacks as won if the app does not report it.
 */
export const chargebackSettle = declare<typeof schema.chargebackSettle>('chargebackSettle', {
  method: 'POST',
  path: '/finance/chargeback/settle',
  level: 'write',
  menu: 'finance.chargeback',
  operation: 'chargeback.settle',
  money: { does: 'releases', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** Users, devices or payers with more than one chargeback, those with the most first. */
export const repeatList = declare<typeof schema.repeatList>('repeatList', {
  method: 'GET',
  path: '/finance/chargeback/repeat/list',
  level: 'read',
  menu: 'finance.chargeback',
  exportable: true,
})

/** A user's chargebacks, for the user page. */
export const userChargebackList = declare<typeof schema.userChargebackList>('userChargebackList', {
  method: 'GET',
  path: '/finance/user/chargebacks',
  level: 'read',
  menu: 'users.list',
})

/** The users who earned from a chargeback's tokens, with suggested deductions. */
export const chargebackEarners = declare<typeof schema.chargebackEarners>('chargebackEarners', {
  method: 'GET',
  path: '/finance/chargeback/earners',
  level: 'read',
  menu: 'guilds.deductions',
  codes: [10032],
})
