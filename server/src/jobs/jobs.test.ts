import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { applicationRole, asApplication } from '../../test/server.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { inParts } from './jobs.rounds.ts'
import { type JobOptions, type Jobs, openJobs } from './jobs.ts'

let url: string
let database: Database
const opened: Jobs[] = []

beforeAll(async () => {
  url = (await freshDatabase()).url
  database = openDatabase(url, { max: 10 })
})
afterAll(async () => {
  await Promise.all(opened.map((jobs) => jobs.stop(1_000)))
  await database.destroy()
})

/** One process's jobs; several of them simulate several processes. */
function open(onError: (error: unknown) => void = (error) => console.error(error)): Jobs {
  const jobs = openJobs({ url, database, onError })
  opened.push(jobs)
  return jobs
}

const queue: JobOptions = { kind: 'queue', limitSeconds: 60, atOnce: 2 }

it('runs an enqueued job once, in one of several processes, if the transaction commits', async () => {
  const done = new Set<unknown>()
  let times = 0
  const processes = [open(), open()]
  for (const jobs of processes)
    jobs.define('fold', queue, async ({ day }) => {
      done.add(day)
      times++
    })
  await Promise.all(processes.map((jobs) => jobs.start()))
  const [first] = processes
  await inTransaction(database, async (tx) => {
    for (const day of [1, 2, 3, 4, 5]) await first!.enqueue(tx, 'fold', { day })
  })
  await expect(
    inTransaction(database, async (tx) => {
      await first!.enqueue(tx, 'fold', { day: 'never' })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  // All are over, each after its first try, and nothing else was enqueued.
  await vi.waitFor(
    async () =>
      expect(
        (
          await sql<{ state: string; retries: number }>`
            select state, retry_count as retries from jobs.job where name = 'fold'`.execute(database)
        ).rows,
      ).toEqual(Array.from({ length: 5 }, () => ({ state: 'completed', retries: 0 }))),
    { timeout: 15_000 },
  )
  expect(times).toBe(5)
  expect(done).toEqual(new Set([1, 2, 3, 4, 5]))
})

it('opens the queues without the rounds', async () => {
  const jobs = open()
  let rounds = 0
  let done = 0
  jobs.define('round', { kind: 'every', milliseconds: 1 }, async () => void rounds++)
  jobs.define('quick', queue, async () => void done++)
  await jobs.openQueues()
  await inTransaction(database, (tx) => jobs.enqueue(tx, 'quick', {}))
  await vi.waitFor(() => expect(done).toBe(1), { timeout: 15_000 })
  expect(rounds).toBe(0)
  await jobs.start()
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(1), { timeout: 15_000 })
})

it('lets the application’s role, which owns nothing, enqueue in its own transactions', async () => {
  const own = (await freshDatabase()).url
  const application = openDatabase(asApplication(own), { max: 4 })
  const done: unknown[] = []
  const opening = (role?: string) => {
    const jobs = openJobs({ url: own, role, database: application, onError: (error) => console.error(error) })
    jobs.define('owned', queue, async ({ number }) => void done.push(number))
    return jobs
  }
  const enqueue = (jobs: Jobs, number: number) =>
    inTransaction(application, (tx) => jobs.enqueue(tx, 'owned', { number }))
  // A failure leaves nothing behind that goes on beside the next try.
  await expect(opening('greenroom_nobody').openQueues()).rejects.toThrow('does not exist')
  const { rows: left } = await sql`
    select from pg_stat_activity where datname = ${new URL(own).pathname.slice(1)} and application_name = 'greenroom jobs'`.execute(
    database,
  )
  expect(left).toEqual([])
  const unnamed = opening()
  await unnamed.openQueues()
  await expect(enqueue(unnamed, 1)).rejects.toThrow('permission denied for schema jobs')
  await unnamed.stop(1_000)
  // Two servers of the application start at once.
  const both = [opening(applicationRole), opening(applicationRole)] as const
  await Promise.all(both.map((jobs) => jobs.openQueues()))
  await enqueue(both[0], 2)
  await vi.waitFor(() => expect(done).toEqual([2]), { timeout: 15_000 })
  await Promise.all(both.map((jobs) => jobs.stop(1_000)))
  await application.destroy()
})

it('opens the queues when it is asked again after a failure', async () => {
  const own = (await freshDatabase()).url
  const allow = (allowed: boolean) =>
    sql`alter database ${sql.id(new URL(own).pathname.slice(1))} with allow_connections ${sql.lit(allowed)}`.execute(
      database,
    )
  const working = openDatabase(own, { max: 2 })
  const jobs = openJobs({ url: own, database: working, onError: () => {} })
  let done = 0
  jobs.define('patient', queue, async () => void done++)
  await allow(false)
  await expect(jobs.openQueues()).rejects.toThrow('not currently accepting connections')
  await allow(true)
  await jobs.openQueues()
  await inTransaction(working, (tx) => jobs.enqueue(tx, 'patient', {}))
  await vi.waitFor(() => expect(done).toBe(1), { timeout: 15_000 })
  await jobs.stop(1_000)
  await working.destroy()
})

it('retries failures, and logs them', async () => {
  const failures: unknown[] = []
  const jobs = open((error) => failures.push(error))
  let tries = 0
  jobs.define('flaky', queue, async () => {
    if (++tries === 1) throw new Error('not yet')
  })
  await jobs.start()
  await inTransaction(database, (tx) => jobs.enqueue(tx, 'flaky', {}))
  await vi.waitFor(() => expect(tries).toBe(2), { timeout: 15_000 })
  expect(failures.map(String)).toEqual(['Error: not yet'])
})

it('repeats a round, in one process at a time', async () => {
  let running = 0
  let most = 0
  let rounds = 0
  for (const jobs of [open(), open(), open()]) {
    jobs.define('seal', { kind: 'every', milliseconds: 10 }, async () => {
      most = Math.max(most, ++running)
      // Longer than the interval, so that the others try meanwhile.
      await sql`select pg_sleep(0.02)`.execute(database)
      rounds++
      running--
    })
    await jobs.start()
  }
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(8), { timeout: 15_000 })
  expect(most).toBe(1)
})

it('keeps its lock while it works, on a server that ends idle transactions', async () => {
  const limited = (await freshDatabase()).url
  const name = new URL(limited).pathname.slice(1)
  const [watching, failures] = [openDatabase(limited, { max: 2 }), [] as unknown[]]
  await sql`alter database ${sql.id(name)} set idle_in_transaction_session_timeout = '40ms'`.execute(watching)
  const processes = [1, 2].map(() => openDatabase(limited, { max: 6 }))
  const all = processes.map((own) =>
    openJobs({ url: limited, database: own, onError: (error) => void failures.push(error) }),
  )
  let [running, most, rounds] = [0, 0, 0]
  for (const [index, jobs] of all.entries()) {
    jobs.define('slow', { kind: 'every', milliseconds: 5 }, async () => {
      most = Math.max(most, ++running)
      await sql`select pg_sleep(0.2)`.execute(processes[index]!)
      running--
      rounds++
    })
    await jobs.start()
  }
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(2), { timeout: 15_000 })
  await Promise.all(all.map((jobs) => jobs.stop(1_000)))
  expect([most, failures]).toEqual([1, []])
  await Promise.all([watching, ...processes].map((one) => one.destroy()))
})

it('runs work on what others write when this process has written', async () => {
  const jobs = open()
  let quiet = 0
  let others = 0
  jobs.define('quiet', { kind: 'every', milliseconds: 5, idleMilliseconds: 600_000 }, async () => void quiet++)
  jobs.define('other', { kind: 'every', milliseconds: 5 }, async () => {
    await sql`select * from kit.reader`.execute(database)
    others++
  })
  await jobs.start()
  await vi.waitFor(() => expect(others).toBeGreaterThan(20), { timeout: 15_000 })
  expect(quiet).toBe(1)
  for (const turns of [2, 3]) {
    await sql`insert into kit.reader (name) values (${`of turn ${turns}`})`.execute(database)
    await vi.waitFor(() => expect(quiet).toBe(turns), { timeout: 15_000 })
  }
})

it('runs work on what others write after the pause, since another process may have written', async () => {
  const jobs = open()
  let turns = 0
  jobs.define('lonely', { kind: 'every', milliseconds: 5, idleMilliseconds: 20 }, async () => void turns++)
  await jobs.start()
  await vi.waitFor(() => expect(turns).toBeGreaterThan(3), { timeout: 15_000 })
})

it('runs resting work when it falls due, or when nobody can say whether it does', async () => {
  const jobs = open()
  const turns = { later: 0, due: 0, unknown: 0, never: 0 }
  let due = new Date(Date.now() + 3_600_000)
  let looks = 0
  const define = (name: keyof typeof turns, nextDue: () => Promise<Date | null>) =>
    jobs.define(name, { kind: 'every', milliseconds: 5, idleMilliseconds: 600_000, nextDue }, async () => {
      turns[name]++
    })
  define('later', async () => {
    looks++
    return due
  })
  define('due', async () => new Date(0))
  define('unknown', () => Promise.reject(new Error('away')))
  define('never', async () => null)
  await jobs.start()
  await vi.waitFor(() => expect([turns.due > 5, turns.unknown > 5]).toEqual([true, true]), { timeout: 15_000 })
  expect([turns.later, turns.never, looks]).toEqual([1, 1, 1])
  // Asked once: what changes it is a write.
  due = new Date(0)
  await sql`insert into kit.reader (name) values ('falls due')`.execute(database)
  await vi.waitFor(() => expect([turns.later > 3, turns.never]).toEqual([true, 2]), { timeout: 15_000 })
})

it('begins what is enqueued soon after the commit, however long that takes', async () => {
  const jobs = open()
  const done: string[] = []
  jobs.define(
    'prompt',
    { kind: 'queue', limitSeconds: 60, atOnce: 2 },
    async ({ name }) => void done.push(String(name)),
  )
  await jobs.start()
  for (const [name, seconds] of [
    ['at once', 0],
    ['later', 0.4],
  ] as const)
    await inTransaction(database, async (tx) => {
      await jobs.enqueue(tx, 'prompt', { name })
      await sql`select pg_sleep(${seconds})`.execute(tx)
    })
  await vi.waitFor(() => expect(done.toSorted()).toEqual(['at once', 'later']), { timeout: 4_000 })
})

it('leaves connections to others, however many rounds there are', async () => {
  const few = openDatabase(url, { max: 10 })
  const jobs = openJobs({ url, database: few, onError: (error) => console.error(error) })
  const did = new Set<number>()
  for (let number = 0; number < 24; number++)
    jobs.define(`crowd-${number}`, { kind: 'every', milliseconds: 50 }, async () => {
      await few.selectFrom('kit.reader').select('name').execute()
      did.add(number)
    })
  await jobs.start()
  await vi.waitFor(() => expect(did.size).toBe(24), { timeout: 15_000 })
  await jobs.stop(1_000)
  await few.destroy()
})

it('continues a round after a failure', async () => {
  const failures: unknown[] = []
  let rounds = 0
  const jobs = open((error) => failures.push(error))
  jobs.define('shaky', { kind: 'every', milliseconds: 10 }, async () => {
    if (++rounds === 1) throw new Error('once')
  })
  await jobs.start()
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(2), { timeout: 15_000 })
  expect(failures.map(String)).toEqual(['Error: once'])
})

it('ends a round between its parts when it stops', async () => {
  const jobs = open()
  let parts = 0
  jobs.define('long-round', { kind: 'every', milliseconds: 1 }, (_, isRunning) =>
    inParts(isRunning, 10_000, async () => {
      parts++
      await sql`select pg_sleep(0.02)`.execute(database)
      return true
    }),
  )
  await jobs.start()
  await vi.waitFor(() => expect(parts).toBeGreaterThan(2), { timeout: 15_000 })
  await jobs.stop(15_000)
  const end = parts
  expect(end).toBeLessThan(10_000)
  // Another process's round goes on; this one's has ended.
  let others = 0
  const other = open()
  other.define('long-round', { kind: 'every', milliseconds: 1 }, async () => void others++)
  await other.start()
  await vi.waitFor(() => expect(others).toBeGreaterThan(5), { timeout: 15_000 })
  expect(parts).toBe(end)
})

it('waits for running work when it stops, and starts no more', async () => {
  const jobs = open()
  const events: string[] = []
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const slow = async () => {
    events.push('begun')
    await gate
    events.push('finished')
  }
  jobs.define('slow-round', { kind: 'every', milliseconds: 1 }, slow)
  let isAskedToGoOn: boolean | undefined
  jobs.define('slow-work', queue, async (_, isRunning) => {
    expect(isRunning()).toBe(true)
    await slow()
    isAskedToGoOn = isRunning()
  })
  await jobs.start()
  await inTransaction(database, (tx) => jobs.enqueue(tx, 'slow-work', {}))
  await vi.waitFor(() => expect(events).toEqual(['begun', 'begun']), { timeout: 15_000 })
  const stopped = jobs.stop(30_000).then(() => events.push('stopped'))
  letGo()
  await stopped
  expect(events).toEqual(['begun', 'begun', 'finished', 'finished', 'stopped'])
  expect(isAskedToGoOn).toBe(false)
  // Another process does the round as often as it likes, and this one never again.
  let rounds = 0
  const other = open()
  other.define('slow-round', { kind: 'every', milliseconds: 1 }, async () => void rounds++)
  await other.start()
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(5), { timeout: 15_000 })
  expect(events.at(-1)).toBe('stopped')
})

it('keeps the schedule in the database, without a duplicate from a second process', async () => {
  for (const jobs of [open(), open()]) {
    jobs.define('nightly', { kind: 'cron', cron: '17 3 * * *', limitSeconds: 60 }, async () => {})
    await jobs.start()
  }
  const schedules = await database
    .selectFrom('jobs.schedule' as never)
    .selectAll()
    .execute()
  expect(schedules).toMatchObject([{ name: 'nightly', cron: '17 3 * * *' }])
})

it('refuses duplicate and invalid names, and work before the start', async () => {
  const jobs = open()
  jobs.define('once', queue, async () => {})
  expect(() => jobs.define('once', queue, async () => {})).toThrow('twice')
  expect(() => jobs.define('two words', queue, async () => {})).toThrow('not a valid job name')
  await expect(inTransaction(database, (tx) => jobs.enqueue(tx, 'once', {}))).rejects.toThrow('not started')
})
