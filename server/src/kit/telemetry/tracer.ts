// Where the server's parts say what belongs to a trace. Nothing is loaded unless somebody collects traces (`OTEL_EXPORTER_OTLP_ENDPOINT`): then
// `app/telemetry` puts a tracer here. A `traceparent` that came with a request goes on with its commands either way.
import { type Current, current, isSampled, type Trace, traceparent, within } from './current.ts'

export type SpanAttributes = Readonly<Record<string, string | number | undefined>>
export type SpanKind = 'server' | 'client' | 'inside'

export type Tracer = {
  /** Begins a span below `parent`. */
  begin(name: string, kind: SpanKind, attributes: SpanAttributes, parent: Trace | undefined): Begun
  /** A trip to the database that has ended. @param sentAt by `performance.now()` */
  trip(text: string, sentAt: number, failure: string | undefined, parent: Trace): void
}

export type Begun = { trace: Trace; end(failure?: unknown): void }

let tracer: Tracer | undefined

export const useTracer = (one: Tracer | undefined): void => void (tracer = one)

/**
 * Runs `work` as a span of the current trace, or of `parent`; without a tracer, just runs it. Inside a trace that isn't sampled there are no
 * more spans: most traces aren't, and a span costs as much as a trip's own code.
 */
export function spanned<T>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
  { kind = 'inside', parent }: { kind?: SpanKind; parent?: Trace | undefined } = {},
): Promise<T> {
  if (!tracer) return work()
  const outer = current()
  const above = parent ?? outer?.trace
  if (above === outer?.trace && above && !isSampled(above)) return work()
  const span = tracer.begin(name, kind, attributes, above)
  const inner: Current = { caller: {}, ...outer, trace: span.trace }
  return within(inner, async () => {
    try {
      const result = await work()
      span.end()
      return result
    } catch (error) {
      span.end(error)
      throw error
    }
  })
}

/** A trip of the current trace; those of rounds, which belong to none, are left out. */
export function traceTrip(text: string, sentAt: number, failure: string | undefined): void {
  if (!tracer) return
  const trace = current()?.trace
  if (trace && isSampled(trace)) tracer.trip(text, sentAt, failure, trace)
}

/** The current trace for others, or null. */
export const traceNow = (): string | null => {
  const trace = current()?.trace
  return trace ? traceparent(trace) : null
}
