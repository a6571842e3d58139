// Payloads and results of the calls of the monitor wall.
import { z } from 'zod'
import { count, flag, id, idsFilter, instant, integer, line, optional, personRef, reason } from './fields.ts'
import { hours } from './live.schema.ts'

const tileKind = z.enum(['live', 'call'])

/** A running room or call. */
export const tile = z.object({
  kind: tileKind,
  id: z.string(),
  /** The broadcaster; caller and callee of a call. */
  users: z.array(z.object({ ...personRef.shape, country: z.string() })),
  title: z.string(),
  coverUrl: z.string(),
  snapshotUrl: z.string(),
  snapshotAt: instant().nullable(),
  hlsUrl: z.string(),
  /** Tokens per minute. */
  rate: count(),
  viewers: count(),
  /** 0 to 1. */
  riskScore: z.number(),
  labels: z.array(z.string()),
  startedAt: instant(),
  warnings: count(),
  warnedAt: instant().nullable(),
  /** Untreated reports against it: the newest 5, and the total. */
  reports: z.array(z.object({ reportId: z.string(), reason: z.string(), text: z.string(), reportedAt: instant() })),
  reportCount: count(),
  /** The next escalation step of the broadcaster. */
  suggestedForbidHours: count(),
})

export const liveMonitor = {
  payload: z.object({
    kind: optional(tileKind),
    country: optional(z.string().regex(/^[A-Z]{2}$/)),
    userId: optional(idsFilter()),
    /** Only tiles with untreated reports. */
    reported: optional(flag()),
    page: optional(integer(1, 1_000)),
    size: optional(integer(1, 25)),
  }),
  answer: z.object({
    tiles: z.array(tile),
    /** Total running, under the same filters. */
    total: count(),
    at: instant(),
  }),
}

const target = { kind: tileKind, id: line(64), reason: reason() }
const acted = z.object({ tile: tile.nullable() })
export const monitorWarn = { payload: z.object(target), answer: acted }
export const monitorStop = { payload: z.object(target), answer: acted }
export const monitorForbid = {
  payload: z.object({ ...target, hours: hours(), userId: optional(id()) }),
  answer: acted,
}
