// Settlements: a guild's weeks as sums, from draft to paid.
export type { Step } from './settlement.schema.ts'
