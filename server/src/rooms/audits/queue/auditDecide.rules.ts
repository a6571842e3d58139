// Who may decide a review, the user's text, and which decisions get a second review. Pure.
import { createHash } from 'node:crypto'
import type { ErrorCode } from '@greenroom/contract/errors'
import type { auditKinds, reviewPurposes } from '@greenroom/contract/statesAndKinds'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import type { ItemState } from '../itemChange.queries.ts'

export type Review = {
  id: string
  kind: (typeof auditKinds)[number]
  purpose: (typeof reviewPurposes)[number] | 'overturn'
  item_id: string
  user_id: bigint
  score: number
  state: 'waiting' | 'done'
  decision: 'passed' | 'failed' | null
  claimed_by: number | null
  claimed_until: Date | null
  /** The name of the holder. */
  holder: string | null
  decided_by: number | null
  decided_name: string
  decided_at: Date | null
  before_state: ItemState | null
  version: number
}

export type No = { code: ErrorCode; why?: Why }

/** The earlier decision of a review, and by whom. */
export const decidedBy = ({ decided_name: by, decision }: Pick<Review, 'decided_name' | 'decision'>): Why =>
  decision === null
    ? because('review.closedBy', { by })
    : because(decision === 'passed' ? 'review.passedBy' : 'review.failedBy', { by })

/** True if the caller holds the review now; else why not. */
export function mayDecide(review: Review | undefined, by: { staffId: number; kind: string; now: Date }): true | No {
  if (review?.kind !== by.kind) return { code: 10032 }
  if (review.state === 'done') return { code: 20000, why: decidedBy(review) }
  const held = review.claimed_until !== null && review.claimed_until > by.now
  if (held && review.claimed_by === by.staffId) return true
  return {
    code: 20000,
    why: held ? because('review.claimedBy', { by: review.holder ?? '?' }) : because('review.ranOut'),
  }
}

const all = 10_000

/**
 * True for `basisPoints` of decisions, by a hash of the review and its decision time: unpredictable before the decision, and
 * deterministic after it.
 */
export function isSampled(reviewId: string, decidedAt: Date, basisPoints: number): boolean {
  const hash = createHash('sha256').update(`${reviewId} ${decidedAt.getTime()}`).digest()
  return hash.readUInt32BE(0) % all < basisPoints
}
