// The past of an old console, replayed by a client of its own: made by two, its figures by day are those of the events' moments, and nobody is told.
import {
  clientEnable,
  clientHistoryClose,
  clientList,
  clientSave,
  clientSecretReveal,
  clientUpdate,
} from '@greenroom/contract/clients'
import { flowReconcile } from '@greenroom/contract/flow'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldPlatform, verifyLedger, verifyNew } from '../src/ledger/index.ts'
import { foldDays } from '../src/rooms/flow/flowDaily.service.ts'
import { addedClient, answersOf, connect, type Sent, signedWith } from './bridge.ts'
import { person } from './people.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'
import { settled } from './settled.ts'

let product: TestProduct
let maker: Client
let checker: Client
let secret: string
let clientId: number
const reason = 'the old console'
const day = 86_400_000

beforeAll(async () => {
  product = await startProduct()
  const permissions = { 'system.bridge': 3, 'system.approval': 3, 'flow.reconcile': 1 } as const
  maker = (await person(product, { permissions })).client
  checker = (await person(product, { permissions })).client
  // Another client, which gets every command.
  await addedClient(product, { endpoint: 'https://app.example/greenroom' })
})
afterAll(() => product.close())

const rowOf = async () =>
  (await maker.call(clientList, { size: 200 })).records.find((row) => row.clientId === clientId)!
async function sent(events: readonly Sent[]) {
  const other = await connect(product)
  const body = other
    .linesOf(events)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
  const headers = { 'content-type': 'application/x-ndjson', ...signedWith(secret, body) }
  return product.app.inject({ method: 'POST', url: '/app/v1/events', headers, payload: body })
}
const commands = async () =>
  (
    await sql<{ type: string }>`select type from bridge.command where type <> 'system.config' order by at, id`.execute(
      product.database,
    )
  ).rows.map(({ type }) => type)

test('is made by two, and only as old as they said', async () => {
  const wanted = { name: 'The past', historyDays: 60 }
  expect(await maker.refused(clientSave, { ...wanted, endpoint: 'https://app.example/x' })).toMatchObject({
    code: 20000,
    reason: 'client.history',
  })
  expect(await maker.refused(clientSave, { ...wanted, historyDays: 93 })).toMatchObject({
    code: 10009,
    reason: 'field.tooLarge',
  })
  const { approvalId, applied } = await maker.call(clientSave, wanted)
  expect(applied).toBe(false)
  const alone = await maker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  expect(alone.outcomes).toMatchObject([{ ok: false, errorCode: 10026, reason: 'approval.yourself' }])
  await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  const { records } = await maker.call(clientList, { size: 200 })
  const made = records.find(({ name }) => name === 'The past')!
  expect(made).toMatchObject({ history: { days: 60, closedAt: null }, endpoint: '', can: { closeHistory: true } })
  clientId = made.clientId
  ;({ secret } = await maker.call(clientSecretReveal, { secretId: made.secrets[0]!.secretId }))
  await product.bridge.clients.refresh()
  // Its age is no field of the form, and an endpoint would be told of everything.
  const same = { clientId, version: made.version, name: made.name }
  expect(await maker.refused(clientUpdate, { ...same, endpoint: 'https://app.example/x' })).toMatchObject({
    code: 20000,
    reason: 'client.history',
  })
  await maker.call(clientUpdate, { ...same, historyDays: 92 } as never)
  expect((await rowOf()).history).toEqual({ days: 60, closedAt: null })
})

test('is taken when it is sent again, if there was no room for its months', async () => {
  const name = (from: string, to: string) =>
    sql`alter function kit.${sql.id(from)}(regclass, date, int, boolean) rename to ${sql.id(to)}`.execute(product.owner)
  const data = {
    userId: 500,
    nickname: 'P500',
    sex: 'man',
    country: 'DE',
    language: 'en',
    platform: 'ios',
    deviceId: 'd',
  }
  const events = [{ type: 'user.registered', at: new Date(product.clock.now().getTime() - 55 * day), data }] as never
  await name('ensure_months', 'away')
  expect((await sent(events)).statusCode).toBe(500)
  await name('away', 'ensure_months')
  expect(answersOf((await sent(events)).body)).toMatchObject([{ status: 'accepted' }])
})

test('its events count on the days on which they happened, and send nothing', async () => {
  const now = product.clock.now().getTime()
  const at = (days: number, minutes = 0) => new Date(now - days * day + minutes * 60_000)
  const order = (orderId: string, tokens: number) => ({
    orderId,
    userId: 501,
    product: 'p',
    tokens,
    promoTokens: 0,
    usdCents: tokens,
    gateway: 'play',
  })
  const registered = (userId: number, sex: 'man' | 'woman', deviceId: string) =>
    ({ userId, nickname: `P${userId}`, sex, country: 'DE', language: 'en', platform: 'ios', deviceId }) as const
  await sql`
    insert into users.device (id, first_seen_at, last_seen_at, banned) values ('banned', now(), now(), true), ('banned-2', now(), now(), true)`.execute(
    product.database,
  )
  for (const id of ['banned', 'banned-2'])
    await sql`
      insert into users.ban (id, device_id, kind, reason, by, at) values (gen_random_uuid(), ${id}, 'device', 'x', 'x', ${at(59)})`.execute(
      product.database,
    )
  // One batch over four days.
  const events: Sent[] = [
    { type: 'user.registered', at: at(50), data: registered(501, 'man', 'd501') },
    { type: 'user.registered', at: at(50, 1), data: registered(502, 'woman', 'banned') },
    { type: 'recharge.created', at: at(45), data: order('o-1', 1_000) },
    { type: 'recharge.paid', at: at(45, 1), data: { orderId: 'o-1', gatewayReference: 'g-1', feeUsdCents: 10 } },
    { type: 'recharge.created', at: at(44), data: order('o-2', 500) },
    { type: 'recharge.paid', at: at(44, 1), data: { orderId: 'o-2', gatewayReference: 'g-2', feeUsdCents: 5 } },
    { type: 'gift.sent', at: at(44, 2), data: { giftId: 1, senderId: 501, receiverId: 502, count: 1, tokens: 30 } },
    { type: 'gift.sent', at: at(40), data: { giftId: 1, senderId: 501, receiverId: 502, count: 2, tokens: 70 } },
  ] as never
  const before = await commands()
  const response = await sent(events)
  expect(answersOf(response.body).map(({ status }) => status)).toEqual(events.map(() => 'accepted'))
  expect(await commands()).toEqual(before)
  await settled(product.database)
  while (await foldDays(product.database, 'UTC'));
  while ((await foldPlatform(product.database)) > 0);
  while (await verifyNew(product.database, product.clock.now()));
  const { rows } = await sql<{ day: string; kind: string; moved: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, kind, in_sum::int as moved from flow.daily
     where currency = 'TOKEN' and kind in ('recharge', 'gift') order by 1, 2`.execute(product.database)
  const on = (days: number) => at(days, 2).toISOString().slice(0, 10)
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.day)
  expect(ofKind('recharge')).toEqual([on(45), on(44)])
  expect(ofKind('gift')).toEqual([on(44), on(40)])
  expect(rows.filter(({ kind }) => kind === 'recharge').map(({ moved }) => moved)).toEqual([1_000, 500])
  const paid = await sql<{ day: string; cents: number }>`
    select to_char(paid_at, 'YYYY-MM-DD') as day, usd_cents::int as cents from finance.recharge_order order by 1`.execute(
    product.database,
  )
  expect(paid.rows).toEqual([
    { day: on(45), cents: 1_000 },
    { day: on(44), cents: 500 },
  ])
  expect(await verifyLedger(product.database)).toEqual([])
  const { checks } = await maker.call(flowReconcile, {})
  expect(checks.filter(({ differences }) => differences.length > 0)).toEqual([])
  // The same from the app of today is told: somebody registers on a banned device.
  const app = await connect(product)
  await app.accepted({ type: 'user.registered', data: registered(503, 'woman', 'banned-2') })
  expect((await commands()).length).toBeGreaterThan(before.length)
})

test('refuses what is older than they said, and everything once it is closed, for good', async () => {
  const old = product.clock.now().getTime() - 61 * day
  const data = { userId: 501, platform: 'ios', deviceId: 'd501' }
  const [answer] = answersOf((await sent([{ type: 'user.online', at: new Date(old), data } as never])).body)
  expect(answer).toMatchObject({ status: 'rejected', errorCode: 10009, errorMsg: 'at: older than 60 days' })
  await maker.call(clientHistoryClose, { clientId, reason })
  await product.bridge.clients.refresh()
  expect((await sent([{ type: 'user.online', data } as never])).statusCode).toBe(401)
  expect(await rowOf()).toMatchObject({ enabled: false, history: { days: 60, closedAt: expect.any(String) } })
  for (const refused of [
    await maker.refused(clientHistoryClose, { clientId, reason }),
    await checker.refused(clientEnable, { clientId, enabled: true, reason }),
  ])
    expect(refused).toMatchObject({ code: 20000, reason: 'client.historyClosed' })
})
