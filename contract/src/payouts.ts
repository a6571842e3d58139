// Payouts of guilds: accounts, requests for the payable, and payments of requests and weeks.
import { declare } from './call.ts'
import type * as schema from './payouts.schema.ts'

/** A guild's payable, accounts, and newest requests and payments; without an id, the leader's own guild. */
export const guildMoney = declare<typeof schema.guildMoney>('guildMoney', {
  method: 'GET',
  path: '/sociatyManage/withdrawalManage/money',
  level: 'read',
  menu: 'guilds.withdrawalManage',
  for: ['guild'],
  codes: [10032],
})

/** Requests, newest first; a leader sees those of their own guild. */
export const payoutRequestList = declare<typeof schema.payoutRequestList>('payoutRequestList', {
  method: 'GET',
  path: '/sociatyManage/withdrawalManage/list',
  level: 'read',
  menu: 'guilds.withdrawalManage',
  for: ['guild'],
  exportable: true,
})

/** A leader requests a part of the payable, which is held until staff decide (11005: the payable is too small). */
export const payoutRequestSave = declare<typeof schema.payoutRequestSave>('payoutRequestSave', {
  method: 'POST',
  path: '/sociatyManage/withdrawalManage/save',
  level: 'write',
  menu: 'guilds.withdrawalManage',
  for: ['guild'],
  operation: 'payout.ask',
  money: { does: 'moves', alone: { because: 'ownMoney' } },
  creates: true,
  codes: [11005, 30003, 30004, 30006, 1000002],
})

/** Staff approve or refuse, with a reason; a refusal releases the held amount. */
export const payoutRequestDecide = declare<typeof schema.payoutRequestDecide>('payoutRequestDecide', {
  method: 'POST',
  path: '/sociatyManage/withdrawalManage/decide',
  level: 'write',
  menu: 'guilds.withdrawalManage',
  operation: 'payout.decide',
  money: { does: 'releases', alone: { because: 'paidByAnother' } },
  creates: true,
  codes: [11004, 20000, 50001, 50002],
  fieldCodes: { reason: 11004 },
})

/**
 * Pays approved requests, with proof. The approver never pays. Above the limit it waits for a second member of staff.
 */
export const payoutPay = declare<typeof schema.payoutPay>('payoutPay', {
  method: 'POST',
  path: '/sociatyManage/withdrawalManage/pay',
  level: 'write',
  menu: 'guilds.withdrawalManage',
  operation: 'payout.pay',
  money: { does: 'moves', alone: { upTo: 'guildPayment' } },
  creates: true,
  codes: [11005, 20000, 30004, 50001, 50002, 1000002],
})

/** Pays approved weeks from the guilds' payable, oldest first, with proof. The approver never pays. */
export const weekPay = declare<typeof schema.weekPay>('weekPay', {
  method: 'POST',
  path: '/sociatyManage/settleAccounts/pay',
  level: 'write',
  menu: 'guilds.settleAccounts',
  operation: 'payout.payWeek',
  money: { does: 'moves', alone: { upTo: 'guildPayment' } },
  creates: true,
  codes: [10032, 11005, 20000, 30004, 1000002],
})

/** Payments, newest first, with their proof; a leader sees those of their own guild. */
export const paymentList = declare<typeof schema.paymentList>('paymentList', {
  method: 'GET',
  path: '/sociatyManage/withdrawalManage/payment/list',
  level: 'read',
  menu: 'guilds.withdrawalManage',
  for: ['guild'],
  exportable: true,
})

/**
 * A new or changed payout account, which a second member of staff approves and which takes effect 24 hours after it was
 * entered. A leader needs a code by SMS (`/union/sms/send`, `validate: withdraw`).
 */
export const payoutAccountSave = declare<typeof schema.payoutAccountSave>('payoutAccountSave', {
  method: 'POST',
  path: '/sociatyManage/withdrawalManage/account/save',
  encoding: 'json',
  level: 'write',
  menu: 'guilds.withdrawalManage',
  for: ['guild'],
  operation: 'payout.accountSave',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [10032, 12001, 12002, 12003, 30003, 30004, 30006],
})

/** Reveals an account, for paying it; logged with the reason. */
export const payoutAccountReveal = declare<typeof schema.payoutAccountReveal>('payoutAccountReveal', {
  method: 'POST',
  path: '/sociatyManage/withdrawalManage/account/reveal',
  level: 'write',
  menu: 'guilds.withdrawalManage',
  operation: 'payout.accountReveal',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})
