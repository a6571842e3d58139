// How decided items are shown, and which decisions may be changed, by whom (product.md section 8: a failed item can become
// passed only by an appeal or a supervisor).
import type { auditItemInfo, auditLogList } from '@greenroom/contract/audits'
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import { because, type Why } from '../../../kit/refusal.ts'
import type { DecidedRow, ItemRow, LogRow, State } from './queries.ts'

/** What the caller's role lets her do to decided items. */
export type Viewer = {
  /** The audit log read-write. */
  mayWrite: boolean
  /** The quality figures read-write: a supervisor. */
  supervises: boolean
}

/** Why not, by the key that the screens show (`audits:cannot.<key>`). */
export type Reason = 'readOnly' | 'supervisor' | 'passedAlready' | 'failedAlready' | 'waits'
export type Can = { fail: true | Reason; pass: true | Reason }

/** What the viewer may make of an item in this state. */
export function canOf(state: State, { mayWrite, supervises }: Viewer): Can {
  if (state === 'not audited') return { fail: 'waits', pass: 'waits' }
  if (!mayWrite) return { fail: 'readOnly', pass: 'readOnly' }
  return {
    fail: state === 'failed' ? 'failedAlready' : true,
    pass: state === 'passed' ? 'passedAlready' : supervises ? true : 'supervisor',
  }
}

/**
 * What refuses a batch as a whole: it must be of one state (50002), and what nobody has decided yet is decided in its
 * queue (50002). Null when it may go on.
 */
export function batchFault(states: readonly State[]): { code: ErrorCode; why: Why } | null {
  const all = new Set(states)
  if (all.size > 1) return { code: 50002, why: because('item.mixed') }
  return all.has('not audited') ? { code: 50002, why: because('item.undecided') } : null
}

/** Whole seconds that the person waited for a look. */
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

/** The item's decision as the operation log keeps it. */
export const logged = (row: { state: string; reason: string; by: string }) => ({
  state: row.state,
  reason: row.reason,
  decidedBy: row.by,
})
