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
    names: { en: 'Claims last', cn: '领取保留时间' },
    description: {
      en: 'How long claimed items are reserved for their reviewer.',
      cn: '审核员领取的审核项在此时间内不会分配给他人。',
    },
  },
  audit_undo_seconds: {
    group: 'audits',
    type: 'integer',
    default: '30',
    unit: 's',
    min: 5,
    max: 600,
    names: { en: 'Undo period of decisions', cn: '审核结果可撤销时间' },
    description: {
      en: 'How long reviewers can undo their own decisions.',
      cn: '审核员可在此时间内撤销自己的审核结果。',
    },
  },
  audit_quality_bp: {
    group: 'audits',
    type: 'integer',
    default: '500',
    unit: 'bp',
    min: 0,
    max: 10_000,
    names: { en: 'Second reviews', cn: '复审比例' },
    description: {
      en: 'Share of decisions that a second reviewer repeats without seeing the first, in hundredths of a percent.',
      cn: '由另一名审核员在不知道首次结果的情况下再次审核的比例（万分之一）。',
    },
  },
} as const satisfies Record<string, ParamDefinition>
