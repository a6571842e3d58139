// Payout policies (`/finance/policy`): rules that a withdrawal or payout must meet before it passes. A second member of staff approves
// every change, which then locks the policy for 48 hours.
import { declare } from './call.ts'
import type * as schema from './policies.schema.ts'

export const policyList = declare<typeof schema.policyList>('policyList', {
  method: 'GET',
  path: '/finance/policy/list',
  level: 'read',
  menu: 'finance.policy',
  exportable: true,
})

export const policySave = declare<typeof schema.policySave>('policySave', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/policy/save',
  level: 'write',
  menu: 'finance.policy',
  operation: 'policy.save',
  money: { does: 'releases', alone: 'never' },
  creates: true,
  codes: [10027, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const policyUpdate = declare<typeof schema.policyUpdate>('policyUpdate', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/policy/update',
  level: 'write',
  menu: 'finance.policy',
  operation: 'policy.update',
  money: { does: 'releases', alone: 'never' },
  creates: true,
  codes: [10027, 10032, 1000002, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const policyEnable = declare<typeof schema.policyEnable>('policyEnable', {
  method: 'POST',
  path: '/finance/policy/enable',
  level: 'write',
  menu: 'finance.policy',
  operation: 'policy.enable',
  money: { does: 'releases', alone: 'never' },
  creates: true,
  codes: [10032, 1000002, 11004, 20000],
  fieldCodes: { reason: 11004 },
})
