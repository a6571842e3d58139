// Metrics as Prometheus text on a port of their own (docs/operating.md, "Metrics"). Loaded only if METRICS_PORT is set.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Counter, Histogram, Attributes as OtelAttributes } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { type Meter, useMeter } from '../../kit/telemetry/meter.ts'
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type MetricName,
  metrics,
} from '../../kit/telemetry/metrics.ts'
import { release } from '../../migrations/release.ts'
import { type GaugeSources, openGauges } from './gauges.ts'

export type Exporter = { port: number; close(): Promise<void> }

/**
 * Serves the metrics on `host`:`port` at `/metrics`.
 *
 * @throws if the port is taken
 */
export async function openExporter(
  { host, port }: { host: string; port: number },
  sources: GaugeSources,
): Promise<Exporter> {
  const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true })
  const provider = new MeterProvider({
    resource: resourceFromAttributes({ 'service.name': 'greenroom', 'service.version': release }),
    readers: [exporter],
  })
  const otel = provider.getMeter('greenroom')
  const counters = new Map<CounterName, Counter>()
  const histograms = new Map<HistogramName, Histogram>()
  const shown = new Map<GaugeName, [OtelAttributes, number][]>()
  for (const name of Object.keys(metrics) as MetricName[]) {
    const declared = metrics[name]
    const described = { description: declared.what, unit: declared.unit }
    if (declared.kind === 'counter') counters.set(name as CounterName, otel.createCounter(name, described))
    else if (declared.kind === 'histogram')
      histograms.set(
        name as HistogramName,
        otel.createHistogram(name, { ...described, advice: { explicitBucketBoundaries: [...declared.buckets] } }),
      )
    else
      otel.createObservableGauge(name, described).addCallback((result) => {
        for (const [attributes, value] of shown.get(name as GaugeName) ?? []) result.observe(value, attributes)
      })
  }
  const meter: Meter = {
    count: (name, by, attributes) => counters.get(name)?.add(by, attributes),
    record: (name, seconds, attributes) => histograms.get(name)?.record(seconds, attributes),
  }
  useMeter(meter)
  const gauges = openGauges(sources)
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    shown.clear()
    gauges
      .show((name, value, attributes = {}) => {
        const all = shown.get(name)
        if (all) all.push([attributes, value])
        else shown.set(name, [[attributes, value]])
      })
      .then(
        () => exporter.getMetricsRequestHandler(request, response),
        () => response.writeHead(500).end(),
      )
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => resolve())
    })
  } catch (error) {
    useMeter(undefined)
    gauges.close()
    throw error
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      useMeter(undefined)
      gauges.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await provider.shutdown().catch(() => {})
    },
  }
}
