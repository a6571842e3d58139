// Rates and limits of money.
import type { ParamDefinition } from './definition.ts'

export const money = {
  statement_missing_days: {
    group: 'money',
    type: 'integer',
    default: '3',
    unit: 'd',
    min: 0,
    max: 60,
  },
  refund_approval_usd: {
    group: 'money',
    type: 'integer',
    default: '500',
    unit: 'USD',
    min: 0,
    max: 1_000_000,
    sensitive: true,
    setup: 'raised by two',
  },
  bonus_share_bp: {
    group: 'money',
    type: 'integer',
    default: '4000',
    unit: 'bp',
    min: 0,
    max: 10_000,
    sensitive: true,
    setup: 'by two',
  },
  tokens_per_usd: {
    group: 'money',
    type: 'integer',
    default: '100',
    min: 1,
    max: 1_000_000,
    frontEndNeeded: true,
    sensitive: true,
    setup: 'by two',
  },
  // A change revalues nothing: booked amounts and requested withdrawals keep their USD value. If paying out at the new
  // rate costs more or less than was booked, the difference stays on `bonusLiability`, for finance to correct with a
  // transfer.
  bonus_per_usd: {
    group: 'money',
    type: 'integer',
    default: '100',
    min: 1,
    max: 1_000_000,
    frontEndNeeded: true,
    sensitive: true,
    setup: 'by two',
  },
} as const satisfies Record<string, ParamDefinition>
