// Selling in a queue: what an agent sells fastest with, and receipts that can be checked without an account.
import type * as schema from './agentQueue.schema.ts'
import { declare } from './call.ts'

/** The last customers, the amounts sold most, and today's profit. */
export const agentQueue = declare<typeof schema.agentQueue>('agentQueue', {
  method: 'GET',
  path: '/RechargeAgent/sell/queue',
  level: 'read',
  menu: 'topup-agents.sell',
  for: ['agent'],
  codes: [400001],
})

/** A page on which anybody who has its code can check a sale (`/r/<code>`), for 30 days; the same sale has one page at a time. */
export const agentReceiptShare = declare<typeof schema.agentReceiptShare>('agentReceiptShare', {
  method: 'POST',
  path: '/RechargeAgent/sell/share',
  level: 'write',
  menu: 'topup-agents.sell',
  for: ['agent'],
  operation: 'agent.receiptShare',
  creates: true,
  codes: [10032, 400001],
})
