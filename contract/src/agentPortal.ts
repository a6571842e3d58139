// The top-up agent's own portal: application, stock, buying, selling.

import type * as schema from './agentPortal.schema.ts'
import { declare } from './call.ts'

/** State of the application, stock, tier, sales. For an account without an agent: how to become one. */
export const agentHome = declare<typeof schema.agentHome>('agentHome', {
  method: 'GET',
  path: '/RechargeAgent/home',
  level: 'read',
  menu: 'topup-agents.home',
  for: ['guild', 'agent'],
})

/** Applies, or applies again: a guild's leader, or an agent whose qualification was cancelled. */
export const agentApply = declare<typeof schema.agentApply>('agentApply', {
  method: 'POST',
  path: '/RechargeAgent/apply',
  level: 'write',
  menu: 'topup-agents.home',
  for: ['guild', 'agent'],
  operation: 'agent.apply',
  creates: true,
  codes: [20000, 400001, 1000002],
})

/** The stock, its average cost and its composition. */
export const agentTokens = declare<typeof schema.agentTokens>('agentTokens', {
  method: 'GET',
  path: '/RechargeAgent/MyToken/balance',
  level: 'read',
  menu: 'topup-agents.myToken',
  for: ['agent'],
  codes: [400001],
})

/** Movements of the stock, newest first, from the ledger. */
export const agentMovementList = declare<typeof schema.agentMovementList>('agentMovementList', {
  method: 'GET',
  path: '/RechargeAgent/MyToken/list',
  level: 'read',
  menu: 'topup-agents.myToken',
  for: ['agent'],
  exportable: true,
})

/** The current offer for purchases, the agent's addresses, and pending purchases. */
export const agentBuyInfo = declare<typeof schema.agentBuyInfo>('agentBuyInfo', {
  method: 'GET',
  path: '/RechargeAgent/buy/info',
  level: 'read',
  menu: 'topup-agents.buy',
  for: ['agent'],
  codes: [400001],
})

/** A bank transfer with its proof, which Finance checks. */
export const agentPurchaseSave = declare<typeof schema.agentPurchaseSave>('agentPurchaseSave', {
  method: 'POST',
  path: '/RechargeAgent/buy/save',
  level: 'write',
  menu: 'topup-agents.buy',
  for: ['agent'],
  operation: 'agent.purchaseAsk',
  creates: true,
  codes: [10027, 400001, 400002, 400003],
})

/** The agent's own USDT address, created on request. */
export const agentAddress = declare<typeof schema.agentAddress>('agentAddress', {
  method: 'POST',
  path: '/RechargeAgent/buy/address',
  level: 'write',
  menu: 'topup-agents.buy',
  for: ['agent'],
  operation: 'agent.address',
  codes: [20000, 400001, 400002, 1000002],
})

/** The buyer, shown before the sale is confirmed. */
export const agentBuyer = declare<typeof schema.agentBuyer>('agentBuyer', {
  method: 'GET',
  path: '/RechargeAgent/sell/buyer',
  level: 'read',
  menu: 'topup-agents.sell',
  for: ['agent'],
  codes: [21001, 400001, 400002, 1000002],
})

/**
 * Sells. The same key sells only once: a repeat returns the first result. A session needs a fresh code
 * (`agentStepUp`), which is refused as 11003.
 */
export const agentSell = declare<typeof schema.agentSell>('agentSell', {
  method: 'POST',
  path: '/RechargeAgent/sell/save',
  level: 'write',
  menu: 'topup-agents.sell',
  for: ['agent'],
  operation: 'agent.sell',
  money: { does: 'moves', alone: { because: 'ownMoney' } },
  creates: { key: 'key' },
  codes: [11003, 20000, 21001, 60001, 400001, 400002, 400003, 1000002],
})

/** How the session can be verified, and until when it is. */
export const agentStepUpInfo = declare<typeof schema.agentStepUpInfo>('agentStepUpInfo', {
  method: 'GET',
  path: '/RechargeAgent/verify/info',
  level: 'read',
  menu: 'topup-agents.verify',
  for: ['agent'],
  codes: [400001],
})

/** Sends a code by SMS to the account's phone, whose number need not be entered. */
export const agentCodeSend = declare<typeof schema.agentCodeSend>('agentCodeSend', {
  method: 'POST',
  path: '/RechargeAgent/verify/send',
  level: 'write',
  menu: 'topup-agents.verify',
  for: ['agent'],
  operation: 'sms.send',
  creates: true,
  codes: [11001, 11002, 12003, 400001, 1000104, 1000174, 1000175],
})

/** Verifies this session by a fresh code, from the authenticator or by SMS, so that it can sell. */
export const agentStepUp = declare<typeof schema.agentStepUp>('agentStepUp', {
  method: 'POST',
  path: '/RechargeAgent/verify/save',
  level: 'write',
  menu: 'topup-agents.verify',
  for: ['agent'],
  operation: 'agent.stepUp',
  codes: [10005, 12001, 12002, 12003, 400001],
})

/** The agent's own sales, newest first. */
export const agentOwnSaleList = declare<typeof schema.agentOwnSaleList>('agentOwnSaleList', {
  method: 'GET',
  path: '/RechargeAgent/details/sales',
  level: 'read',
  menu: 'topup-agents.details',
  for: ['agent'],
  exportable: true,
})

/** The agent's own purchases, newest first. */
export const agentOwnPurchaseList = declare<typeof schema.agentOwnPurchaseList>('agentOwnPurchaseList', {
  method: 'GET',
  path: '/RechargeAgent/details/purchases',
  level: 'read',
  menu: 'topup-agents.details',
  for: ['agent'],
  exportable: true,
})

/** Requests the return of a sale of the last 24 hours; Finance decides. */
export const agentAskBack = declare<typeof schema.agentAskBack>('agentAskBack', {
  method: 'POST',
  path: '/RechargeAgent/details/askBack',
  level: 'write',
  menu: 'topup-agents.details',
  for: ['agent'],
  operation: 'agent.askBack',
  creates: true,
  codes: [10032, 11004, 20000, 400001, 1000002],
  fieldCodes: { reason: 11004 },
})

/** What the payable of this app user's guild can buy. */
export const agentSalary = declare<typeof schema.agentSalary>('agentSalary', {
  method: 'GET',
  path: '/RechargeAgent/SalaryDeduction/info',
  level: 'read',
  menu: 'topup-agents.salaryDeduction',
  for: ['agent'],
  codes: [400001],
})

/** Buys tokens from the guild's last settled, unpaid week, at once. */
export const agentSalaryDeduct = declare<typeof schema.agentSalaryDeduct>('agentSalaryDeduct', {
  method: 'POST',
  path: '/RechargeAgent/SalaryDeduction/save',
  level: 'write',
  menu: 'topup-agents.salaryDeduction',
  for: ['agent'],
  operation: 'agent.salaryDeduct',
  money: { does: 'creates', alone: { because: 'ownMoney' } },
  creates: { key: 'key' },
  codes: [11005, 20000, 30003, 30004, 400001, 400002, 1000002],
})
