// The withdrawal desk (`/finance/withdraw`): the queue, the list, and decisions.
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

/** One withdrawal with its risk and history. */
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

/** Releases claims; `skip` leaves these withdrawals to others. */
export const withdrawalGiveBack = declare<typeof schema.withdrawalGiveBack>('withdrawalGiveBack', {
  method: 'POST',
  path: '/finance/withdraw/giveBack',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.giveBack',
})

/**
 * Passes withdrawals in review: they may be paid out. Above the limit (one withdrawal, or the maker's unapproved ones of 24 hours), or if
 * the risk panel holds one, the entire call waits for a second member of staff.
 */
export const withdrawalPass = declare<typeof schema.withdrawalPass>('withdrawalPass', {
  method: 'POST',
  path: '/finance/withdraw/pass',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.pass',
  money: { does: 'releases', alone: { upTo: 'withdrawalPass' } },
  creates: true,
  codes: [1000002, 20000, 50001, 50002],
})

/** Refuses withdrawals in review: audit failed, and the bonus is released. */
export const withdrawalRefuse = declare<typeof schema.withdrawalRefuse>('withdrawalRefuse', {
  method: 'POST',
  path: '/finance/withdraw/refuse',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.refuse',
  money: { does: 'releases', alone: { because: 'backToOwner' } },
  creates: true,
  codes: [11004, 20000, 50001, 50002],
  fieldCodes: { reason: 11004 },
})

/**
 * Undoes the caller's own decision before it takes effect; the withdrawal is in review again, claimed by the caller. A second time it changes
 * nothing. Too late: 20000.
 */
export const withdrawalUndo = declare<typeof schema.withdrawalUndo>('withdrawalUndo', {
  method: 'POST',
  path: '/finance/withdraw/undo',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.undo',
  codes: [10032, 20000],
})

/** Enters a manual payment after a failure, with proof; it counts when a second member of staff approves it. */
export const withdrawalManual = declare<typeof schema.withdrawalManual>('withdrawalManual', {
  method: 'POST',
  path: '/finance/withdraw/manual',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.manual',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [1000002, 11005, 20000, 50001, 50002],
})

/** Releases the bonus of failed withdrawals, and of passed ones in no batch; those whose failure the caller entered wait for a second member of staff. */
export const withdrawalRelease = declare<typeof schema.withdrawalRelease>('withdrawalRelease', {
  method: 'POST',
  path: '/finance/withdraw/release',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.release',
  money: { does: 'releases', alone: { because: 'backToOwner' } },
  creates: true,
  codes: [11004, 20000, 50001, 50002],
  fieldCodes: { reason: 11004 },
})

/** Reveals the payout account; logged with the reason. */
export const withdrawalReveal = declare<typeof schema.withdrawalReveal>('withdrawalReveal', {
  method: 'POST',
  path: '/finance/withdraw/reveal',
  level: 'write',
  menu: 'finance.withdraw',
  operation: 'withdrawal.reveal',
  codes: [11004, 50001],
  fieldCodes: { reason: 11004 },
})
