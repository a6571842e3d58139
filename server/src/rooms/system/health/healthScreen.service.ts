// The health of the installation as its metrics have it, for a page without Grafana.
import type { Context } from '../../../kit/calls/context.ts'
import { wallNow } from '../../../kit/clock.ts'
import { detachedMonths } from '../../../kit/database/detachedMonths.ts'
import { secondsOf } from '../../../kit/standby/commits.ts'
import { operationOf } from '../../../kit/telemetry/meter.ts'
import type { Figures, Sample } from '../../../kit/telemetry/sampled.ts'
import type { Installed } from '../installation/setupSteps.service.ts'
import * as queries from './healthScreen.queries.ts'
import { daysLeftOf, forecastDays, growthOf, isBehind, sizeIn } from './healthScreen.rules.ts'

type NotReady = 'starting' | 'draining' | 'database' | 'disk' | 'clock' | 'schema' | 'standby'

/** What `app/` knows of this process, and the last figures of the database. */
export type Seen = {
  process(): Promise<{
    ready: boolean
    reasons: NotReady[]
    clockOffsetMs: number | null
    connections: { used: number; idle: number; waiting: number; max: number }
    memoryBytes: number
    disk: { freeBytes: number; usedBytes: number } | null
    /** Segments of the embedded database's log that wait to be sent to the backups. */
    unsent: number
    /** `DATABASE_STANDBYS`. */
    standbys: 'off' | 'on' | 'sync'
    /** The replica that is read, as it was last asked; null without one. */
    replica: { state: 'used' | 'behind' | 'away'; lagSeconds: number | null } | null
  }>
  last(reader: Context['database']): Promise<Sample | null>
}

export type HealthServices = { seen: Seen; installed: Installed }

const minute = 60_000
const day = 86_400_000
const eventsMs = 15 * minute
/** The days that growth is taken from. */
const growthMs = 30 * day
const statementLength = 500

/** A statement as PostgreSQL keeps it has no values; others, such as `create role`, might. */
const isPlain = (text: string) => /^\s*(?:select|insert|update|delete|with|merge)\b/i.test(text)

const sum = (all: readonly { count: number }[]) => all.reduce((total, { count }) => total + count, 0)

const workOf = ({ queues, parked, readers }: Figures) => [
  ...parked.map(({ job, units }) => ({ kind: 'parked' as const, name: job, count: units, oldestSeconds: null })),
  ...queues.map(({ job, pending, age }) => ({ kind: 'queue' as const, name: job, count: pending, oldestSeconds: age })),
  ...readers
    .filter(isBehind)
    .map(({ reader, lag }) => ({ kind: 'reader' as const, name: reader, count: lag, oldestSeconds: null })),
]

const nothing: Figures = {
  outbox: [],
  dead: [],
  paused: false,
  held: 0,
  queues: [],
  parked: [],
  readers: [],
  findings: 0,
  unsealed: 0,
  unsealed_age: 0,
  chains: [],
  nodes: [],
  audits: [],
  xid_age: 0,
  sessions: [],
  sessions_max: 0,
  standbys: [],
  backup_failure: '',
  trial: null,
  figures_age: null,
  checks: [],
  schema: null,
}

function shownFailover(last: Figures['failover']) {
  if (!last) return null
  const [from, until] = [last.lost_from, last.lost_until].map((at) => (at === null ? null : new Date(at)))
  return {
    at: new Date(last.at).toISOString(),
    outcome: last.outcome,
    transactions: last.transactions,
    seconds: secondsOf({ from: from ?? null, until: until ?? null }),
    from: from?.toISOString() ?? null,
  }
}
const instantOf = (text: string) => new Date(text).toISOString()

const trialOf = ({ at, failure, proved_at: proved }: NonNullable<Figures['trial']>) => ({
  at: instantOf(at),
  failure,
  provedAt: proved === null ? null : instantOf(proved),
})

export async function healthOf({ seen, installed }: HealthServices, { database, now }: Context) {
  const [own, last, events, days, slow, backup, detached] = await Promise.all([
    seen.process(),
    seen.last(database),
    queries.eventsSince(database, new Date(now.getTime() - eventsMs)),
    queries.sizesSince(database, new Date(wallNow().getTime() - growthMs)),
    queries.slowStatements(database),
    installed.lastBackup(),
    detachedMonths(database),
  ])
  const figures = last?.figures ?? nothing
  const growth = growthOf(days)
  const dayBytes = growth.get('')
  return {
    readAt: last?.at.toISOString() ?? null,
    server: {
      version: installed.version,
      ready: own.ready,
      reasons: own.reasons,
      clockOffsetMs: own.clockOffsetMs,
      connections: {
        used: own.connections.used,
        idle: own.connections.idle,
        waiting: own.connections.waiting,
        most: own.connections.max,
      },
      memoryBytes: own.memoryBytes,
      disk: own.disk,
    },
    events: {
      accepted: events.accepted,
      rejected: events.rejected,
      failed: events.failed,
      meanLagSeconds: events.accepted > 0 ? events.lag_ms / events.accepted / 1_000 : 0,
      worstLagSeconds: events.worst_lag_ms / 1_000,
      held: figures.held,
    },
    outbox: {
      paused: figures.paused,
      dead: sum(figures.dead),
      waiting: figures.outbox.map(({ client, stream, pending, age }) => ({
        client,
        stream,
        count: pending,
        oldestSeconds: age,
      })),
    },
    work: workOf(figures),
    log: { unsealed: figures.unsealed, oldestSeconds: figures.unsealed_age, findings: figures.findings },
    database: {
      bytes: last?.sizes.total ?? 0,
      sessions: sum(figures.sessions),
      mostSessions: figures.sessions_max,
      transactionsUnfrozen: figures.xid_age,
      standbys: figures.standbys.map(({ standby, lag, synchronous = false }) => ({
        name: standby,
        lagSeconds: lag,
        synchronous,
      })),
      mode: own.standbys,
      failover: shownFailover(figures.failover),
      replica: own.replica,
      tables: (last?.sizes.tables ?? []).map((table) => ({
        ...table,
        dayBytes: growth.get(table.name) ?? null,
        yearBytes: sizeIn(forecastDays.at(-1)!, table.bytes, growth.get(table.name)),
      })),
      dayBytes: dayBytes ?? null,
      forecast: forecastDays.flatMap((days) => {
        const bytes = sizeIn(days, last?.sizes.total ?? 0, dayBytes)
        return bytes === null ? [] : [{ days, bytes }]
      }),
      detached: detached.map(({ what, month, rows, bytes, file }) => ({ what, month, rows, bytes, file })),
      daysLeft: daysLeftOf(own.disk?.freeBytes, dayBytes),
    },
    backup: {
      kind: backup.kind,
      lastAt: backup.at?.toISOString() ?? null,
      where: backup.where,
      unsent: own.unsent,
      failure: figures.backup_failure ?? '',
      trial: figures.trial ? trialOf(figures.trial) : null,
    },
    slow:
      slow
        ?.filter(({ text }) => isPlain(text))
        .map(({ text, calls, mean_ms, total_ms }) => ({
          name: operationOf(text),
          statement: text.replaceAll(/\s+/g, ' ').trim().slice(0, statementLength),
          calls,
          meanMs: mean_ms,
          totalSeconds: total_ms / 1_000,
        })) ?? null,
  }
}
