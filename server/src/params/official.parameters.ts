// Official messages.
import type { ParamDefinition } from './definition.ts'

export const official = {
  message_pace: {
    group: 'official',
    type: 'integer',
    default: '5000',
    min: 10,
    max: 100_000,
  },
  message_daily_cap: {
    group: 'official',
    type: 'integer',
    default: '5',
    min: 1,
    max: 100,
  },
  message_keep_days: {
    group: 'official',
    type: 'integer',
    default: '90',
    unit: 'd',
    min: 2,
    max: 730,
  },
} as const satisfies Record<string, ParamDefinition>
