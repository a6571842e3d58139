// Payloads and answers of the stop switches.
import { z } from 'zod'
import { can, count, instant, line, optional, reason } from './fields.ts'
import { type StopKind, stopKinds } from './systemStopKinds.ts'

const kind = () => z.enum(Object.keys(stopKinds) as [StopKind, ...StopKind[]])

const stopRow = z.object({
  stopId: z.uuid(),
  kind: kind(),
  /** The gateway, or the client's id; empty for a kind of one switch. */
  thing: z.string(),
  /** `thing` as staff know it: a client's name. */
  name: z.string(),
  by: z.string(),
  at: instant(),
  reason: z.string(),
})

export const stopList = {
  payload: z.object({}),
  answer: z.object({
    /** Whatever can be stopped; `stop` is null where it works. */
    things: z.array(
      z.object({
        kind: kind(),
        thing: z.string(),
        name: z.string(),
        stop: stopRow
          .extend({
            /** Until when the account that stopped it may resume it alone. */
            aloneUntil: instant(),
            /** Whether the caller may do so now; otherwise resuming it waits for a second account. */
            alone: z.boolean(),
            /** The request to resume it that waits. */
            approvalId: z.string().nullable(),
          })
          .nullable(),
        can: can('stop', 'resume'),
      }),
    ),
    /** The last ones that ended, newest first. */
    ended: z.array(
      stopRow.extend({
        endedBy: z.string(),
        endedAt: instant(),
        endedReason: z.string(),
        /** The second account that approved it; null if it was ended alone. */
        approvedBy: z.string().nullable(),
      }),
    ),
    /** How many are stopped. */
    stopped: count(),
  }),
}

export const stopOn = {
  payload: z.object({ kind: kind(), thing: optional(line(40)), reason: reason() }),
  answer: z.object({ stopId: z.uuid() }),
}

export const stopOff = {
  payload: z.object({ stopId: z.uuid(), reason: reason() }),
  answer: z.object({ applied: z.boolean(), approvalId: z.string().optional() }),
}
