// Whether a decision about reports can be undone. Pure.
import type { ErrorCode } from '@greenroom/contract/errors'
import { because, type Detail } from '../../../kit/calls/refusal.ts'
import type { ReportAction } from './reports.rules.ts'

/** A review of a reported user, as read by an undo. */
export type Decided = {
  state: 'waiting' | 'done'
  decidedBy: number | null
  decidedName: string
  decidedAt: Date | null
  /** The reports' result. */
  action: ReportAction
}

type Refused = { code: ErrorCode; detail?: Detail }

const refuse = (why: ReturnType<typeof because>): Refused => ({ code: 20000, detail: { field: 'reviewId', ...why } })

/**
 * True within the undo period.
 *
 * @param isClaimed another reviewer has claimed newer reports of the user.
 */
export function mayUndo(
  review: Decided | undefined,
  isClaimed: boolean,
  by: { staffId: number; now: Date; until: (at: Date) => Date },
): true | Refused {
  if (!review) return { code: 10032 }
  if (review.state !== 'done' || review.decidedAt === null) return refuse(because('review.notDecided'))
  if (review.decidedBy !== by.staffId) return refuse(because('review.closedBy', { by: review.decidedName }))
  if (review.action === 'warn') return refuse(because('report.warned'))
  if (by.until(review.decidedAt) <= by.now) return refuse(because('review.undoOver'))
  return isClaimed ? refuse(because('review.inHand')) : true
}
