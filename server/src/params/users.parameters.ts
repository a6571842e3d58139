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
    setup: 'raised by two',
  },
  benefit_block_cap: {
    group: 'users',
    type: 'integer',
    default: '20',
    min: 1,
    max: 10_000,
    sensitive: true,
  },
} as const satisfies Record<string, ParamDefinition>
