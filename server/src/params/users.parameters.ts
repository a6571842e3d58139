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
  // A person's data: how long until it is erased, and how long each kind is kept at most; 0 keeps it as long as the person.
  deletion_days: { group: 'users', type: 'integer', default: '30', unit: 'd', min: 1, max: 90, sensitive: true },
  payout_detail_years: { group: 'users', type: 'integer', default: '5', min: 1, max: 30, sensitive: true },
  read_keep_days: { group: 'users', type: 'integer', default: '400', unit: 'd', min: 30, max: 3_650 },
  address_keep_days: { group: 'users', type: 'integer', default: '0', unit: 'd', min: 0, max: 3_650, sensitive: true },
  content_keep_days: { group: 'users', type: 'integer', default: '0', unit: 'd', min: 0, max: 3_650, sensitive: true },
  // More than the days that figures are counted again.
  view_keep_days: { group: 'users', type: 'integer', default: '3650', unit: 'd', min: 93, max: 3_650 },
  snapshot_keep_days: { group: 'users', type: 'integer', default: '0', unit: 'd', min: 0, max: 3_650, sensitive: true },
} as const satisfies Record<string, ParamDefinition>
