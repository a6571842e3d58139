// Failovers as they happen: three servers that stand by for each other in turn, and one product that has the addresses of all of them. The first
// failover is behind a synchronous standby, the second behind one that was not waited for.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventAnswer } from '@greenroom/contract/bridge.schema'
import { deliveryResume, deliverySwitch } from '@greenroom/contract/clients'
import { flowReconcile } from '@greenroom/contract/flow'
import { healthState } from '@greenroom/contract/installation'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ensureAdministrator } from '../src/access/administrator.ts'
import { openHealth } from '../src/app/health.ts'
import { buildProduct, type Product } from '../src/app/index.ts'
import { takeSample } from '../src/app/telemetry/index.ts'
import { readConfig } from '../src/config.ts'
import { inTransaction } from '../src/kit/database/database.ts'
import { migrate } from '../src/kit/database/migrate.ts'
import { checkServer, UnusableServer } from '../src/kit/database/serverVersion.ts'
import { openReplica, readWhole } from '../src/kit/standby/replica.ts'
import { checkSynchronous, lackOf, openStandbyWatch, standbysOf } from '../src/kit/standby/synchronous.ts'
import type { Logger } from '../src/kit/telemetry/logger.ts'
import { answersOf, type BridgeConnection, connect, type Line, registered } from './bridge.ts'
import { type Client, clientsOf } from './product.ts'
import { type Link, openLink, openStandbys, type Standbys, type Standing, untilStreaming } from './standby.ts'
import { adminPassword } from './started.ts'

let servers: Standbys
let [one, two, three]: Standing[] = []
let [first, second]: Link[] = []
let url: string
let dataDir: string
let product: Product
let app: BridgeConnection
let admin: Client
const said: string[] = []
const logger: Logger = {
  crash: (error) => void said.push(String(error)),
  write: (level, line) => void said.push(`${level} ${line}`),
  say: () => {},
  close: () => {},
}

const settings = () => ({
  DATABASE_URL: url,
  DATABASE_STANDBYS: 'sync',
  DATABASE_REPLICA_URL: servers.urlOf(servers.ports[1]!),
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
})

beforeAll(async () => {
  servers = await openStandbys(3)
  url = servers.urlOf(...servers.ports)
  dataDir = mkdtempSync(join(tmpdir(), 'greenroom-test-'))
  one = await servers.primary()
  await migrate(servers.urlOf(one.port))
  first = await openLink(one.port)
  two = await servers.standbyOf(one, 1, first)
  await expect(checkSynchronous(url)).rejects.toThrow(/synchronous_standby_names is empty/)
  await one.ask(`alter system set synchronous_standby_names = '*'`)
  await one.ask('select pg_reload_conf()')
  await untilStreaming(one)
  await checkServer(url)
  await checkSynchronous(url)
  product = await buildProduct(readConfig(settings()), url, { logger })
  await ensureAdministrator(product.database, adminPassword)
  product.health.ready = true
  app = await connect(product)
  admin = await clientsOf(product).login('admin', adminPassword)
}, 60_000)
afterAll(async () => {
  await product.close()
  first?.close()
  second?.close()
  await servers.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A busy machine takes longer. */
const patient = { timeout: 10_000 }
let people = 0
const batch = (): Line[] => app.linesOf([registered(++people, 'man'), registered(++people, 'woman')])
const bodyOf = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
/** What was answered for a batch; null if it was not taken. */
async function sent(lines: readonly Line[]): Promise<EventAnswer[] | null> {
  const response = await app.post(bodyOf(lines))
  return response.statusCode === 200 ? answersOf(response.body) : null
}
const idsIn = async (lines: readonly Line[]) => {
  const { rows } = await sql<{ id: string }>`
    select id::text from bridge.event where id = any (${lines.map(({ id }) => id)}::uuid[])`.execute(product.database)
  return new Set(rows.map(({ id }) => id))
}

/** Sends batches until one is taken after `meanwhile`. @returns those that were acknowledged, and whether any waited */
async function throughout(meanwhile: () => Promise<void>): Promise<Line[][]> {
  const taken: Line[][] = []
  let isOver = false
  const over = meanwhile().then(() => {
    isOver = true
  })
  for (const until = performance.now() + 15_000; performance.now() < until; ) {
    const lines = batch()
    const wasOver = isOver
    if (await sent(lines)) {
      taken.push(lines)
      if (wasOver) break
    } else await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await over
  return taken
}

const lastFailover = async () => (await admin.call(healthState, {})).database.failover
const looked = async () => {
  await sql`update kit.sample set at = at - interval '1 minute'`.execute(product.database)
  await takeSample(product.database, product.clock)
}

test('a replica is read once it has what was written, and the primary in its place while it is behind', async () => {
  const replica = openReplica({ url: servers.urlOf(two!.port), primary: product.database, onError: () => {} })
  const seen = (lines: readonly Line[]) =>
    replica.read(async (database) => {
      const { rows } = await sql<{ at: boolean; n: number }>`
        select pg_is_in_recovery() as at, count(*)::int as n from bridge.event where id = any (${lines.map(({ id }) => id)}::uuid[])`.execute(
        database,
      )
      return rows[0]
    })
  const mine = batch()
  await sent(mine)
  expect(await seen(mine)).toEqual({ at: true, n: 2 })
  expect(await readWhole({ url: 'primary', replica }, async (at) => at)).toBe(replica.url)
  const breaking = (code: string) => async (at: string) => {
    if (at === replica.url) throw Object.assign(new Error('the replica breaks off'), { code })
    return at
  }
  expect(await readWhole({ url: 'primary', replica }, breaking('40001'))).toBe('primary')
  await expect(readWhole({ url: 'primary', replica }, breaking('40001'), () => false)).rejects.toThrow('breaks off')
  await expect(readWhole({ url: 'primary', replica }, breaking('42P01'))).rejects.toThrow('breaks off')
  // Commits that do not wait for it, or nothing could be written while it is held.
  first!.hold()
  await product.database.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = local`.execute(tx)
    await sql`update kit.installation set id = id`.execute(tx)
  })
  expect(await seen(mine)).toEqual({ at: false, n: 2 })
  expect(replica.state()).toMatchObject({ state: 'behind', lagSeconds: expect.any(Number) })
  first!.letGo()
  await vi.waitFor(async () => {
    await replica.look()
    expect(replica.state()).toEqual({ state: 'used', lagSeconds: 0 })
  }, patient)
  await replica.close()
})

test('dashboards and the reconciliation are answered by the replica, as Health shows', async () => {
  await looked()
  await admin.call(flowReconcile, {})
  const { database } = await admin.call(healthState, {})
  expect(database).toMatchObject({
    mode: 'sync',
    failover: null,
    replica: { state: 'used', lagSeconds: 0 },
    standbys: [{ name: 'standby1', synchronous: true }],
  })
  const onReplica = await two!.ask<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where application_name = 'greenroom' and query not like '%pg_last_wal_replay_lsn%'`,
  )
  expect(onReplica[0]!.n).toBeGreaterThan(0)
})

test('a commit that no standby confirms is not acknowledged', async () => {
  first!.hold()
  const late = inTransaction(product.database, (tx) => sql`update kit.installation set id = id`.execute(tx))
  // As an operator may do it: PostgreSQL then calls the commit done.
  const cancelled = vi.waitFor(async () => {
    const rows = await one!.ask(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'`,
    )
    expect(rows.length).toBeGreaterThan(0)
  }, patient)
  await expect(late).rejects.toMatchObject({ code: '08007' })
  await cancelled
  first!.letGo()
  await inTransaction(product.database, (tx) => sql`update kit.installation set id = id`.execute(tx))
  expect(lackOf(await standbysOf(product.database))).toBeNull()
})

test('behind a synchronous standby a failover loses nothing that was acknowledged, and says so; the product goes to the new primary by itself', async () => {
  const taken = await throughout(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await one!.kill()
    await two!.promote()
  })
  expect(taken.length).toBeGreaterThan(1)
  expect((await idsIn(taken.flat())).size).toBe(taken.flat().length)
  await looked()
  expect(await lastFailover()).toMatchObject({ outcome: 'complete', transactions: 0, seconds: 0 })
  expect(await admin.call(deliverySwitch, {})).toMatchObject({ off: null })
  expect(said.join('\n')).toMatch(/warn The database failed over to timeline 2: nothing is lost/)
  // The new primary waits for nobody: an alarm, but the product serves.
  expect(lackOf(await standbysOf(product.database))).toBe('names')
  expect(await product.health.look()).toEqual({ ready: true })
  // Told to wait, while nobody is there to wait for: not ready, from the second look on.
  await two!.ask(`alter system set synchronous_standby_names = '*'`)
  await two!.ask('select pg_reload_conf()')
  const changes: (string | null)[] = []
  const watch = openStandbyWatch(product.database, (lack) => changes.push(lack), 3_600_000)
  const pulse = { ask: async () => true, clockOffsetMs: () => 0, close: () => {} }
  const health = openHealth({
    database: product.database,
    pulse,
    space: { lacking: async () => [] },
    logger,
    standby: watch,
  })
  health.ready = true
  await vi.waitFor(async () => expect(lackOf(await standbysOf(product.database))).toBe('standby'), patient)
  await watch.look()
  expect(await health.look()).toEqual({ ready: true })
  await watch.look()
  expect(await health.look()).toEqual({ ready: false, reasons: ['standby'] })
  await two!.ask(`alter system reset synchronous_standby_names`)
  await two!.ask('select pg_reload_conf()')
  await vi.waitFor(async () => expect(lackOf(await standbysOf(product.database))).toBe('names'), patient)
  await watch.look()
  await watch.look()
  // Without a name nobody waits.
  expect(await health.look()).toEqual({ ready: true })
  expect(changes).toEqual(['standby', 'names'])
  watch.close()
  health.close()
  // Nobody has to ask: it looks by itself.
  const noticed: (string | null)[] = []
  const own = openStandbyWatch(product.database, (lack) => noticed.push(lack), 20)
  await vi.waitFor(() => expect(noticed).toEqual(['names']), patient)
  own.close()
})

test('behind a standby that is not waited for, what was lost is told exactly: deliveries are off until the app has sent it again', async () => {
  second = await openLink(two!.port)
  three = await servers.standbyOf(two!, 2, second)
  await untilStreaming(two!)
  const before = await throughout(async () => {})
  await untilStreaming(two!)
  second.hold()
  const since = new Date()
  const lost: Line[][] = []
  for (let n = 0; n < 5; n++) {
    const lines = batch()
    expect(await sent(lines)).not.toBeNull()
    lost.push(lines)
  }
  const names = async (statement: string) => {
    await three!.ask(`alter system ${statement}`)
    await three!.ask('select pg_reload_conf()')
  }
  const after = await throughout(async () => {
    // As a cluster manager sets it everywhere: nobody stands by the new primary yet, and what was lost is known and read all the same.
    await names(`set synchronous_standby_names = '*'`)
    await two!.kill()
    await three!.promote()
    const judged = sql`select from kit.failover where timeline = 3`
    await vi.waitFor(async () => expect((await judged.execute(product.database)).rows).toHaveLength(1), patient)
    await names('reset synchronous_standby_names')
  })
  expect((await idsIn(before.flat())).size).toBe(before.flat().length)
  const there = await idsIn(lost.flat())
  expect(there.size).toBe(0)
  await looked()
  const failover = await lastFailover()
  expect(failover).toMatchObject({ outcome: 'lost' })
  expect(failover!.transactions).toBeGreaterThanOrEqual(5)
  expect(failover!.seconds).toBeGreaterThanOrEqual(1)
  expect(Math.abs(new Date(failover!.from!).getTime() - since.getTime())).toBeLessThan(5_000)
  const { off } = await admin.call(deliverySwitch, {})
  expect(off).toMatchObject({ restoredTo: null, lost: { outcome: 'lost', transactions: failover!.transactions } })
  expect(said.join('\n')).toMatch(
    /error The database failed over to timeline 3: \d+ transactions of the last \d+ s are lost/,
  )
  // Sent again with their ids: what is there is a duplicate, what was lost is taken.
  const again = await Promise.all([...before.slice(-1), ...lost, ...after.slice(-1)].map(sent))
  expect(again.map((answers) => answers!.map(({ status }) => status))).toEqual([
    ['duplicate', 'duplicate'],
    ...lost.map(() => ['accepted', 'accepted']),
    ['duplicate', 'duplicate'],
  ])
  await admin.call(deliveryResume, { reason: 'the app has sent it again' })
  expect(await admin.call(deliverySwitch, {})).toMatchObject({ off: null })
  const { rows } = await sql<{ before: object }>`
    select before from log.readable where operation = 'client.resume' order by id desc limit 1`.execute(
    product.database,
  )
  expect(rows[0]!.before).toMatchObject({ lost: failover!.transactions, lostSince: failover!.from })
})

test('an address whose hosts all fail says why of each, and a standby alone is waited for', async () => {
  await expect(checkServer(servers.urlOf(one!.port, two!.port))).rejects.toBeInstanceOf(UnusableServer)
})
