// Traces as OTLP (JSON over HTTP) to a collector. Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. Spans have no words of people: names are
// those of calls, tables and commands.
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Trace } from '../../kit/telemetry/current.ts'
import { kindOf, operationOf } from '../../kit/telemetry/meter.ts'
import { useTracer } from '../../kit/telemetry/tracer.ts'
import { release } from '../../migrations/release.ts'

export type Traces = { flush(): Promise<void>; close(): Promise<void> }

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, inside: SpanKind.INTERNAL }

const traceOfSpan = (span: Span): Trace => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return { traceId, spanId, flags: traceFlags.toString(16).padStart(2, '0') }
}

const below = (parent: Trace | undefined) =>
  parent
    ? trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: Number.parseInt(parent.flags, 16),
        isRemote: true,
      })
    : ROOT_CONTEXT

const failed = (span: Span, failure: unknown) => {
  span.setAttribute('error.type', kindOf(failure))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * Sends spans to a collector.
 *
 * @param endpoint its base address; `/v1/traces` is added, as OpenTelemetry says
 * @param share of the traces that begin here; those that came with a request follow their sender's choice
 */
export function openTraces({ endpoint, share }: { endpoint: string; share: number }): Traces {
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 }),
    scheduledDelayMillis: 2_000,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'greenroom', 'service.version': release }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [processor],
  })
  const otel = provider.getTracer('greenroom')
  useTracer({
    begin(name, kind, attributes, parent) {
      const span = otel.startSpan(name, { kind: kinds[kind], attributes }, below(parent))
      return {
        trace: traceOfSpan(span),
        end(failure) {
          if (failure !== undefined) failed(span, failure)
          span.end()
        },
      }
    },
    trip(text, sentAt, failure, parent) {
      const operation = operationOf(text)
      const span = otel.startSpan(
        operation,
        {
          kind: SpanKind.CLIENT,
          startTime: performance.timeOrigin + sentAt,
          attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation },
        },
        below(parent),
      )
      if (failure !== undefined) failed(span, { code: failure })
      span.end()
    },
  })
  return {
    flush: () => processor.forceFlush(),
    async close() {
      useTracer(undefined)
      await provider.shutdown().catch(() => {})
    },
  }
}
