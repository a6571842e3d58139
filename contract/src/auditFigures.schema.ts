// Payloads and results of the Audit calls: figures.
import { z } from 'zod'
import { auditKind, decision, itemKind } from './audits.schema.ts'
import { count, instant, line, listPayload, optional, pageOf, personRef, timeRange } from './fields.ts'
import { itemStates } from './statesAndKinds.ts'

/** Defaults to the last 7 business days; at most 93 days. */
const figuresPayload = z.object({ kind: optional(auditKind), ...timeRange })

export const auditReviewers = {
  payload: figuresPayload,
  answer: z.object({
    reviewers: z.array(
      z.object({
        staffId: count(),
        username: z.string(),
        decided: count(),
        passed: count(),
        failed: count(),
        /** Hours with at least one decision; `perHour` is decisions divided by these. */
        hours: count(),
        perHour: z.number(),
        /** Share of the reviewer's decisions later changed by an appeal or a supervisor, in basis points. */
        overturned: count(),
        overturnedBp: count(),
        /**
         * Second reviews of the reviewer's decisions, and the share that agreed in basis points; null if there were none.
         */
        secondReviews: count(),
        agreementBp: count().nullable(),
        /** Median seconds from claim to decision. */
        medianSeconds: z.number().nullable(),
      }),
    ),
  }),
}

export const auditQueues = {
  payload: figuresPayload,
  answer: z.object({
    /** By kind: current values and totals of the span. */
    kinds: z.array(
      z.object({
        kind: auditKind,
        backlog: count(),
        arrived: count(),
        decided: count(),
        waitP50Seconds: z.number().nullable(),
        waitP95Seconds: z.number().nullable(),
      }),
    ),
    /** Started hours of the span, oldest first, over all requested kinds; the backlog is at the end of the hour. */
    hours: z.array(
      z.object({
        at: instant(),
        arrived: count(),
        decided: count(),
        backlog: count(),
        waitP50Seconds: z.number().nullable(),
        waitP95Seconds: z.number().nullable(),
      }),
    ),
    /** By kind and hour of the business day (0 to 23) over the span, to plan shifts. Empty hours are left out. */
    byHourOfDay: z.array(z.object({ kind: auditKind, hour: count(), arrived: count(), decided: count() })),
  }),
}

export const auditDisagreementList = {
  payload: listPayload({ kind: optional(itemKind), decidedBy: optional(line(50)), ...timeRange }),
  answer: pageOf(
    z.object({
      reviewId: z.string(),
      itemId: z.string(),
      kind: itemKind,
      user: personRef,
      text: z.string(),
      pictureUrls: z.array(z.string()),
      state: z.enum(itemStates),
      first: z.object({ decision, by: z.string(), at: instant(), reason: z.string() }),
      second: z.object({ decision, by: z.string(), at: instant(), reason: z.string() }),
      can: z.record(z.enum(['fail', 'pass']), z.union([z.literal(true), z.string()])),
    }),
  ),
}
