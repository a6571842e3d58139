import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandData } from '@greenroom/contract/bridgeCommands.schema'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { testSeals } from '../../../test/seals.ts'
import { type Database, inTransaction, openDatabase } from '../../kit/database/database.ts'
import type { Command } from '../bridge.handler.ts'
import { addClientSecret, type Clients, newClientSecret, openClients } from '../clients.ts'
import { send } from '../outbox.ts'
import { type Outbox, type OutboxTimes, openOutbox } from './delivery.loop.ts'
import { openReceiver, type Receiver } from './delivery.receiver.fixture.ts'
import { sweepOutbox } from './delivery.sweep.ts'

let database: Database
let clients: Clients
const opened: Outbox[] = []
const receivers: Receiver[] = []
const errors: unknown[] = []

beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 10 })
  clients = await openClients(database, testSeals, 60_000)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((outbox) => outbox.close()))
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  await database.deleteFrom('bridge.client').execute()
  await database.deleteFrom('bridge.command').execute()
  expect(errors.splice(0)).toEqual([])
})
afterAll(async () => {
  clients.close()
  await database.destroy()
})

const quick: Partial<OutboxTimes> = {
  pollMs: 20,
  firstWaitMs: 40,
  longestWaitMs: 80,
  timeoutMs: 2_000,
  leaseMs: 10_000,
}
let made = 0

async function aReceiver(): Promise<Receiver & { clientId: number; secret: string }> {
  const secret = newClientSecret()
  const receiver = await openReceiver(secret)
  receivers.push(receiver)
  return Object.assign(receiver, { secret, clientId: await aClient(receiver.url, [secret]) })
}

async function aClient(endpoint: string, secrets: string[]): Promise<number> {
  const at = new Date()
  const { id } = await database
    .insertInto('bridge.client')
    .values({ name: `client ${++made}`, endpoint, created_by: 't', created_at: at, updated_by: 't', updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const secret of secrets)
    await inTransaction(database, (tx) => addClientSecret(tx, testSeals, { clientId: id, secret, by: 't', at }))
  await clients.refresh()
  return id
}

function outbox(times: Partial<OutboxTimes> = {}, allowPrivate = true): Outbox {
  const box = openOutbox({
    database,
    clients,
    onError: (error) => errors.push(error),
    allowPrivate,
    times: { ...quick, ...times },
  })
  opened.push(box)
  return box
}

const ban = (user: number, reason: string): Command => ({
  type: 'user.unbanned',
  subject: `user:${user}`,
  data: { userId: user, reason } satisfies CommandData<'user.unbanned'>,
})
const wallet = (user: number, bonus: number): Command => ({
  type: 'wallet.changed',
  subject: `user:${user}`,
  data: { userId: user, paidTokens: 0, promoTokens: 0, bonus },
})
const put = (...commands: Command[]) => inTransaction(database, (tx) => send(tx, new Date(), commands))
const rows = () => database.selectFrom('bridge.delivery').selectAll().orderBy('seq').execute()
const states = async () => (await rows()).map((row) => row.state)
const allAre = (state: string) =>
  vi.waitFor(async () => expect(new Set(await states())).toEqual(new Set([state])), 10_000)
const reasons = (receiver: Receiver, user: number) =>
  receiver.received.filter((one) => one.subject === `user:${user}`).map((one) => one.data.reason)

it('posts the command signed with every valid secret, and keeps its id when retrying', async () => {
  const receiver = await aReceiver()
  const second = newClientSecret()
  const at = new Date()
  await inTransaction(database, (tx) =>
    addClientSecret(tx, testSeals, { clientId: receiver.clientId, secret: second, by: 't', at }),
  )
  const lapsed = {
    clientId: receiver.clientId,
    secret: newClientSecret(),
    by: 't',
    at,
    expiresAt: new Date(at.getTime() - 1),
  }
  await inTransaction(database, (tx) => addClientSecret(tx, testSeals, lapsed))
  await clients.refresh()
  let tries = 0
  receiver.answer = () => (++tries < 3 ? 500 : 200)
  await put(ban(1, 'a'))
  outbox().start()
  await allAre('delivered')
  expect(receiver.received).toHaveLength(3)
  const [row] = await rows()
  expect(new Set(receiver.received.map((one) => one.headers['webhook-id']))).toEqual(new Set([row!.command_id]))
  expect(String(receiver.received[0]!.headers['webhook-signature']).split(' ')).toHaveLength(2)
  const { Webhook } = await import('standardwebhooks')
  for (const secret of [receiver.secret, second])
    new Webhook(secret).verify(receiver.received[0]!.body, receiver.received[0]!.headers as Record<string, string>)
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
    id: row!.command_id,
    type: 'user.unbanned',
    subject: 'user:1',
    data: { userId: 1, reason: 'a' },
  })
  expect(row).toMatchObject({ attempts: 3, last_status: 200, last_error: null, lease: null })
})

it('a round that fails is reported, and the next delivers', async () => {
  const receiver = await aReceiver()
  await put(ban(1, 'a'))
  await sql`alter table bridge.delivery rename to away`.execute(database)
  outbox().start()
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0), 10_000)
  await sql`alter table bridge.away rename to delivery`.execute(database)
  await allAre('delivered')
  expect(reasons(receiver, 1)).toEqual(['a'])
  expect(errors.splice(0)[0]).toMatchObject({ code: '42P01' })
})

it('keeps a lane in order under failures with three outboxes, and does not block other lanes', async () => {
  const receiver = await aReceiver()
  const seen = new Map<string, number>()
  const under = new Map<string, number>()
  let worst = 0
  receiver.answer = async ({ id, subject }) => {
    const lane = under.get(subject) ?? 0
    worst = Math.max(worst, lane + 1)
    under.set(subject, lane + 1)
    await sleep(2)
    under.set(subject, under.get(subject)! - 1)
    const tries = (seen.get(id) ?? 0) + 1
    seen.set(id, tries)
    // Every third command fails once.
    return tries === 1 && Number.parseInt(id.slice(-1), 16) % 3 === 0 ? 503 : 204
  }
  const boxes = [outbox(), outbox(), outbox()]
  for (const box of boxes) box.start()
  const users = [1, 2, 3, 4, 5, 6, 7, 8]
  for (let turn = 0; turn < 15; turn++) await put(...users.map((user) => ban(user, String(turn))))
  await allAre('delivered')
  expect(worst).toBe(1)
  for (const user of users) {
    // A failed one appears twice in a row.
    const order = reasons(receiver, user)
    expect(order.filter((reason, at) => reason !== order[at - 1])).toEqual(
      Array.from({ length: 15 }, (_, at) => String(at)),
    )
  }
})

it('delivers what a lost process had leased, once its lease has expired', async () => {
  const receiver = await aReceiver()
  await put(ban(1, 'a'), ban(1, 'b'))
  const leasedUntil = (until: Date) =>
    sql`update bridge.delivery set lease = ${'01900000-0000-7000-8000-000000000001'}, leased_until = ${until},
        next_at = ${until} where subject = 'user:1'`.execute(database)
  await leasedUntil(new Date(Date.now() + 3_600_000))
  await put(ban(2, 'beside'))
  outbox().start()
  await vi.waitFor(() => expect(reasons(receiver, 2)).toEqual(['beside']), 10_000)
  expect(reasons(receiver, 1)).toEqual([])
  await leasedUntil(new Date(Date.now() - 1))
  await allAre('delivered')
  expect(reasons(receiver, 1)).toEqual(['a', 'b'])
})

/** Lets the retry window of what was tried end: the next try is the last. A running try would set it back. */
const beganAnHourAgo = ({ clientId }: { clientId: number }) =>
  sql`update bridge.delivery set first_at = now() - interval '1 hour'
       where client_id = ${clientId} and first_at is not null`.execute(database)

it('gives up after the retry window, and the lane continues', async () => {
  const receiver = await aReceiver()
  receiver.answer = ({ data }) => (data.reason === 'poison' ? 400 : 204)
  await put(ban(1, 'poison'), ban(1, 'after'), ban(2, 'beside'))
  outbox({ windowMs: 3_000_000 }).start()
  await vi.waitFor(async () => {
    expect((await rows())[0]!.attempts).toBeGreaterThan(2)
    expect(await states()).toEqual(['waiting', 'waiting', 'delivered'])
  }, 10_000)
  await vi.waitFor(async () => {
    await beganAnHourAgo(receiver)
    expect(await states()).toEqual(['dead', 'delivered', 'delivered'])
  }, 10_000)
  const [dead] = await rows()
  expect(dead).toMatchObject({ last_status: 400, last_error: 'answered 400' })
})

it('a blocked lane hides no other, however long it is', async () => {
  const receiver = await aReceiver()
  receiver.answer = ({ subject }) => (subject === 'user:1' ? 503 : 204)
  for (let part = 0; part < 4; part++) await put(...Array.from({ length: 500 }, () => ban(1, 'x')))
  const box = outbox({ firstWaitMs: 60_000, longestWaitMs: 60_000 })
  box.start()
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000)
  await put(ban(2, 'beside'))
  await vi.waitFor(() => expect(reasons(receiver, 2)).toEqual(['beside']), 10_000)
  expect(reasons(receiver, 1)).toEqual(['x'])
})

it('supersedes balances that are outdated when they are due', async () => {
  const receiver = await aReceiver()
  await put(wallet(1, 1), wallet(2, 1), wallet(1, 2))
  await put(wallet(1, 3))
  outbox().start()
  await vi.waitFor(
    async () => expect((await states()).toSorted()).toEqual(['delivered', 'delivered', 'superseded']),
    10_000,
  )
  expect(new Map(receiver.received.map((one) => [one.subject, one.data.bonus]))).toEqual(
    new Map([
      ['user:1', 3],
      ['user:2', 1],
    ]),
  )
  expect(receiver.received).toHaveLength(2)
})

it('follows no redirect', async () => {
  const receiver = await aReceiver()
  const elsewhere = await aReceiver()
  await database.updateTable('bridge.client').set({ enabled: false }).where('id', '=', elsewhere.clientId).execute()
  receiver.answer = (_, answer) => void answer.writeHead(302, { location: elsewhere.url }).end()
  await put(ban(1, 'a'))
  outbox({ windowMs: 100 }).start()
  await allAre('dead')
  expect(elsewhere.received).toEqual([])
  expect((await rows())[0]).toMatchObject({ last_status: 302, last_error: 'answered 302; redirects are not followed' })
})

it('posts to no private address unless allowed, whether literal or resolved', async () => {
  const receiver = await aReceiver()
  const port = new URL(receiver.url).port
  const key = newClientSecret()
  await aClient(`http://localhost:${port}/`, [key])
  await aClient(`http://0x7f.1:${port}/`, [key])
  await aClient(`http://[::ffff:127.0.0.1]:${port}/`, [key])
  await put(ban(1, 'a'))
  outbox({ windowMs: 100 }, false).start()
  await allAre('dead')
  expect(receiver.received).toEqual([])
  expect(new Set((await rows()).map((row) => row.last_error))).toEqual(new Set(['the address is not public']))
})

it('a slow receiver blocks no other client, no transaction, and few connections', async () => {
  const slow = await aReceiver()
  const fast = await aReceiver()
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  slow.answer = async () => {
    await gate
    return 204
  }
  await put(...Array.from({ length: 60 }, (_, at) => ban(at + 1, 'a')))
  // Slow is not a time-out, however busy the machine is.
  outbox({ timeoutMs: 60_000, leaseMs: 600_000 }).start()
  await vi.waitFor(() => expect(fast.received).toHaveLength(60), 10_000)
  await vi.waitFor(() => expect(slow.open()).toBeGreaterThan(0), 10_000)
  expect(slow.open()).toBeLessThanOrEqual(32)
  // A post inside a transaction would keep one open for as long as the receiver is silent.
  await vi.waitFor(async () => {
    const { rows: open } = await sql`
      select pid from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(database)
    expect(open).toEqual([])
  }, 10_000)
  letGo()
  await allAre('delivered')
  expect(slow.received).toHaveLength(60)
})

it('aborts a receiver that never answers at the time-out, and does not read an endless answer', async () => {
  const silent = await aReceiver()
  const endless = await aReceiver()
  silent.answer = () => {}
  endless.answer = (_, answer) => {
    answer.writeHead(200)
    const more = setInterval(() => answer.write('x'.repeat(20_000)), 5)
    answer.on('close', () => clearInterval(more))
  }
  await put(ban(1, 'a'))
  // On a busy machine the endless answer may begin too late, and is tried again.
  outbox({ timeoutMs: 150, windowMs: 3_000_000 }).start()
  await vi.waitFor(async () => {
    await beganAnHourAgo(silent)
    expect(await states()).toEqual(['dead', 'delivered'])
  }, 10_000)
  expect((await rows())[0]!.last_error).toBe('no answer within 0.15 s')
})

it('waits while the client is disabled; closing releases what was not started', async () => {
  const receiver = await aReceiver()
  const other = await aReceiver()
  await put(ban(1, 'a'), ban(1, 'b'))
  const enable = async (enabled: boolean) => {
    await database.updateTable('bridge.client').set({ enabled }).where('id', '=', receiver.clientId).execute()
    await clients.refresh()
  }
  await enable(false)
  const box = outbox()
  box.start()
  await vi.waitFor(() => expect(reasons(other, 1)).toEqual(['a', 'b']), 10_000)
  expect(receiver.received).toEqual([])
  receiver.answer = () => {
    void box.close()
    return 204
  }
  await enable(true)
  const its = async () => (await rows()).filter((row) => row.client_id === receiver.clientId)
  await vi.waitFor(
    async () => expect((await its()).map(({ state }) => state)).toEqual(['delivered', 'waiting']),
    10_000,
  )
  expect(await its()).toMatchObject([{ lease: null }, { lease: null, attempts: 0 }])
})

it('sweeps old deliveries, and keeps pending and dead ones', async () => {
  const receiver = await aReceiver()
  receiver.answer = ({ data }) => (data.reason === 'poison' ? 400 : 204)
  await put(ban(1, 'a'), ban(2, 'poison'))
  const box = outbox({ windowMs: 50 })
  box.start()
  await vi.waitFor(async () => expect(await states()).toEqual(['delivered', 'dead']), 10_000)
  await box.close()
  await put(ban(3, 'waits'))
  expect(await sweepOutbox(database, 30)).toBe(0)
  expect(await sweepOutbox(database, -1)).toBe(1)
  expect(await states()).toEqual(['dead', 'waiting'])
})

it('stops while a receiver hangs: the try is aborted, counted, and repeated after the next start', async () => {
  const receiver = await aReceiver()
  receiver.answer = () => {}
  await put(ban(1, 'a'), ban(1, 'b'))
  const box = outbox({ timeoutMs: 600_000, leaseMs: 3_600_000 })
  box.start()
  await vi.waitFor(() => expect(receiver.open()).toBe(1), 10_000)
  await box.close()
  expect(await rows()).toMatchObject([
    { state: 'waiting', attempts: 1, lease: null, last_error: 'Greenroom stopped before the answer arrived' },
    { state: 'waiting', attempts: 0, lease: null, last_error: null },
  ])
  receiver.answer = () => 204
  outbox().start()
  await allAre('delivered')
  expect(reasons(receiver, 1)).toEqual(['a', 'a', 'b'])
})
