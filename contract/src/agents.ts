// Top-up agents, for staff: applications, decisions, limits (docs/money.md).

import type * as schema from './agents.schema.ts'
import { declare } from './call.ts'

/** Applications with their agents, newest first. */
export const agentList = declare<typeof schema.agentList>('agentList', {
  method: 'GET',
  path: '/finance/agents/list',
  level: 'read',
  menu: 'finance.agents',
  exportable: true,
})

/** One application with its agent, figures and history. */
export const agentInfo = declare<typeof schema.agentInfo>('agentInfo', {
  method: 'GET',
  path: '/finance/agents/info',
  level: 'read',
  menu: 'finance.agents',
  codes: [10032],
})

/** Approves: creates an agent with the account `agent` and its id, whose password is set by code. */
export const agentApprove = declare<typeof schema.agentApprove>('agentApprove', {
  method: 'POST',
  path: '/finance/agents/approve',
  level: 'write',
  menu: 'finance.agents',
  operation: 'agent.approve',
  creates: true,
  codes: [20000, 1000002],
  over: { agentList: 'user.userId' },
})

/** Rejects, with a reason; they may apply again after some days. */
export const agentReject = declare<typeof schema.agentReject>('agentReject', {
  method: 'POST',
  path: '/finance/agents/reject',
  level: 'write',
  menu: 'finance.agents',
  operation: 'agent.reject',
  codes: [11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
  over: { agentList: 'user.userId' },
})

/** Freezes: the stock stays, and nothing can be sold or bought. */
export const agentFreeze = declare<typeof schema.agentFreeze>('agentFreeze', {
  method: 'POST',
  path: '/finance/agents/freeze',
  level: 'write',
  menu: 'finance.agents',
  operation: 'agent.freeze',
  codes: [11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
})

export const agentUnfreeze = declare<typeof schema.agentUnfreeze>('agentUnfreeze', {
  method: 'POST',
  path: '/finance/agents/unfreeze',
  level: 'write',
  menu: 'finance.agents',
  operation: 'agent.unfreeze',
  codes: [20000, 1000002],
})

/**
 * Cancels an agent when a second member of staff approves it. The stock is bought back at average cost, or written off as
 * fraud.
 */
export const agentCancel = declare<typeof schema.agentCancel>('agentCancel', {
  method: 'POST',
  path: '/finance/agents/cancel',
  level: 'write',
  menu: 'finance.agents',
  operation: 'agent.cancel',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
})

/** An agent's own limits and the countries of their buyers. */
export const agentLimits = declare<typeof schema.agentLimits>('agentLimits', {
  method: 'POST',
  path: '/finance/agents/limits',
  encoding: 'json',
  level: 'write',
  menu: 'finance.agents',
  operation: 'agent.limits',
  money: { does: 'prices', alone: { because: 'lowersOnly' } },
  creates: true,
  codes: [10032, 20000],
})

/** A new payout account: a second member of staff approves it, and it takes effect after 24 hours. */
export const agentAccountSave = declare<typeof schema.agentAccountSave>('agentAccountSave', {
  method: 'POST',
  path: '/finance/agents/account',
  encoding: 'json',
  level: 'write',
  menu: 'finance.agents',
  operation: 'agent.accountSave',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [10032, 1000002],
})

/** Reveals an application's contacts: the same permission as for users, and logged. */
export const agentReveal = declare<typeof schema.agentReveal>('agentReveal', {
  method: 'POST',
  path: '/finance/agents/reveal',
  level: 'write',
  menu: 'users.contact',
  operation: 'agent.reveal',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})

export const agentAccountReveal = declare<typeof schema.agentAccountReveal>('agentAccountReveal', {
  method: 'POST',
  path: '/finance/agents/accountReveal',
  level: 'write',
  menu: 'finance.agents',
  operation: 'agent.accountReveal',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})
