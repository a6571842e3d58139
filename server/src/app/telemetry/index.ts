// Opens what somebody asked for: metrics on a port, traces to a collector. Without either, nothing of OpenTelemetry is loaded.
import { readdir, statfs } from 'node:fs/promises'
import { lastBackup } from '../../backup/index.ts'
import type { Config } from '../../config.ts'
import { archiveIn } from '../../kit/embedded/archive.ts'
import { knownHome } from '../../kit/embedded/place.ts'
import type { GaugeSources } from './gauges.ts'

export { lastSample, sampleRound, takeSample } from './sample.ts'
export { seenBy } from './seen.ts'

export type Telemetry = {
  /** Loads and opens it; call once the server listens. @returns where the metrics are, null if nowhere */
  start(): Promise<{ metricsPort: number | null }>
  close(): Promise<void>
}

/** The disk of a folder. */
export const diskOf =
  (folder: string): GaugeSources['disk'] =>
  async () => {
    const found = await statfs(folder).catch(() => null)
    return found && { free: found.bavail * found.bsize, used: (found.blocks - found.bfree) * found.bsize }
  }

/** A bucket is asked for its backups no more often. */
const backupEveryMs = 5 * 60_000

/** The embedded database's last full backup, and how many segments of its log wait to be sent. */
export function backupOf(config: Config): GaugeSources['backup'] {
  if (config.DATABASE_URL) return null
  let known: { at: Date | null } | undefined
  let askedAt = 0
  return async () => {
    if (!known || performance.now() - askedAt > backupEveryMs) {
      askedAt = performance.now()
      known = await lastBackup(config)
    }
    const waiting = await readdir(archiveIn(knownHome(config.DATA_DIR))).catch((): string[] => [])
    return { at: known.at, unsent: waiting.filter((name) => /^[0-9A-F]{24}$/.test(name)).length }
  }
}

export function openTelemetry(
  config: Pick<Config, 'METRICS_PORT' | 'METRICS_HOST' | 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>,
  sources: GaugeSources,
): Telemetry {
  const open: { close(): Promise<void> }[] = []
  return {
    async start() {
      let metricsPort: number | null = null
      const { METRICS_PORT: port, METRICS_HOST: host, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
      if (endpoint !== undefined) {
        const { openTraces } = await import('./traces.ts')
        open.push(openTraces({ endpoint, share: config.OTEL_TRACES_SAMPLER_ARG }))
      }
      if (port !== undefined) {
        const { openExporter } = await import('./exporter.ts')
        const exporter = await openExporter({ host, port }, sources)
        metricsPort = exporter.port
        open.push(exporter)
      }
      return { metricsPort }
    },
    async close() {
      await Promise.all(open.splice(0).map((one) => one.close()))
    },
  }
}
