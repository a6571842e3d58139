// Closing the reports against one user: which are closed, with which result, and the punishment. Every report is closed exactly once, by
// the holder of the claim, and only if the holder has seen it.
import type { ErrorCode } from '@greenroom/contract/errors'
import { forbidHours, type reportActions } from '@greenroom/contract/statesAndKinds'
import { because, type Detail, type Why } from '../../../kit/calls/refusal.ts'

export type ReportAction = (typeof reportActions)[number]

/** A review of a reported user, with the open reports. */
export type ReportReview = {
  state: 'waiting' | 'done'
  claimedBy: { id: number; name: string } | null
  claimedUntil: Date | null
  decidedName: string
  decidedAt: Date | null
  /** The result of the reports; empty while it is open. */
  decidedWith: string
  reports: readonly { id: string; liveId: string | null }[]
}

/** A reviewer's decision. */
export type DecisionRequest = {
  reportIds: readonly string[]
  falseIds: readonly string[]
  action: ReportAction
  hours: number | undefined
  reason: string
  templateId: number | undefined
}

export type Refused = { code: ErrorCode; detail: Detail }
/** A closed report; a false one has no result, whatever the punishment. */
export type Closed = { id: string; isFalse: boolean; action: ReportAction }
export type Closing = { closed: Closed[]; left: string[] }

const refuse = (code: ErrorCode, field: string, why: Why): Refused => ({ code, detail: { field, ...why } })

/** What is missing or invalid, regardless of who holds the claim; null if nothing is. */
export function refusedRequest({
  reportIds,
  falseIds,
  action,
  hours,
  reason,
  templateId,
}: DecisionRequest): Refused | null {
  if (reportIds.length === 0) return refuse(10009, 'reportIds', because('report.none'))
  const named = new Set(reportIds)
  if (!falseIds.every((id) => named.has(id))) return refuse(10032, 'falseIds', because('report.falseForeign'))
  if (action === 'nothing') return null
  if (reason === '') return refuse(11004, 'reason', because('reason.missing'))
  if (new Set(falseIds).size === named.size) return refuse(10009, 'action', because('report.allFalse'))
  if (action === 'warn')
    return templateId === undefined ? refuse(11004, 'templateId', because('template.missing')) : null
  if (hours === undefined) return refuse(10009, 'hours', because('report.hours'))
  if (action === 'forbid' && !forbidHours.some((step) => step === hours))
    return refuse(10009, 'hours', because('forbid.hours', { hours: [...forbidHours] }))
  return null
}

/** Why the caller does not hold the review, with who decided what; null if they hold it. */
export function lostClaim(review: ReportReview, staffId: number, now: Date): Refused | null {
  const lost = (why: Why) => refuse(20000, 'reviewId', why)
  if (review.state === 'done')
    return lost(
      because('report.closedBy', {
        by: review.decidedName,
        at: review.decidedAt?.toISOString() ?? '',
        action: review.decidedWith,
      }),
    )
  if (!review.claimedBy || !review.claimedUntil || review.claimedUntil <= now)
    return lost(because(review.claimedBy?.id === staffId ? 'report.yourClaimRanOut' : 'report.unclaimed'))
  return review.claimedBy.id === staffId ? null : lost(because('report.heldBy', { by: review.claimedBy.name }))
}

/** The decision's result for each report: the named ones are closed, those that arrived in the meantime stay open. */
export function closingOf(
  review: ReportReview,
  requested: DecisionRequest,
  staffId: number,
  now: Date,
): Closing | Refused {
  const refused = refusedRequest(requested) ?? lostClaim(review, staffId, now)
  if (refused) return refused
  const named = new Set(requested.reportIds)
  const here = new Set(review.reports.map(({ id }) => id))
  const foreign = requested.reportIds.find((id) => !here.has(id))
  if (foreign !== undefined) return refuse(10032, 'reportIds', because('report.foreign', { id: foreign }))
  const untrue = new Set(requested.falseIds)
  return {
    closed: [...named].map((id) => {
      const isFalse = untrue.has(id)
      return { id, isFalse, action: isFalse ? 'nothing' : requested.action }
    }),
    left: review.reports.flatMap(({ id }) => (named.has(id) ? [] : [id])),
  }
}

export const isRefused = (outcome: Closing | Refused): outcome is Refused => 'code' in outcome

/** The broadcast named by the newest of the true reports. */
export const placeOf = (review: ReportReview, closing: Closing): string | null => {
  const upheld = new Set(closing.closed.flatMap(({ id, isFalse }) => (isFalse ? [] : [id])))
  return review.reports.find(({ id, liveId }) => upheld.has(id) && liveId !== null)?.liveId ?? null
}
