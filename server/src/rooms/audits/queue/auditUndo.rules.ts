// Whether a decision can be undone, and until when. Pure.
import { because } from '../../../kit/calls/refusal.ts'
import type { Params } from '../../../params/index.ts'
import { decidedBy, type No, type Review } from './auditDecide.rules.ts'

/** Until when a decision made at `at` can be undone. */
export const undoUntil = ({ params }: { params: Params }, at: Date): Date =>
  new Date(at.getTime() + params.integer('audit_undo_seconds') * 1_000)

/** What depends on a decision: other reviews of its item that were claimed or decided since, and the newest decision. */
export type After = {
  /** The item's newest decision, without second reviews. */
  newestId: string | null
  /** A reviewer has claimed or decided a review created by this decision. */
  taken: boolean
}

/** True within the undo period while nothing newer depends on it. Nothing depends on a second review, since it changed nothing. */
export function mayUndo(
  review: Review | undefined,
  after: After,
  by: { staffId: number; kind: string; now: Date; until: (at: Date) => Date },
): true | No {
  if (review?.kind !== by.kind) return { code: 10032 }
  if (review.state !== 'done' || review.decided_at === null) return { code: 20000, why: because('review.notDecided') }
  if (review.decided_by !== by.staffId || review.purpose === 'overturn') return { code: 20000, why: decidedBy(review) }
  if (by.until(review.decided_at) <= by.now) return { code: 20000, why: because('review.undoOver') }
  if (review.purpose === 'quality') return true
  if (after.newestId !== review.id) return { code: 20000, why: because('review.decidedAgain') }
  if (after.taken) return { code: 20000, why: because('review.inHand') }
  return true
}
