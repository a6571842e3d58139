// What is being worked on: the request, its call and its account, for the log and for traces. It follows the work through every `await`.
import { AsyncLocalStorage } from 'node:async_hooks'

/** As in W3C's `traceparent`. */
export type Trace = { traceId: string; spanId: string; flags: string }

export type Current = {
  requestId?: string
  /** The declared call, or what the app sends. */
  call?: string
  /** Known once the session was read; shared with what runs inside. */
  caller: { staffId?: number }
  /** As the caller sent it, or as this server began it. */
  trace?: Trace
}

const storage = new AsyncLocalStorage<Current>()

/** What this code works on, if it is a request. */
export const current = (): Current | undefined => storage.getStore()

/** Runs `work` as a part of it. */
export const within = <T>(one: Current, work: () => T): T => storage.run(one, work)

const usual = /^[\w.:+-]{1,100}$/

/** The id that a proxy or the caller gave to its request; undefined if it gave none that could stand in a log. */
export const requestIdOf = (header: unknown): string | undefined =>
  typeof header === 'string' && usual.test(header) ? header : undefined

const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Reads a `traceparent`; undefined for anything else. */
export function traceOf(header: unknown): Trace | undefined {
  const [, traceId, spanId, flags] = (typeof header === 'string' && parts.exec(header)) || []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? undefined : { traceId, spanId, flags }
}

/** Whether its spans are sent to the collector. */
export const isSampled = ({ flags }: Trace): boolean => (Number.parseInt(flags, 16) & 1) === 1

/** Writes a `traceparent`. */
export const traceparent = ({ traceId, spanId, flags }: Trace): string => `00-${traceId}-${spanId}-${flags}`
