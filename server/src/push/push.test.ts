// The stream as a browser reads it, from two servers on one database.
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { logout } from '@greenroom/contract/access'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BridgeConnection, connect } from '../../test/bridge.ts'
import { everyMenu, person } from '../../test/people.ts'
import { startProduct, type TestProduct } from '../../test/product.ts'
import { asApplication } from '../../test/server.ts'
import { buildProduct, type Product } from '../app/index.ts'
import { readConfig } from '../config.ts'
import { appUser } from '../rooms/users/people.fixture.ts'
import { listenTo } from './push.fixture.ts'

let product: TestProduct
let other: Product
let app: BridgeConnection
let here: string
let there: string

const listening = async (server: Product): Promise<string> => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  server.health.ready = true
  return `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
}
const another = () =>
  buildProduct(readConfig({ DATA_DIR: product.dataDir, LOG_LEVEL: 'error' }), asApplication(product.databaseUrl))

beforeAll(async () => {
  product = await startProduct()
  other = await another()
  ;[here, there] = [await listening(product), await listening(other)]
  app = await connect(product)
})
afterAll(async () => {
  await other.close()
  await product.close()
})

let rooms = 0
async function room(riskScore = 0): Promise<string> {
  const liveId = `room-${++rooms}`
  await app.send([
    { type: 'live.started', data: { liveId, userId: await appUser(product), title: 'Hello', rate: 0 } },
    { type: 'live.snapshot', data: { liveId, url: 'https://app.example/1.jpg', score: riskScore, labels: ['a'] } },
  ])
  return liveId
}
const watcher = async () => (await person(product, { permissions: { 'live.monitor': 1 } })).token
const idsIn = (news: unknown, what: 'began' | 'changed' | 'ended') =>
  (news as Record<string, { id: string }[]>)[what]!.map(({ id }) => id)

test('a change through one server is sent by both, first in full and then as differences', async () => {
  const token = await watcher()
  const readers = await Promise.all([here, there].map((url) => listenTo(url, token)))
  for (const reader of readers)
    expect(await reader.next()).toMatchObject({ event: 'reset', data: { topic: 'monitor' } })
  const liveId = await room(0.7)
  for (const reader of readers) {
    const { data } = await reader.nextOf('news')
    expect((data['news'] as { began: unknown[] }).began).toEqual([
      expect.objectContaining({ kind: 'live', id: liveId, riskScore: 0.7, labels: ['a'], viewers: 0 }),
    ])
  }
  await app.send([{ type: 'live.heartbeat', data: { liveId, viewers: 12 } }])
  for (const reader of readers)
    expect((await reader.nextOf('news')).data['news']).toEqual({
      began: [],
      changed: [{ kind: 'live', id: liveId, viewers: 12 }],
      ended: [],
    })
  await app.send([{ type: 'live.ended', data: { liveId, reason: 'left' } }])
  for (const reader of readers) {
    expect(idsIn((await reader.nextOf('news')).data['news'], 'ended')).toEqual([liveId])
    reader.close()
  }
})

test('reconnecting to the same server continues the stream; another server sends a reset', async () => {
  const token = await watcher()
  const staying = await listenTo(here, token)
  const first = await listenTo(here, token)
  const { id: lastId } = await first.nextOf('reset')
  first.close()
  const liveId = await room()
  await staying.nextOf('news')
  const again = await listenTo(here, token, { lastId })
  const missed = await again.next()
  expect(missed?.event).toBe('news')
  expect(idsIn(missed?.data['news'], 'began')).toEqual([liveId])
  const elsewhere = await listenTo(there, token, { lastId })
  expect(await elsewhere.next()).toMatchObject({ event: 'reset' })
  for (const reader of [staying, again, elsewhere]) reader.close()
})

test('only signed-in callers with the menu may listen, and only to known topics', async () => {
  const { token } = await person(product, { permissions: { 'live.records': 3 } })
  expect((await listenTo(here, undefined)).refused).toMatchObject({ code: 500, errorCode: 10007 })
  expect((await listenTo(here, 'x'.repeat(43))).refused).toMatchObject({ errorCode: 10007 })
  expect((await listenTo(here, token)).refused).toMatchObject({
    errorCode: 10026,
    detail: [{ reason: 'menu.missing' }],
  })
  for (const topic of ['', 'unknown', 'monitor,unknown', 'toString'])
    expect((await listenTo(here, await watcher(), { topic })).refused).toMatchObject({
      errorCode: 10009,
      detail: [{ reason: 'record.none' }],
    })
})

test('a guild’s or an agent’s caller hears nothing of the platform', async () => {
  const { token } = await person(product, { permissions: everyMenu(3), agentId: 5 })
  expect((await listenTo(here, token)).refused).toMatchObject({
    errorCode: 10026,
    detail: [{ reason: 'account.kind' }],
  })
})

test('the end of the session ends the stream permanently', async () => {
  const { token, client } = await person(product, { permissions: { 'live.monitor': 1 } })
  const reader = await listenTo(there, token)
  await reader.nextOf('reset')
  await client.call(logout, {})
  expect((await reader.nextOf('end')).data).toEqual({ why: 'session' })
  expect(await reader.next()).toBeNull()
})

test('losing the menu ends the topic', async () => {
  const { token, roleId } = await person(product, { permissions: { 'live.monitor': 1 } })
  const reader = await listenTo(here, token)
  await reader.nextOf('reset')
  await product.database.deleteFrom('access.role_menu').where('role_id', '=', roleId).execute()
  expect((await reader.nextOf('forbidden')).data).toEqual({ topic: 'monitor' })
  expect(await reader.next()).toBeNull()
})

test('a reader that doesn’t read is dropped, and the others continue', async () => {
  const token = await watcher()
  const slow = await listenTo(here, token)
  const quick = await listenTo(here, token)
  await quick.nextOf('reset')
  const [liveId, userId] = ['room-loud', await appUser(product)]
  // Half a megabyte of news: titles are not sent, labels are.
  await app.send([{ type: 'live.started', data: { liveId, userId, title: '', rate: 0 } }])
  // Those of earlier tests may end a moment later.
  await vi.waitFor(() => expect(product.push.streams()).toBe(2), 10_000)
  for (let round = 0; round < 40 && product.push.streams() === 2; round++) {
    await product.database
      .updateTable('live.session')
      .set({ labels: Array.from({ length: 20 }, (_, at) => `${'label '.repeat(5_000)}${round} ${at}`) })
      .where('id', '=', liveId)
      .execute()
    await quick.nextOf('news')
  }
  expect(product.push.streams()).toBe(1)
  await product.database.updateTable('live.session').set({ labels: [] }).where('id', '=', liveId).execute()
  expect((await quick.nextOf('news')).event).toBe('news')
  slow.close()
  quick.close()
})

test('a session may open a limited number of streams', async () => {
  const token = await watcher()
  const readers = await Promise.all(Array.from({ length: 40 }, () => listenTo(here, token)))
  expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await listenTo(here, token)).refused).toMatchObject({ errorCode: 10008 })
  for (const reader of readers) reader.close()
  while (product.push.streams() > 0) await pause(10)
})

test('a server that closes ends its streams at once, and answers 503 meanwhile', async () => {
  const last = await another()
  const url = await listening(last)
  const token = await watcher()
  const reader = await listenTo(url, token)
  await reader.nextOf('reset')
  last.health.draining = true
  expect((await listenTo(url, token)).status).toBe(503)
  await last.close()
  expect(await reader.next()).toBeNull()
})
