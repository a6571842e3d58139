import pg from 'pg'
import type * as Library from 'pg-boss'
import { connectWithinMs, keptAlive } from '../kit/database/client.ts'
import type { Database, Transaction } from '../kit/database/database.ts'
import { HostedClient } from '../kit/standby/hostedClient.ts'
import { timed } from '../kit/telemetry/meter.ts'
import { type IsRunning, openRounds, type Pace, type Rounds } from './jobs.rounds.ts'

export type JobOptions =
  /** Run by `enqueue`; `limitSeconds` is how long one may take before another process may retry it. */
  | { kind: 'queue'; limitSeconds: number; atOnce: number }
  /** Once at each scheduled time, in any process; five cron fields, UTC. */
  | { kind: 'cron'; cron: string; limitSeconds: number }
  /** Periodically; one process at a time. */
  | ({ kind: 'every' } & Pace)

/** Rounds have no data, and ask `isRunning` between their parts. */
type Handler = (data: Record<string, unknown>, isRunning: IsRunning) => Promise<void>

export type Jobs = {
  /** Defines a job by name (lower case and hyphens); call before `start`. */
  define(name: string, options: JobOptions, handler: Handler): void
  /** Enqueues work in a transaction: it runs only if that commits. `openQueues` must have been awaited. */
  enqueue(tx: Transaction, name: string, data: Record<string, unknown>): Promise<void>
  /** Starts everything that is defined; further calls do nothing. */
  start(): Promise<void>
  /** Starts what is enqueued or scheduled, without the rounds; further calls do nothing. */
  openQueues(): Promise<void>
  /** What is defined, and when a turn last ended well here. */
  states(): JobState[]
  /** Starts nothing new and waits for running work, at most `graceMilliseconds`. */
  stop(graceMilliseconds: number): Promise<void>
}

/** pg-boss passes what it does not know to `pg`. Its statements take milliseconds, those that tidy up some seconds. */
const bounded = { ...keptAlive, Client: HostedClient, connectionTimeoutMillis: connectWithinMs, query_timeout: 120_000 }

/** After `enqueue`: its transaction usually commits at once. */
const wakesAfterMs = [50, 250, 1_000]

/** `endedAt` by `performance.now()`; null before the first turn of this process. */
export type JobState = { name: string; kind: JobOptions['kind']; paceMs: number | null; endedAt: number | null }

type Defined = { options: JobOptions; handler: Handler }

/** Makes pg-boss's tables, or brings them to the library's version. */
export async function prepareJobs(url: string): Promise<void> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    connectionString: url,
    schema: 'jobs',
    max: 1,
    supervise: false,
    schedule: false,
    ...bounded,
  })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false, close: true })
}

/** Lets a role send jobs in its own transactions. */
async function mayEnqueue(url: string, role: string): Promise<void> {
  const client = new HostedClient({ connectionString: url, application_name: 'greenroom jobs' })
  await client.connect()
  const to = pg.escapeIdentifier(role)
  try {
    // Two processes that start at once would trip over each other.
    await client.query(`
      begin;
      select pg_advisory_xact_lock(hashtextextended('jobs grants', 0));
      grant usage on schema jobs to ${to};
      grant select, insert on all tables in schema jobs to ${to};
      commit`)
  } finally {
    await client.end()
  }
}

/**
 * Opens this process's jobs; nothing runs before `start`.
 *
 * @param url for pg-boss's own two connections: the address without a pooler where there is one.
 * @param role the application's, if it does not own the library's tables: it may enqueue in them
 * @param database where rounds take their locks.
 * @param now the platform's clock, by which rounds fall due
 */
export function openJobs(options: {
  url: string
  role?: string | undefined
  database: Database
  onError: (error: unknown, job: string) => void
  now?: () => Date
}): Jobs {
  const { database, onError } = options
  const defined = new Map<string, Defined>()
  let library: typeof Library | undefined
  let boss: Library.PgBoss | undefined
  let rounds: Rounds | undefined
  let queuesOpened: Promise<void> | undefined
  let stopping = false

  /** pg-boss's workers of a job. */
  const workers = new Map<string, string[]>()
  const endedAt = new Map<string, number>()
  /** A turn, and when one last ended well in this process. */
  const observed = async (name: string, turn: () => Promise<void>) => {
    await timed('greenroom.job.duration', turn, { job: name })
    endedAt.set(name, performance.now())
  }

  function beginRounds(): void {
    rounds = openRounds(database, onError, options.now)
    for (const [name, { options: how, handler }] of defined)
      if (how.kind === 'every') rounds.add(name, how, (isRunning) => observed(name, () => handler({}, isRunning)))
  }

  async function beginQueues(): Promise<void> {
    // Loaded late: it takes a while, and the server already listens.
    library = await import('pg-boss')
    const made = new library.PgBoss({
      connectionString: options.url,
      schema: 'jobs',
      max: 2,
      application_name: 'greenroom jobs',
      // Jobs that wait for others, which there are none of here, and schedules, which are of minutes.
      flowIntervalSeconds: 3_600,
      cronWorkerIntervalSeconds: 30,
      ...bounded,
    })
    made.on('error', (error) => onError(error, 'pg-boss'))
    try {
      await made.start()
      if (options.role !== undefined) await mayEnqueue(options.url, options.role)
      // What it runs may enqueue.
      boss = made
      await openAll(made)
    } catch (error) {
      boss = undefined
      // Another try starts another one: this one must not go on beside it.
      await made.stop({ graceful: false, close: true }).catch(() => {})
      throw error
    }
  }

  /** Opens what is defined. */
  async function openAll(made: Library.PgBoss): Promise<void> {
    for (const [name, { options: how, handler }] of defined) {
      if (how.kind === 'every') continue
      const queue = { expireInSeconds: how.limitSeconds, retryLimit: 2, deleteAfterSeconds: 86_400 }
      await made.createQueue(name, queue)
      await made.updateQueue(name, queue)
      if (how.kind === 'cron') await made.schedule(name, how.cron, null, { tz: 'UTC' })
      const work = async (jobs: Library.Job<Record<string, unknown>>[]) => {
        for (const job of jobs) {
          try {
            await observed(name, () => handler(job.data ?? {}, () => !stopping))
          } catch (error) {
            onError(error, name)
            throw error
          }
        }
      }
      // What this process enqueues, it wakes up for; what another one does, this one finds if that one is busy.
      const polling = { batchSize: 1, pollingIntervalSeconds: how.kind === 'queue' ? 5 : 30 }
      const ids: string[] = []
      for (let number = 0; number < (how.kind === 'queue' ? how.atOnce : 1); number++)
        ids.push(await made.work<Record<string, unknown>>(name, polling, work))
      workers.set(name, ids)
    }
  }

  /** Looks for a job that was just enqueued: nobody says when its transaction commits. */
  function wake(name: string): void {
    for (const milliseconds of wakesAfterMs)
      setTimeout(() => {
        for (const id of workers.get(name) ?? []) boss?.notifyWorker(id)
      }, milliseconds).unref()
  }

  const openQueues = () => {
    if (stopping) return Promise.resolve()
    queuesOpened ??= beginQueues().catch((error: unknown) => {
      queuesOpened = undefined
      throw error
    })
    return queuesOpened
  }

  return {
    states: () =>
      [...defined].map(([name, { options: how }]) => ({
        name,
        kind: how.kind,
        paceMs: how.kind === 'every' ? Math.max(how.milliseconds, how.idleMilliseconds ?? 0) : null,
        endedAt: endedAt.get(name) ?? null,
      })),
    define(name, how, handler) {
      if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`not a valid job name: ${name}`)
      if (rounds || queuesOpened) throw new Error(`job ${name} is defined after the start`)
      if (defined.has(name)) throw new Error(`job ${name} is defined twice`)
      defined.set(name, { options: how, handler })
    },
    async enqueue(tx, name, data) {
      if (!boss || !library) throw new Error('jobs have not started')
      await boss.send(name, data, { db: library.fromKysely(tx) })
      wake(name)
    },
    openQueues,
    start() {
      if (!stopping && !rounds) beginRounds()
      return openQueues()
    },
    async stop(graceMilliseconds) {
      stopping = true
      // If it is still starting, stop it afterwards; if the start failed, there is nothing to stop.
      await queuesOpened?.catch(() => {})
      await Promise.all([rounds?.stop(), boss?.stop({ graceful: true, timeout: graceMilliseconds, close: true })])
    },
  }
}
