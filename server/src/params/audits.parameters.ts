// Audits.
import type { ParamDefinition } from './definition.ts'

export const audits = {
  audit_claim_minutes: {
    group: 'audits',
    type: 'integer',
    default: '10',
    unit: 'min',
    min: 1,
    max: 120,
  },
  audit_undo_seconds: {
    group: 'audits',
    type: 'integer',
    default: '30',
    unit: 's',
    min: 5,
    max: 600,
  },
  audit_quality_bp: {
    group: 'audits',
    type: 'integer',
    default: '500',
    unit: 'bp',
    min: 0,
    max: 10_000,
  },
} as const satisfies Record<string, ParamDefinition>
