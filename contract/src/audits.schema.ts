// What the calls of the Audit area send and answer. For now: what a person's page asks.
import { z } from 'zod'
import { id, instant, listPayload, optional, pageOf, timeRange } from './fields.ts'
import { itemKinds, itemStates, reportStates } from './words.ts'

const count = () => z.number().int()

export const userContentList = {
  payload: listPayload({
    userId: id(),
    kind: optional(z.enum(itemKinds)),
    state: optional(z.enum(itemStates)),
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      itemId: z.string(),
      kind: z.enum(itemKinds),
      text: z.string(),
      pictureUrls: z.array(z.string()),
      score: z.number(),
      labels: z.array(z.string()),
      state: z.enum(itemStates),
      reason: z.string(),
      submittedAt: instant(),
      decidedAt: instant().nullable(),
      decidedBy: z.string(),
    }),
  ),
}
export const userReportList = {
  payload: listPayload({
    userId: id(),
    /** Reports against the person, or those she made. */
    direction: optional(z.enum(['against', 'by'])),
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      reportId: z.string(),
      reporter: z.object({ userId: count(), nickname: z.string() }),
      user: z.object({ userId: count(), nickname: z.string() }),
      reason: z.string(),
      text: z.string(),
      evidenceUrls: z.array(z.string()),
      state: z.enum(reportStates),
      action: z.string(),
      isFalse: z.boolean(),
      reportedAt: instant(),
      decidedAt: instant().nullable(),
      decidedBy: z.string(),
    }),
  ),
}
