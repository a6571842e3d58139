// How decided items are shown, and who may change which decisions (only an appeal or a supervisor can pass a failed item).
import type { auditItemInfo, auditLogList } from '@greenroom/contract/audits'
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import type { DecidedRow, ItemRow, LogRow, State } from './auditLog.queries.ts'

/** The caller's rights on decided items. */
export type Viewer = {
  /** Read-write access to the audit log. */
  mayWrite: boolean
  /** Read-write access to the quality figures: a supervisor. */
  supervises: boolean
}

/** The key of the reason why not, for screens (`audits:cannot.<key>`). */
export type Reason = 'readOnly' | 'supervisor' | 'passedAlready' | 'failedAlready' | 'waits'
export type Can = { fail: true | Reason; pass: true | Reason }

/** The decisions that the viewer may make about an item in this state. */
export function canOf(state: State, { mayWrite, supervises }: Viewer): Can {
  if (state === 'not audited') return { fail: 'waits', pass: 'waits' }
  if (!mayWrite) return { fail: 'readOnly', pass: 'readOnly' }
  return {
    fail: state === 'failed' ? 'failedAlready' : true,
    pass: state === 'passed' ? 'passedAlready' : supervises ? true : 'supervisor',
  }
}

/**
 * Why a whole batch is refused: its items must have one state (50002), and undecided items belong to their queue (50002). Null if it is
 * allowed.
 */
export function batchFault(states: readonly State[]): { code: ErrorCode; why: Why } | null {
  const all = new Set(states)
  if (all.size > 1) return { code: 50002, why: because('item.mixed') }
  return all.has('not audited') ? { code: 50002, why: because('item.undecided') } : null
}

/** Whole seconds from submission to decision. */
export const waitedSeconds = (since: Date, decidedAt: Date): number =>
  Math.max(0, Math.round((decidedAt.getTime() - since.getTime()) / 1000))

type Decided = Answer<typeof auditItemInfo>['decisions'][number]

export const shownDecision = (row: DecidedRow): Decided => ({
  reviewId: row.id,
  itemId: row.item_id,
  kind: row.kind,
  purpose: row.purpose,
  decision: row.decision,
  reason: row.reason,
  note: row.note,
  decidedAt: row.decided_at.toISOString(),
  decidedBy: row.decided_name,
})

export const shownLogRow = (row: LogRow, viewer: Viewer): RecordOf<typeof auditLogList> => ({
  ...shownDecision(row),
  user: row.user,
  text: row.text,
  pictureUrls: row.picture_urls,
  score: row.score,
  state: row.item_state,
  waitedSeconds: waitedSeconds(row.waiting_since, row.decided_at),
  can: canOf(row.item_state, viewer),
})

export const shownItem = (row: ItemRow): Answer<typeof auditItemInfo>['item'] => ({
  itemId: row.id,
  kind: row.kind,
  text: row.text,
  pictureUrls: row.picture_urls,
  score: row.score,
  labels: row.labels,
  state: row.state,
  submittedAt: row.submitted_at.toISOString(),
  user: row.user,
  version: row.version,
})

/** The item's decision as stored in the operation log. */
export const logged = (row: { state: string; reason: string; by: string }) => ({
  state: row.state,
  reason: row.reason,
  decidedBy: row.by,
})
