import type { Params } from '../../../params/index.ts'
import type { Rates } from './spending.rules.ts'

/** The current rates. */
export const ratesOf = (params: Params): Rates => ({
  shareBp: params.integer('bonus_share_bp'),
  bonusPerUsd: params.integer('bonus_per_usd'),
})
