// The withdrawal desk (product.md section 3, `/finance/withdraw`): the queue, the list, and decisions.
import { declare } from './call.ts'
import type * as schema from './withdrawals.schema.ts'

/** Withdrawals, newest first. */
export const withdrawalList = declare<typeof schema.withdrawalList>('withdrawalList', {
  method: 'GET',
  path: '/finance/withdraw/list',
  level: 'read',
  menu: 'finance.withdraw',
  exportable: true,
})

/** One withdrawal with its risk and its story. */
export const withdrawalInfo = declare<typeof schema.withdrawalInfo>('withdrawalInfo', {
  method: 'GET',
  path: '/finance/withdraw/info',
  level: 'read',
  menu: 'finance.withdraw',
  codes: [50001],
})

/** Claims withdrawals in review until the caller holds `size`; returns all of the caller's claims. */
export const withdrawalClaim = declare<typeof schema.withdrawalClaim>('withdrawalClaim', {
  method: 'POST',
  path: '/finance/withdraw/claim',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.claim',
})

/** Gives claims back; `skip` leaves these withdrawals to others. */
export const withdrawalGiveBack = declare<typeof schema.withdrawalGiveBack>('withdrawalGiveBack', {
  method: 'POST',
  path: '/finance/withdraw/giveBack',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.giveBack',
})

/**
 * Passes withdrawals in review: they may be paid out. Over the limit (a line, or what its maker passed alone within 24 hours),
 * and where the risk panel holds one, all of the call wait for a second member of staff.
 */
export const withdrawalPass = declare<typeof schema.withdrawalPass>('withdrawalPass', {
  method: 'POST',
  path: '/finance/withdraw/pass',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.pass',
  codes: [1000002, 20000, 50001, 50002],
})

/** Refuses withdrawals in review: audit failed, and the bonus is the user's again. */
export const withdrawalRefuse = declare<typeof schema.withdrawalRefuse>('withdrawalRefuse', {
  method: 'POST',
  path: '/finance/withdraw/refuse',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.refuse',
  codes: [11004, 20000, 50001, 50002],
  fieldCodes: { reason: 11004 },
})

/** A payment by hand after a failure, with its proof; never by who passed it, over the limit with a second member of staff. */
export const withdrawalManual = declare<typeof schema.withdrawalManual>('withdrawalManual', {
  method: 'POST',
  path: '/finance/withdraw/manual',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.manual',
  codes: [1000002, 11005, 20000, 50001, 50002],
})

/** Releases the bonus of failed withdrawals, and of passed ones that no batch holds. */
export const withdrawalRelease = declare<typeof schema.withdrawalRelease>('withdrawalRelease', {
  method: 'POST',
  path: '/finance/withdraw/release',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.release',
  codes: [11004, 20000, 50001, 50002],
  fieldCodes: { reason: 11004 },
})

/** The whole payout account; logged with its reason. */
export const withdrawalReveal = declare<typeof schema.withdrawalReveal>('withdrawalReveal', {
  method: 'POST',
  path: '/finance/withdraw/reveal',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.reveal',
  codes: [11004, 50001],
  fieldCodes: { reason: 11004 },
})
