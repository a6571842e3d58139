// Users: benefits and grants.
import type { ParamDefinition } from './definition.ts'

export const users = {
  grant_approval_tokens: {
    group: 'users',
    type: 'integer',
    default: '100000',
    min: 0,
    max: 10_000_000,
    sensitive: true,
    names: { en: 'Grants without approval', cn: '免审批赠送上限' },
    description: {
      en: 'Maximum tokens that an operation may grant or deduct, over all users; above it another member of staff approves.',
      cn: '单次赠送或扣除的代币总数（所有用户合计）上限；超过时须另一名员工审批。',
    },
  },
  benefit_block_cap: {
    group: 'users',
    type: 'integer',
    default: '20',
    min: 1,
    max: 10_000,
    sensitive: true,
    names: { en: 'Registration benefits per network', cn: '同一网段的注册福利上限' },
    description: {
      en: 'Maximum grants of one benefit to one network (/24 or /48) within 24 hours.',
      cn: '同一项福利在 24 小时内向同一网段（/24 或 /48）发放的次数上限。',
    },
  },
} as const satisfies Record<string, ParamDefinition>
