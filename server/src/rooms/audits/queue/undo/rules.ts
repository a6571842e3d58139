// Whether a decision can be taken back. Pure.

import { because } from '../../../../kit/refusal.ts'
import { decidedBy, type Look, type No } from '../decide/rules.ts'

/** What followed a decision: other looks at its item that somebody has in hand or ended since, and the item's newest. */
export type After = {
  /** The newest decision about the item, second looks apart. */
  newestId: string | null
  /** A reviewer holds, or ended, a look that came of this decision. */
  taken: boolean
}

/** Yes within the caller's time to undo, while nothing newer rests on it. A second look changed nothing, so nothing can. */
export function mayUndo(
  look: Look | undefined,
  after: After,
  by: { staffId: number; kind: string; now: Date; until: (at: Date) => Date },
): true | No {
  if (look?.kind !== by.kind) return { code: 10032 }
  if (look.state !== 'done' || look.decided_at === null) return { code: 20000, why: because('look.notDecided') }
  if (look.decided_by !== by.staffId || look.purpose === 'overturn') return { code: 20000, why: decidedBy(look) }
  if (by.until(look.decided_at) <= by.now) return { code: 20000, why: because('look.undoOver') }
  if (look.purpose === 'quality') return true
  if (after.newestId !== look.id) return { code: 20000, why: because('look.decidedAgain') }
  if (after.taken) return { code: 20000, why: because('look.inHand') }
  return true
}
