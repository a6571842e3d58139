// The Finance area: recharge orders, and the calls of the user page.
import { declare } from './call.ts'
import type * as schema from './finance.schema.ts'

export const userOrderList = declare<typeof schema.userOrderList>('userOrderList', {
  method: 'GET',
  path: '/finance/user/orders',
  level: 'read',
  menu: 'users.list',
})

export const userWithdrawalList = declare<typeof schema.userWithdrawalList>('userWithdrawalList', {
  method: 'GET',
  path: '/finance/user/withdrawals',
  level: 'read',
  menu: 'users.list',
})

/** Recharge orders, newest first (`/finance/recharge`). */
export const rechargeList = declare<typeof schema.rechargeList>('rechargeList', {
  method: 'GET',
  path: '/finance/recharge/list',
  level: 'read',
  menu: 'finance.recharge',
  exportable: true,
})

/** One order with its history, ledger transfers and refunds. */
export const rechargeInfo = declare<typeof schema.rechargeInfo>('rechargeInfo', {
  method: 'GET',
  path: '/finance/recharge/info',
  level: 'read',
  menu: 'finance.recharge',
  codes: [10032],
})

/** Sends an order's state to the app again. */
export const rechargeResend = declare<typeof schema.rechargeResend>('rechargeResend', {
  method: 'POST',
  path: '/finance/recharge/resend',
  level: 'write',
  menu: 'finance.recharge',
  operation: 'recharge.resend',
  creates: true,
  codes: [1000002, 10032],
})

/**
 * Requests full refunds from the app. Above the limit (this operation plus the maker's unapproved refunds of 24 hours) it waits for a
 * second member of staff.
 */
export const rechargeRefund = declare<typeof schema.rechargeRefund>('rechargeRefund', {
  method: 'POST',
  path: '/finance/recharge/refund',
  level: 'write',
  menu: 'finance.recharge',
  operation: 'recharge.refund',
  money: { does: 'moves', alone: { upTo: 'refund' } },
  creates: true,
  codes: [1000002, 10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/**
 * Users' recharges, refunds, spending, earnings and withdrawals in a span of days of the platform's zone (`/finance/userStat`); without a
 * span, in total.
 */
export const userStatList = declare<typeof schema.userStatList>('userStatList', {
  method: 'GET',
  path: '/finance/userStat/list',
  level: 'read',
  menu: 'finance.userStat',
  exportable: true,
})
