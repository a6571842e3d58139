// Whether a decision can be undone. Pure.

import { because } from '../../../../kit/refusal.ts'
import { decidedBy, type Look, type No } from '../decide/rules.ts'

/** What depends on a decision: other reviews of its item that were claimed or decided since, and the newest decision. */
export type After = {
  /** The item's newest decision, without second reviews. */
  newestId: string | null
  /** A reviewer has claimed or decided a review created by this decision. */
  taken: boolean
}

/** True within the undo period while nothing newer depends on it. Nothing depends on a second review, since it changed nothing. */
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
