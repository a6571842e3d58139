// A database outage: calls answer 10030, and recover without a restart.

import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ensureAdministrator } from '../src/access/administrator.ts'
import { openHealth } from '../src/app/health.ts'
import { buildProduct, type Product } from '../src/app/index.ts'
import { addClientSecret, newClientSecret } from '../src/bridge/clients.ts'
import { readConfig } from '../src/config.ts'
import { inTransaction, type WritesSeen } from '../src/kit/database/database.ts'
import { openPulse, type Pulse } from '../src/kit/database/pulse.ts'
import { migrations } from '../src/migrations/index.ts'
import { freshDatabase } from './database.ts'
import { adminPassword } from './product.ts'

let product: Product
let dataDir: string
let way: Way
const appSecret = newClientSecret()

type Way = { url: string; cut(): Promise<void>; mend(): Promise<void>; hold(): void; letGo(): void }

/** A database's address: a socket folder, or a port. */
function placeOf(url: URL): NetConnectOpts {
  const host = decodeURIComponent(url.hostname)
  const port = Number(url.port || 5432)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** A connection to the database that can be cut. */
async function wayTo(databaseUrl: string): Promise<Way> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let isHeld = false
  const accept = (socket: Socket) => {
    const onward = connect(placeOf(target))
    if (isHeld) for (const one of [socket, onward]) one.pause()
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(from)
      // What is read is passed on, and nothing is read while the way is held: a host that is silent closes nothing.
      from.on('data', (bytes) => to.write(bytes))
      if (isHeld) from.pause()
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  }
  let server: Server
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer(accept).listen(port, '127.0.0.1', () =>
        resolve((server.address() as { port: number }).port),
      )
    })
  const port = await listen(0)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
    mend: async () => void (await listen(port)),
    hold() {
      isHeld = true
      for (const socket of open) socket.pause()
    },
    letGo() {
      isHeld = false
      for (const socket of open) socket.resume()
    },
  }
}

const login = async () => {
  const response = await product.app.inject({
    method: 'POST',
    url: '/cms/sys/login',
    payload: { username: 'admin', password: adminPassword },
  })
  return { status: response.statusCode, ...response.json<{ code: number; errorCode?: number; errorMsg?: string }>() }
}

beforeAll(async () => {
  way = await wayTo((await freshDatabase()).url)
  dataDir = mkdtempSync(join(tmpdir(), 'greenroom-test-'))
  product = await buildProduct(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), way.url)
  await ensureAdministrator(product.database, adminPassword)
  product.health.ready = true
  const { id } = await product.database
    .insertInto('bridge.client')
    .values({ name: 'App', created_by: 'test', created_at: new Date(), updated_by: 'test', updated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await inTransaction(product.database, (tx) =>
    addClientSecret(tx, product.seals, { clientId: id, secret: appSecret, by: 'test', at: new Date() }),
  )
  await product.bridge.clients.refresh()
})
afterAll(async () => {
  await product.close()
  await way.cut()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a call during the outage answers 10030, and the next one after it works', async () => {
  expect(await login()).toMatchObject({ status: 200, code: 200 })
  await way.cut()
  for (let round = 0; round < 3; round++) {
    const refused = await login()
    expect(refused).toMatchObject({ status: 200, code: 500, errorCode: 10030 })
    expect(refused.errorMsg).not.toMatch(/ECONN|127\.0\.0\.1/)
  }
  await way.mend()
  expect(await login()).toMatchObject({ status: 200, code: 200 })
})

test('the server is not ready without its database, and is again once it is back', async () => {
  const ready = async (query = '') => {
    const response = await product.app.inject({ method: 'GET', url: `/readyz${query}` })
    return { status: response.statusCode, ...response.json<object>() }
  }
  expect(await ready()).toEqual({ status: 200, ready: true })
  await way.cut()
  expect(await ready()).toEqual({ status: 503, ready: false, reasons: ['database'], database: 'unreachable' })
  // Its calls are still answered, and say why they cannot be done.
  expect(await ready('?serves')).toEqual({ status: 200, ready: true })
  await way.mend()
  expect(await ready()).toEqual({ status: 200, ready: true })
})

/** Asks until the answer is as expected. @returns after how many milliseconds it was */
async function until<T>(ask: () => Promise<T>, isIt: (answer: T) => boolean, withinMs: number): Promise<number> {
  const started = performance.now()
  for (;;) {
    const answer = await ask()
    const took = performance.now() - started
    if (isIt(answer)) return took
    if (took > withinMs) throw new Error(`not within ${withinMs} ms: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const readiness = async () => (await product.app.inject({ method: 'GET', url: '/readyz' })).statusCode
const state = async () => {
  const [id, target] = [`msg_${Math.random()}`, '/app/v1/state/countries']
  const at = new Date()
  const response = await product.app.inject({
    method: 'GET',
    url: target,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(appSecret).sign(id, at, Buffer.from(`GET ${target}`)),
    },
  })
  return { status: response.statusCode, ...response.json<{ code?: string; detail?: string }>() }
}

test('a host that goes silent: not ready and refused within five seconds, what waited as well, and well again two seconds after its return', async () => {
  expect(await state()).toMatchObject({ status: 200 })
  // Begun while the database answers, and unanswered when it falls silent.
  way.hold()
  const heldAt = performance.now()
  const waiting = Promise.all([login(), state()])
  const readyTook = await until(readiness, (status) => status === 503, 10_000)
  const [call, asked] = await waiting
  const waitedMs = performance.now() - heldAt
  expect([call, asked]).toMatchObject([
    { status: 200, code: 500, errorCode: 10030 },
    { status: 503, code: 'database' },
  ])
  expect(readyTook).toBeLessThan(5_000)
  expect(waitedMs).toBeLessThan(6_000)
  // From then on at once.
  const started = performance.now()
  expect(await Promise.all([login(), state()])).toMatchObject([{ errorCode: 10030 }, { status: 503, code: 'database' }])
  expect(performance.now() - started).toBeLessThan(1_000)
  way.letGo()
  const wellTook = await until(readiness, (status) => status === 200, 10_000)
  expect(await login()).toMatchObject({ status: 200, code: 200 })
  expect(await state()).toMatchObject({ status: 200 })
  expect(wellTook).toBeLessThan(2_500)
})

test('a server whose clock is wrong says so, and from thirty seconds on is not ready', async () => {
  let ahead = 0
  const written: string[] = []
  const pulse: Pulse = openPulse({ url: way.url, now: () => Date.now() + ahead, onSilent: () => {} })
  const health = openHealth({
    database: product.database,
    pulse,
    space: { lacking: async () => [] },
    logger: { write: (level, message) => written.push(`${level} ${message}`) },
    clockEveryMs: 10,
  })
  health.ready = true
  expect(await health.look()).toEqual({ ready: true })
  expect(Math.abs(health.clockOffsetMs()!)).toBeLessThan(1_000)
  for (const [ms, words] of [
    [-5_000, /^warn This server's clock is 5\.\d s behind the database's\.$/],
    [3_600_000, undefined],
  ] as const) {
    ahead = ms
    const answer = await health.look()
    if (words) await vi.waitFor(() => expect(written).toEqual([expect.stringMatching(words)]))
    if (Math.abs(ms) < 30_000) expect(answer).toEqual({ ready: true })
    else expect(answer).toMatchObject({ ready: false, reasons: ['clock'], clockOffsetMs: expect.any(Number) })
  }
  health.close()
  pulse.close()
})

test('a database that lacks a migration of this release is not ready for it', async () => {
  const last = Object.keys(migrations).at(-1)!
  await sql`update kysely_migration set name = 'away' where name = ${last}`.execute(product.database)
  await product.health.lookAtSchema()
  expect(await product.health.look()).toMatchObject({ ready: false, reasons: ['schema'], schema: last })
  await sql`update kysely_migration set name = ${last} where name = 'away'`.execute(product.database)
  await product.health.lookAtSchema()
  expect(await product.health.look()).toEqual({ ready: true })
})

test('the pulse says when others have written, and when it cannot know', async () => {
  const seen: (WritesSeen | undefined)[] = []
  const pulse = openPulse({
    url: way.url,
    now: Date.now,
    onSilent: () => {},
    onWrites: (one) => void seen.push(one),
    times: { everyMs: 5, answerMs: 500, againMs: 500 },
  })
  onTestFinished(() => pulse.close())
  const differs = (since: number, what: keyof WritesSeen) =>
    vi.waitFor(() => expect(new Set(seen.slice(since).map((one) => one?.[what])).size).toBeGreaterThan(1), 15_000)
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(1))
  const before = seen.length - 1
  await sql`insert into kit.reader (name) values ('seen by the pulse')`.execute(product.database)
  await Promise.all([differs(before, 'snapshot'), differs(before, 'rows')])
  way.hold()
  await vi.waitFor(() => expect(seen.at(-1)).toBe(undefined), 15_000)
  way.letGo()
  await vi.waitFor(() => expect(seen.at(-1)).toMatchObject({ rows: expect.stringMatching(/^\d+$/) }), 15_000)
})
