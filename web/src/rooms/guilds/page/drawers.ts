// The drawers of a guild's page, each loaded when opened; add yours here.
import type { DrawerMap } from '../../../action/Drawers.tsx'
import { loadable } from '../../../ui/loadable.tsx'

export const drawers: DrawerMap = {
  // For staff; a leader's is on the withdrawals screen.
  account: loadable(() => import('../payouts/AccountForm.tsx')),
}
