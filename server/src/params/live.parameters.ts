// Broadcasts, calls and broadcast bans.
import type { ParamDefinition } from './definition.ts'

export const live = {
  call_free_seconds: {
    group: 'live',
    type: 'integer',
    default: '10',
    unit: 's',
    min: 0,
    max: 60,
    sensitive: true,
  },
  free_minute_price: {
    group: 'live',
    type: 'integer',
    default: '100',
    min: 1,
    max: 10_000,
    sensitive: true,
  },
  call_silence_seconds: {
    group: 'live',
    type: 'integer',
    default: '90',
    unit: 's',
    min: 30,
    max: 3_600,
  },
  live_silence_seconds: {
    group: 'live',
    type: 'integer',
    default: '60',
    unit: 's',
    min: 10,
    max: 3_600,
  },
  forbid_ladder_days: {
    group: 'live',
    type: 'integer',
    default: '90',
    unit: 'd',
    min: 1,
    max: 3_650,
  },
} as const satisfies Record<string, ParamDefinition>
