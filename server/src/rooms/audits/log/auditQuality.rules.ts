// Rules for figures of reviewers and queues, and their span.
import type { auditDisagreementList, auditQueues, auditReviewers } from '@greenroom/contract/auditFigures'
import type { Answer, RecordOf } from '@greenroom/contract/call'
import { Temporal } from 'temporal-polyfill'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Span } from '../../../kit/time.ts'
import { canOf, type Viewer } from './auditLog.rules.ts'
import type { Arrivals, Bounded, DisagreementRow, HourRow, KindRow, ReviewerRow } from './auditQuality.queries.ts'

const day = 86_400_000
const mostDays = 93
const usualDays = 7

/**
 * The span of figures: by default the last 7 business days; it never ends after `now`.
 *
 * @throws Refusal 10009 for more than 93 days.
 */
export function boundedSpan(span: Span, now: Date, zone: string): Bounded {
  const to = span.to && span.to < now ? span.to : now
  const from = span.from ?? startOfDay(to, zone, usualDays - 1)
  // One day more than 93 × 24 hours, because of clock changes.
  if (to.getTime() - from.getTime() > mostDays * day + day / 24)
    throw refuseBecause(10009, 'startTimeStr', 'quality.span', { days: mostDays })
  return { from, to }
}

/** The start of the business day `days` earlier. */
function startOfDay(at: Date, zone: string, before: number): Date {
  const date = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  return new Date(date.subtract({ days: before }).toZonedDateTime(zone).epochMilliseconds)
}

/** A share in basis points; null if the total is zero. */
export const shareBp = (part: number, total: number): number | null =>
  total === 0 ? null : Math.round((part * 10_000) / total)

/** Decisions per hour, over the hours with at least one decision; two decimals. */
export const perHour = (decided: number, hours: number): number =>
  hours === 0 ? 0 : Math.round((decided * 100) / hours) / 100

/** The backlog at the end of each hour: the initial backlog plus arrivals minus decisions. */
export function withBacklog<T extends { arrived: number; decided: number }>(
  before: number,
  hours: readonly T[],
): (T & { backlog: number })[] {
  let backlog = before
  return hours.map((hour) => {
    backlog += hour.arrived - hour.decided
    return { ...hour, backlog }
  })
}

const seconds = (value: number | null): number | null => (value === null ? null : Math.round(value))

export const shownReviewer = (row: ReviewerRow): Answer<typeof auditReviewers>['reviewers'][number] => ({
  staffId: row.staff_id,
  username: row.username,
  decided: row.decided,
  passed: row.passed,
  failed: row.failed,
  hours: row.hours,
  perHour: perHour(row.decided, row.hours),
  overturned: row.overturned,
  overturnedBp: shareBp(row.overturned, row.decided) ?? 0,
  secondReviews: row.second_reviews,
  agreementBp: shareBp(row.agreed, row.second_reviews),
  medianSeconds: seconds(row.median_seconds),
})

type Queues = Answer<typeof auditQueues>

export const shownKind = (row: KindRow): Queues['kinds'][number] => ({
  kind: row.kind,
  backlog: row.backlog,
  arrived: row.arrived,
  decided: row.decided,
  waitP50Seconds: seconds(row.p50),
  waitP95Seconds: seconds(row.p95),
})

export const shownHours = (before: number, rows: readonly HourRow[]): Queues['hours'] =>
  withBacklog(before, rows).map((row) => ({
    at: row.at.toISOString(),
    arrived: row.arrived,
    decided: row.decided,
    backlog: row.backlog,
    waitP50Seconds: seconds(row.p50),
    waitP95Seconds: seconds(row.p95),
  }))

export const shownArrivals = ({ kind, hour, arrived, decided }: Arrivals): Queues['byHourOfDay'][number] => ({
  kind,
  hour,
  arrived,
  decided,
})

export const shownDisagreement = (row: DisagreementRow, viewer: Viewer): RecordOf<typeof auditDisagreementList> => ({
  reviewId: row.id,
  itemId: row.item_id,
  kind: row.kind,
  user: row.user,
  text: row.text,
  pictureUrls: row.picture_urls,
  state: row.item_state,
  first: {
    decision: row.first_decision,
    by: row.first_by,
    at: row.first_at.toISOString(),
    reason: row.first_reason,
  },
  second: { decision: row.decision, by: row.decided_name, at: row.decided_at.toISOString(), reason: row.reason },
  can: canOf(row.item_state, viewer),
})
