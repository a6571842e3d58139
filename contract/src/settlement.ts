// Settlements: guilds' weeks, from draft to paid (docs/guilds.md).
import { declare } from './call.ts'
import type * as schema from './settlement.schema.ts'

export type { Step } from './settlement.schema.ts'

const menu = 'guilds.settleAccounts'

/** Settlements, newest week first. A leader sees their guild's, and the totals of its sub-agencies'. */
export const settlementList = declare<typeof schema.settlementList>('settlementList', {
  method: 'GET',
  path: '/guild/settlement/list',
  level: 'read',
  menu,
  for: ['guild'],
  exportable: true,
})

/** Sums over the settlements that a list's filters match. */
export const settlementTotals = declare<typeof schema.settlementTotals>('settlementTotals', {
  method: 'GET',
  path: '/guild/settlement/totals',
  level: 'read',
  menu,
  for: ['guild'],
})

/** One settlement with every step of its calculation, versions and disputes; for leaders, only their own guild's. */
export const settlementInfo = declare<typeof schema.settlementInfo>('settlementInfo', {
  method: 'GET',
  path: '/guild/settlement/info',
  level: 'read',
  menu,
  for: ['guild'],
  codes: [10032],
})

/** The lines of a version. */
export const settlementLineList = declare<typeof schema.settlementLineList>('settlementLineList', {
  method: 'GET',
  path: '/guild/settlement/lines',
  level: 'read',
  menu,
  for: ['guild'],
  exportable: true,
  codes: [10032],
})

/** An anchor's payslip: their lines of a week and their days. */
export const settlementSlip = declare<typeof schema.settlementSlip>('settlementSlip', {
  method: 'GET',
  path: '/guild/settlement/slip',
  level: 'read',
  menu,
  for: ['guild'],
  codes: [10032],
})

/** The leader confirms their week. 20000 if it was recalculated in the meantime, or is no longer a draft. */
export const settlementConfirm = declare<typeof schema.settlementConfirm>('settlementConfirm', {
  method: 'POST',
  path: '/guild/settlement/confirm',
  level: 'write',
  menu,
  for: ['guild'],
  operation: 'settlement.confirm',
  codes: [10032, 20000],
})

/** The leader disputes their week, naming lines. Each version can be disputed once. */
export const settlementDispute = declare<typeof schema.settlementDispute>('settlementDispute', {
  method: 'POST',
  path: '/guild/settlement/dispute',
  level: 'write',
  menu,
  for: ['guild'],
  operation: 'settlement.dispute',
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** Staff answer a dispute: keep the sum, or recalculate it. The leader then has 48 hours again. */
export const settlementAnswer = declare<typeof schema.settlementAnswer>('settlementAnswer', {
  method: 'POST',
  path: '/guild/settlement/answer',
  level: 'write',
  menu,
  operation: 'settlement.answer',
  money: { does: 'prices', alone: { because: 'paidByAnother' } },
  codes: [10032, 11004, 20000],
  fieldCodes: { answer: 11004 },
})

/**
 * Approves confirmed weeks: the ledger is posted and the app gets each anchor's line. In an outcome: 10032, 20000 with the reason why
 * it cannot be approved now, 60002 if an anchor's bonus is insufficient.
 */
export const settlementApprove = declare<typeof schema.settlementApprove>('settlementApprove', {
  method: 'POST',
  path: '/guild/settlement/approve',
  level: 'write',
  menu,
  operation: 'settlement.approve',
  money: { does: 'creates', alone: { because: 'paidByAnother' } },
  creates: true,
  over: { settlementList: 'settlementId' },
})

/** Recalculates weeks that are not approved: a new version, and the leader has 48 hours again. */
export const settlementRecompute = declare<typeof schema.settlementRecompute>('settlementRecompute', {
  method: 'POST',
  path: '/guild/settlement/recompute',
  level: 'write',
  menu,
  operation: 'settlement.recompute',
  money: { does: 'prices', alone: { because: 'paidByAnother' } },
  creates: true,
  codes: [11004],
  fieldCodes: { reason: 11004 },
  over: { settlementList: 'settlementId' },
})
