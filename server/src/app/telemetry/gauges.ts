// What the gauges show when they are asked: of this process, its machine, and the last figures of the database.
import { type EventLoopUtilization, monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks'
import type { Jobs } from '../../jobs/index.ts'
import { wallNow } from '../../kit/clock.ts'
import { connectionsOf, type Database } from '../../kit/database/database.ts'
import type { Replica } from '../../kit/standby/replica.ts'
import { type Attributes, record } from '../../kit/telemetry/meter.ts'
import type { GaugeName } from '../../kit/telemetry/metrics.ts'
import type { Sample } from '../../kit/telemetry/sampled.ts'
import { ownSchema } from '../../migrations/index.ts'
import { release } from '../../migrations/release.ts'
import type { Health } from '../health.ts'
import { lastSample } from './sample.ts'

export type Show = (name: GaugeName, value: number, attributes?: Attributes) => void

export type GaugeSources = {
  database: Database
  jobs: Pick<Jobs, 'states'>
  health: Pick<Health, 'look' | 'clockOffsetMs'>
  /** Requests that are being answered, and open streams of push. */
  requests: () => number
  streams: () => number
  /** Where calls are answered that read much. */
  replica?: Pick<Replica, 'state'> | undefined
  /** The disk of DATA_DIR, in bytes; null if it can't be asked. */
  disk: () => Promise<{ free: number; used: number } | null>
  /** Of the embedded database: the last full backup, and segments that wait; null for a database of one's own. */
  backup: (() => Promise<{ at: Date | null; unsent: number }>) | null
}

const nano = 1e-9
const gcTypes: Record<number, string> = { 1: 'minor', 2: 'major', 4: 'incremental', 8: 'weakcb' }

/** Figures that are older say nothing about now: the server that took them is gone. */
const freshMs = 60_000

const soonMs = 2_000

/** What the work resolves to, or null if that takes too long. */
async function soon<T>(work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), soonMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** What is measured between two scrapes. */
function openProcess() {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const collections = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as unknown as { detail?: { kind?: number } }).detail ?? {}
      record('v8js.gc.duration', entry.duration / 1_000, { 'v8js.gc.type': gcTypes[kind ?? 0] ?? 'other' })
    }
  })
  collections.observe({ entryTypes: ['gc'] })
  const started = performance.now()
  let [loop, cpu, at]: [EventLoopUtilization, NodeJS.CpuUsage, number] = [
    performance.eventLoopUtilization(),
    process.cpuUsage(),
    started,
  ]
  return {
    startedAt: started,
    show(show: Show) {
      show('nodejs.eventloop.delay.p99', delay.percentile(99) * nano)
      show('nodejs.eventloop.delay.max', Math.max(0, delay.max) * nano)
      delay.reset()
      show('nodejs.eventloop.utilization', performance.eventLoopUtilization(loop).utilization)
      loop = performance.eventLoopUtilization()
      const { user, system } = process.cpuUsage(cpu)
      const now = performance.now()
      show('process.cpu.utilization', now > at ? (user + system) / 1_000 / (now - at) : 0)
      ;[cpu, at] = [process.cpuUsage(), now]
      const { heapUsed, rss } = process.memoryUsage()
      show('v8js.memory.heap.used', heapUsed)
      show('process.memory.usage', rss)
    },
    close() {
      delay.disable()
      collections.disconnect()
    },
  }
}

/** The last figures of the database, in gauges. */
function showSample({ at, figures, sizes }: Sample, show: Show): void {
  show('greenroom.sample.age', Math.max(0, (wallNow().getTime() - at.getTime()) / 1_000))
  if (wallNow().getTime() - at.getTime() > freshMs) return
  for (const { client, stream, pending, age } of figures.outbox) {
    show('greenroom.outbox.pending', pending, { client, stream })
    show('greenroom.outbox.oldest.age', Math.max(0, age), { client, stream })
  }
  for (const { client, count } of figures.dead) show('greenroom.outbox.dead', count, { client })
  show('greenroom.outbox.paused', figures.paused ? 1 : 0)
  show('greenroom.bridge.held', figures.held)
  for (const { job, pending, age } of figures.queues) {
    show('greenroom.job.queue.pending', pending, { job })
    show('greenroom.job.queue.oldest.age', Math.max(0, age), { job })
  }
  for (const { job, units } of figures.parked) show('greenroom.job.parked', units, { job })
  for (const { reader, lag, since } of figures.readers) {
    show('greenroom.reader.lag', lag, { reader })
    show('greenroom.reader.age', since == null ? 0 : Math.max(0, (at.getTime() - Date.parse(since)) / 1_000), {
      reader,
    })
  }
  if (figures.figures_age !== null) show('greenroom.figures.age', Math.max(0, figures.figures_age))
  for (const { check, count, age } of figures.checks) {
    show('greenroom.check.age', Math.max(0, age), { check })
    if (check === 'log') show('greenroom.log.chain.ok', count === 0 ? 1 : 0)
    if (check === 'reconcile') show('greenroom.reconcile.differences', count)
  }
  if (figures.schema)
    show('greenroom.schema', 1, {
      'greenroom.schema.version': figures.schema.version,
      'greenroom.functions.hash': figures.schema.functions,
    })
  show('greenroom.ledger.findings', figures.findings)
  show('greenroom.log.unsealed', figures.unsealed)
  show('greenroom.log.seal.age', Math.max(0, figures.unsealed_age))
  for (const { chain, age } of figures.chains) show('greenroom.chain.head.age', Math.max(0, age), { chain })
  for (const { chain, state, count } of figures.nodes) show('greenroom.chain.nodes', count, { chain, state })
  for (const { kind, waiting, age } of figures.audits) {
    show('greenroom.audit.waiting', waiting, { kind })
    show('greenroom.audit.oldest.age', Math.max(0, age), { kind })
  }
  show('greenroom.db.xid.age', figures.xid_age)
  for (const { state, count } of figures.sessions) show('greenroom.db.connections', count, { state })
  show('greenroom.db.connections.max', figures.sessions_max)
  for (const { standby, lag } of figures.standbys) show('greenroom.db.replication.lag', lag ?? 0, { standby })
  for (const is of [true, false])
    show('greenroom.db.standbys', figures.standbys.filter(({ synchronous }) => synchronous === is).length, {
      synchronous: is ? 'yes' : 'no',
    })
  // A server of the release before may have taken them.
  show('greenroom.failover.lost', figures.lost ?? 0)
  if (figures.trial) {
    const { proved_at: proved, failure } = figures.trial
    show('greenroom.backup.restore_test.failed', failure === '' ? 0 : 1)
    if (proved !== null)
      show('greenroom.backup.restore_test.age', Math.max(0, (wallNow().getTime() - Date.parse(proved)) / 1_000))
  }
  show('greenroom.db.size', sizes.total)
  for (const { name, bytes, dead } of sizes.tables) {
    show('greenroom.db.table.size', bytes, { table: name })
    show('greenroom.db.dead_tuples', dead, { table: name })
  }
}

export type Gauges = {
  /** Shows everything, as it is now. */
  show(show: Show): Promise<void>
  close(): void
}

/** Opens what the gauges need; it costs a little while it is open. */
export function openGauges(sources: GaugeSources): Gauges {
  const { database, jobs, health } = sources
  const own = openProcess()
  const app = { 'db.client.connection.pool.name': 'app' }
  const { version, functions } = ownSchema()
  const build = {
    'service.version': release,
    'greenroom.schema.version': version,
    'greenroom.functions.hash': functions,
  }
  return {
    async show(show) {
      own.show(show)
      show('greenroom.build', 1, build)
      show('http.server.active_requests', sources.requests())
      show('greenroom.push.streams', sources.streams())
      const { used, idle, waiting, max } = connectionsOf(database)
      show('db.client.connection.count', used, { ...app, 'db.client.connection.state': 'used' })
      show('db.client.connection.count', idle, { ...app, 'db.client.connection.state': 'idle' })
      show('db.client.connection.max', max, app)
      show('db.client.connection.pending_requests', waiting, app)
      const now = performance.now()
      for (const { name, paceMs, endedAt } of jobs.states()) {
        show('greenroom.job.last_success.age', (now - (endedAt ?? own.startedAt)) / 1_000, { job: name })
        if (paceMs !== null) show('greenroom.job.pace', paceMs / 1_000, { job: name })
      }
      const offset = health.clockOffsetMs()
      if (offset !== null) show('greenroom.clock.offset', offset / 1_000)
      const { ready, reasons = [] } = await health.look()
      show('greenroom.ready', ready ? 1 : 0, { reason: '' })
      for (const reason of reasons) show('greenroom.ready', 1, { reason })
      const replica = sources.replica?.state()
      if (replica) {
        show('greenroom.replica.usable', replica.state === 'used' ? 1 : 0)
        if (replica.lagSeconds !== null) show('greenroom.replica.lag', replica.lagSeconds)
      }
      const disk = await sources.disk()
      if (disk)
        for (const state of ['free', 'used'] as const)
          show('system.filesystem.usage', disk[state], { 'system.filesystem.state': state })
      const backup = await sources.backup?.().catch(() => null)
      if (backup) {
        show('greenroom.backup.wal.unsent', backup.unsent)
        if (backup.at) show('greenroom.backup.last_success.age', (wallNow().getTime() - backup.at.getTime()) / 1_000)
      }
      // Without a free connection it would wait, and the scrape with it: nobody would see that there is none.
      const sample = await soon(lastSample(database).catch(() => null))
      if (sample) showSample(sample, show)
    },
    close: () => own.close(),
  }
}
