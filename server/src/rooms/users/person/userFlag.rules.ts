// Marks on accounts: those used by app stores (market audit) or of our own people are left out of figures and payouts.
import type { userFlags } from '@greenroom/contract/statesAndKinds'

export type Flag = (typeof userFlags)[number]
export type FlagColumn = 'market_audit' | 'security' | 'internal'
export type Flagged = Record<FlagColumn, boolean>

export const columnOf: Readonly<Record<Flag, FlagColumn>> = {
  marketAudit: 'market_audit',
  security: 'security',
  internal: 'internal',
}

/** Maps flags to the contract. */
export const flagsOf = (row: Flagged) => ({
  marketAudit: row.market_audit,
  security: row.security,
  internal: row.internal,
})
