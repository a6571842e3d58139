// Filter options of entries.

import { kindName, kinds } from '../../page/money/ledgerUnits.ts'
import { useLabels } from '../../ui/labels.ts'

/** Accounts of the chart that staff search for. */
const purposes = [
  'paid',
  'promo',
  'bonus',
  'debt',
  'stock',
  'issue',
  'burn',
  'adjust',
  'redeem',
  'revenue',
  'deferredTokens',
  'bonusLiability',
  'anchorCost',
  'promoCost',
  'feeCost',
  'chargebackLoss',
  'opening',
  'cash.gateway',
] as const

export function useKindOptions() {
  useLabels()
  return kinds.map((value) => ({ value, label: kindName(value) }))
}

export function usePurposeOptions() {
  const { label } = useLabels()
  return purposes.map((value) => ({ value, label: label(`flow:purposes.${value.replaceAll('.', '_')}`) }))
}
