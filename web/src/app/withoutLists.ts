// Read by the build as well (`build/preloads.ts`).
import type { MenuKey } from '@greenroom/contract/screens'

/** Agents' screens that are no lists and need none of their texts. */
export const withoutLists: ReadonlySet<MenuKey> = new Set<MenuKey>([
  'topup-agents.home',
  'topup-agents.buy',
  'topup-agents.sell',
  'topup-agents.verify',
  'topup-agents.salaryDeduction',
])
