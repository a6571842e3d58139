// The platform itself: time zone, approvals, exports and the bridge.
import type { ParamDefinition } from './definition.ts'

export const platform = {
  platform_time_zone: {
    group: 'platform',
    type: 'timeZone',
    default: 'UTC',
    frontEndNeeded: true,
    sensitive: true,
  },
  // Each channel multiplies the figures that are kept.
  figure_channels: {
    group: 'platform',
    type: 'integer',
    default: '500',
    min: 20,
    max: 5_000,
  },
  approval_hours: {
    group: 'approval',
    type: 'integer',
    default: '72',
    unit: 'h',
    min: 1,
    max: 720,
    sensitive: true,
  },
  export_keep_hours: {
    group: 'export',
    type: 'integer',
    default: '24',
    unit: 'h',
    min: 1,
    max: 168,
  },
  bulk_keep_days: {
    group: 'export',
    type: 'integer',
    default: '30',
    unit: 'd',
    min: 1,
    max: 365,
  },
  import_keep_days: {
    group: 'export',
    type: 'integer',
    default: '30',
    unit: 'd',
    min: 1,
    max: 365,
  },
  bridge_keep_days: {
    group: 'bridge',
    type: 'integer',
    default: '30',
    unit: 'd',
    min: 1,
    max: 365,
  },
  // No client may send older events.
  event_keep_days: {
    group: 'bridge',
    type: 'integer',
    default: '30',
    unit: 'd',
    min: 30,
    max: 3_650,
  },
} as const satisfies Record<string, ParamDefinition>
