// What a guild's page opens beside itself, each loaded when it's opened; add yours here.
import type { DrawerMap } from '../../../action/Drawers.tsx'
import { loadable } from '../../../ui/loadable.tsx'

export const drawers: DrawerMap = {
  // By staff; a leader's is at the withdrawals.
  account: loadable(() => import('../payouts/AccountForm.tsx')),
}
