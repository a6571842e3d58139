// Payloads and results of the Audit calls: reports.
import { z } from 'zod'
import {
  count,
  flag,
  id,
  idsFilter,
  instant,
  integer,
  line,
  listOf,
  listPayload,
  optional,
  pageOf,
  personRef,
  prose,
  refsFilter,
  rowId,
  timeRange,
} from './fields.ts'
import { reportActions, reportStates, sexes, userStates } from './statesAndKinds.ts'

/** A user as reviewers see them. */
export const reviewedUser = z.object({
  userId: count(),
  nickname: z.string(),
  avatarUrl: z.string(),
  sex: z.enum(sexes),
  country: z.string(),
  /** The language in which the user is notified. */
  language: z.string(),
  level: count(),
  state: z.enum(userStates),
  certified: z.boolean(),
})

/** A report as lists show it. */
export const reportRow = z.object({
  reportId: z.string(),
  reporter: personRef,
  user: personRef,
  reason: z.string(),
  text: z.string(),
  evidenceUrls: z.array(z.string()),
  state: z.enum(reportStates),
  action: z.string(),
  isFalse: z.boolean(),
  reportedAt: instant(),
  decidedAt: instant().nullable(),
  decidedBy: z.string(),
})

export const userReportList = {
  payload: listPayload({
    userId: id(),
    /** Reports against the user, or reports they made. */
    direction: optional(z.enum(['against', 'by'])),
    ...timeRange,
  }),
  answer: pageOf(reportRow),
}

/** One reported user held by a reviewer, with all untreated reports against them, newest first. */
const reportCase = z.object({
  reviewId: z.string(),
  user: reviewedUser,
  /** 0 to 1, from the number of untreated reports. */
  score: z.number(),
  reports: z.array(
    z.object({
      ...reportRow.shape,
      /** Reports the reporter made in total, and how many were false. */
      reporterMade: count(),
      reporterFalse: count(),
      liveId: z.string().nullable(),
      callId: z.string().nullable(),
      dynamicId: z.string().nullable(),
      commentId: z.string().nullable(),
      /** Text of the reported post or comment. */
      about: z.string(),
      aboutPictureUrls: z.array(z.string()),
    }),
  ),
  /** The user's running broadcast. */
  liveId: z.string().nullable(),
  /** The next escalation step for this user, in hours; 0 means permanent. */
  suggestedForbidHours: count(),
  waitingSince: instant(),
  claimedUntil: instant(),
})

export const reportClaim = {
  payload: z.object({
    size: integer(1, 20),
    sort: z.enum(['score', 'waiting']),
    userId: optional(idsFilter()),
    reason: optional(line(60)),
  }),
  answer: z.object({ cases: z.array(reportCase), more: count() }),
}

export const reportDecide = {
  payload: z.object({
    reviewId: z.uuid(),
    /** The reports that the decision covers. */
    reportIds: listOf(line(64), 200),
    action: z.enum(reportActions),
    /** Length of a ban or broadcast ban; 0 means permanent. */
    hours: optional(integer(0, 24 * 365)),
    /** Which of the reports were false. */
    falseIds: optional(listOf(line(64), 200)),
    /** The text sent to the user when action is taken, in the user's language. */
    templateId: optional(rowId()),
    /** For staff and the log; required for a ban, a broadcast ban and a warning. */
    reason: optional(prose(500)),
  }),
  answer: z.object({
    closed: count(),
    reopened: count(),
    /** `reportUndo` works until then; null for a warning, which is already delivered. */
    undoUntil: instant().nullable(),
  }),
}

export const reportUndo = { payload: z.object({ reviewId: z.uuid() }), answer: z.object({ reopened: count() }) }

export const reportList = {
  payload: listPayload({
    state: optional(z.enum(reportStates)),
    action: optional(z.enum(reportActions)),
    isFalse: optional(flag()),
    userId: optional(idsFilter()),
    reporterId: optional(idsFilter()),
    reportId: optional(refsFilter()),
    reason: optional(line(60)),
    liveId: optional(refsFilter()),
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      ...reportRow.shape,
      decision: z.string(),
      liveId: z.string().nullable(),
      callId: z.string().nullable(),
    }),
  ),
}
