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
} as const satisfies Record<string, ParamDefinition>
