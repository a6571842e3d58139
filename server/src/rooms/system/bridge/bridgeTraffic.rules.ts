// Incoming events by minute and type, in the contract's form.
import type { Answer } from '@greenroom/contract/call'
import type { bridgeTraffic } from '@greenroom/contract/clients'
import type { Counted, Errors, Waiting } from './bridgeTraffic.queries.ts'

type Traffic = Answer<typeof bridgeTraffic>

const minuteMs = 60_000
export const startOfMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / minuteMs) * minuteMs)

/** The first of `minutes` minutes, of which the current one is the last. */
export const firstMinute = (now: Date, minutes: number): Date =>
  new Date(startOfMinute(now).getTime() - (minutes - 1) * minuteMs)

const counted = (row: Counted) => ({
  accepted: row.accepted,
  duplicate: row.duplicate,
  rejected: row.rejected,
  failed: row.failed,
  meanLagMs: row.accepted > 0 ? Math.round(row.lag_ms / row.accepted) : 0,
  worstLagMs: Math.round(row.worst_lag_ms),
})
const nothing: Counted = { accepted: 0, duplicate: 0, rejected: 0, failed: 0, lag_ms: 0, worst_lag_ms: 0 }

/** One line for every minute, including empty ones. */
export function everyMinute(
  rows: readonly (Counted & { minute: Date })[],
  first: Date,
  minutes: number,
): Traffic['minutes'] {
  const known = new Map(rows.map((row) => [row.minute.getTime(), row]))
  return Array.from({ length: minutes }, (_, at) => {
    const minute = first.getTime() + at * minuteMs
    return { at: new Date(minute).toISOString(), ...counted(known.get(minute) ?? nothing) }
  })
}

export const typesOf = (rows: readonly (Counted & { type: string })[]): Traffic['types'] =>
  rows.map((row) => ({ type: row.type, ...counted(row) }))

export const errorsOf = (rows: readonly Errors[]): Traffic['errors'] =>
  rows.map((row) => ({ type: row.type, errorCode: row.code, count: row.count, lastAt: row.last_at.toISOString() }))

export const outboxShown = (row: Waiting): Traffic['outbox'] => ({
  waiting: row.waiting,
  dead: row.dead,
  oldestAt: row.oldest_at?.toISOString() ?? null,
  deliveredLastMinute: row.delivered,
})
