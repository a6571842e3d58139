// Payloads and results of the calls of `privacy.ts`.
import { z } from 'zod'
import {
  can,
  count,
  id,
  idsFilter,
  instant,
  listPayload,
  nothing,
  optional,
  pageOf,
  personRef,
  reason,
  timeRange,
  timeText,
} from './fields.ts'
import { deletionStates, deletionWaits, retentionKinds, revealedFields } from './statesAndKinds.ts'

const deletion = z.object({
  deletionId: z.string(),
  ...personRef.shape,
  state: z.enum(deletionStates),
  /** An account's name; empty: the user asked, in the app. */
  askedBy: z.string(),
  approvedBy: z.string(),
  askedAt: instant(),
  dueAt: instant(),
  reason: z.string(),
  /** What stands in its way. */
  waits: z.array(z.enum(deletionWaits)),
  cancelledBy: z.string(),
  cancelledAt: instant().nullable(),
  cancelReason: z.string(),
  erasedAt: instant().nullable(),
  can: can('cancel'),
})

const hold = z.object({
  holdId: z.string(),
  reason: z.string(),
  /** Null: until staff end it. */
  until: instant().nullable(),
  by: z.string(),
  at: instant(),
  state: z.enum(['in force', 'ended', 'over']),
  endedBy: z.string(),
  endedAt: instant().nullable(),
  endReason: z.string(),
})

export const deletionList = {
  payload: listPayload({
    state: optional(z.enum(deletionStates)),
    wait: optional(z.enum(deletionWaits)),
    userId: optional(idsFilter()),
    by: optional(z.enum(['user', 'staff'])),
    ...timeRange,
  }),
  answer: pageOf(deletion),
}
export const deletionAsk = {
  payload: z.object({ userId: id(), reason: reason() }),
  answer: z.object({ approvalId: z.uuid() }),
}
export const deletionCancel = {
  payload: z.object({ deletionId: z.uuid(), reason: reason() }),
  answer: nothing(),
}
export const personData = {
  payload: z.object({ userId: id() }),
  answer: z.object({
    userId: count(),
    /** The newest deletion. */
    deletion: deletion.nullable(),
    /** What stood in the way of erasing now. */
    waits: z.array(z.enum(deletionWaits)),
    /** A request for deletion that waits for a second member of staff. */
    approvalId: z.string().nullable(),
    holds: z.array(hold),
    /**
     * Who opened the page and how often, and which contacts that it hides they revealed, newest day first; null for accounts without the right
     * to see it.
     */
    readers: z
      .array(
        z.object({
          day: z.string(),
          username: z.string(),
          times: count(),
          lastAt: instant(),
          fields: z.array(z.enum(revealedFields)),
        }),
      )
      .nullable(),
    can: can('delete', 'cancel', 'hold', 'archive'),
  }),
}
export const personArchive = {
  payload: z.object({ userId: id(), reason: reason() }),
  /** The export that makes it: a ZIP file. */
  answer: z.object({ exportId: z.uuid() }),
}
export const holdSave = {
  payload: z.object({ userId: id(), reason: reason(), untilStr: optional(timeText()) }),
  answer: z.object({ holdId: z.uuid() }),
}
export const holdEnd = { payload: z.object({ holdId: z.uuid(), reason: reason() }), answer: nothing() }

export const retentionInfo = {
  payload: z.object({}),
  answer: z.object({
    kinds: z.array(
      z.object({
        kind: z.enum(retentionKinds),
        /** In its parameter's unit; 0: kept as long as the person. */
        keep: count(),
        /** Rows removed in the last 30 days, and when the job last removed some. */
        removed: count(),
        lastDay: z.string().nullable(),
      }),
    ),
  }),
}
