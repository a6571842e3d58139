// Trades of top-up agents, for staff: sales, requested returns, purchases to check, unusual patterns.

import type * as schema from './agentTrades.schema.ts'
import { declare } from './call.ts'

/** Sales, newest first. */
export const agentSaleList = declare<typeof schema.agentSaleList>('agentSaleList', {
  method: 'GET',
  path: '/finance/agentTrades/list',
  level: 'read',
  menu: 'finance.agentTrades',
  exportable: true,
})

/** Purchases, newest first. */
export const agentPurchaseList = declare<typeof schema.agentPurchaseList>('agentPurchaseList', {
  method: 'GET',
  path: '/finance/agentTrades/purchase/list',
  level: 'read',
  menu: 'finance.agentTrades',
  exportable: true,
})

/**
 * Decides whether bank transfers arrived. Above the limit the credit waits for a second member of staff.
 */
export const agentPurchaseDecide = declare<typeof schema.agentPurchaseDecide>('agentPurchaseDecide', {
  method: 'POST',
  path: '/finance/agentTrades/purchase/decide',
  level: 'write',
  menu: 'finance.agentTrades',
  operation: 'agent.purchaseDecide',
  money: { does: 'creates', alone: { upTo: 'agentPurchase' } },
  creates: true,
  codes: [11004, 20000, 400002, 1000002],
  fieldCodes: { reason: 11004 },
})

/**
 * Reverses a purchase: from stock, then as a debt; a salary deduction only while all its tokens are unsold, one by USDT never. Above
 * the limit it waits for a second member of staff.
 */
export const agentPurchaseReverse = declare<typeof schema.agentPurchaseReverse>('agentPurchaseReverse', {
  method: 'POST',
  path: '/finance/agentTrades/purchase/reverse',
  level: 'write',
  menu: 'finance.agentTrades',
  operation: 'agent.purchaseReverse',
  money: { does: 'moves', alone: { upTo: 'agentPurchase' } },
  creates: true,
  codes: [10032, 11004, 20000, 60001, 1000002],
  fieldCodes: { reason: 11004 },
})

/** Decides a requested return, with a reason that agent and buyer see. */
export const agentBackDecide = declare<typeof schema.agentBackDecide>('agentBackDecide', {
  method: 'POST',
  path: '/finance/agentTrades/back/decide',
  level: 'write',
  menu: 'finance.agentTrades',
  operation: 'agent.backDecide',
  money: { does: 'moves', alone: { because: 'askedByAnother' } },
  codes: [11004, 20000, 60001, 1000002],
  fieldCodes: { reason: 11004 },
})

/** Unusual patterns of the last days, each with the sales behind it. */
export const agentPatternList = declare<typeof schema.agentPatternList>('agentPatternList', {
  method: 'GET',
  path: '/finance/agentTrades/patterns',
  level: 'read',
  menu: 'finance.agentTrades',
})
