import { home } from '@greenroom/contract/access'
import { heldEventDrop, heldEventList, heldEventReplay } from '@greenroom/contract/clients'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type BridgeConnection, connect, registered, type Sent } from '../../../../test/bridge.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aHeldEvent } from '../../../../test/world/bridge.ts'
import { triesBeforeHeld } from '../../../bridge/held.ts'
import { newId } from '../../../kit/random.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  app = await connect(product)
})
afterAll(() => product.close())
beforeEach(async () => {
  await mend()
  await sql`delete from bridge.held_event`.execute(product.database)
})

const reason = 'the fault is mended'
let lastUser = 7_000

/** Makes the database refuse users whose nickname begins with this, as a faulty deploy would. */
const breakFor = (nickname: string) =>
  sql`alter table users.app_user add constraint fault check (nickname not like ${sql.lit(`${nickname}%`)}) not valid`.execute(
    product.owner,
  )
const mend = () => sql`alter table users.app_user drop constraint if exists fault`.execute(product.owner)

const joining = (nickname: string): Sent<'user.registered'> & { id: string } => {
  const { type, data } = registered(++lastUser, 'woman')
  return { type, id: newId(product.clock.now()), at: product.clock.now(), data: { ...data, nickname } }
}
/** These events, held after five failures. */
async function held(...nicknames: string[]) {
  const events = nicknames.map(joining)
  await breakFor('fault')
  for (let time = 1; time <= triesBeforeHeld; time++) await app.send(events)
  return events
}
const rowOf = async (eventId: string, by = admin) => (await by.call(heldEventList, { eventId })).records[0]!
const nicknameOf = async (event: Sent<'user.registered'>) =>
  (
    await product.database
      .selectFrom('users.app_user')
      .select('nickname')
      .where('id', '=', BigInt(event.data.userId))
      .executeTakeFirst()
  )?.nickname
const alarms = async (by: Client) =>
  (await by.call(home, {})).todo.flatMap(({ key, count, alarm }) => (alarm ? [[key, count]] : []))
const operations = async (eventId: string) =>
  (
    await product.database
      .selectFrom('log.readable')
      .select(['operation', 'reason'])
      .where('target', '=', `event ${eventId}`)
      .orderBy('id')
      .execute()
  ).map((entry) => [entry.operation, entry.reason])

it('is shown with its reason where staff look, and taken in by Replay, once', async () => {
  const [first, second] = await held('fault 1', 'fault 2')
  const reader = await person(product, { permissions: { 'system.bridge': 1 } })
  expect(await alarms(reader.client)).toEqual([['heldEvents', 2]])
  const shown = await rowOf(first!.id, reader.client)
  expect(shown).toMatchObject({ state: 'held', tries: 5, type: 'user.registered', endedAt: null })
  expect(shown.reason).toContain('violates check constraint "fault"')
  expect(JSON.parse(shown.line)).toMatchObject({ data: { nickname: 'fault 1' } })
  expect(shown.can).toEqual({ replay: 'readOnly', drop: 'readOnly' })

  // Only the first is mended: the other stays as it is, and its neighbour is taken in.
  await mend()
  await breakFor('fault 2')
  const ids = [first!.id, second!.id]
  const { outcomes } = await admin.call(heldEventReplay, { ids, reason })
  expect(outcomes).toMatchObject([{ ok: true }, { ok: false, errorCode: 10001, reason: 'event.failedAgain' }])
  expect([await nicknameOf(first!), await nicknameOf(second!)]).toEqual(['fault 1', undefined])
  expect(await rowOf(second!.id)).toMatchObject({ state: 'held', tries: 6 })
  expect(await operations(second!.id)).toEqual([])

  await mend()
  expect((await admin.call(heldEventReplay, { ids, reason })).outcomes).toMatchObject([
    { ok: false, errorCode: 20000, reason: 'event.decided' },
    { ok: true },
  ])
  expect(await nicknameOf(second!)).toBe('fault 2')
  for (const id of ids) {
    expect(await rowOf(id)).toMatchObject({ state: 'replayed', line: '', errorCode: null })
    expect(await operations(id)).toEqual([['client.eventReplay', reason]])
  }
  expect(await app.send([first!, second!])).toMatchObject([{ status: 'duplicate' }, { status: 'duplicate' }])
  expect(await alarms(reader.client)).toEqual([])
})

it('is refused by a rule as the app would be, and that is its final answer', async () => {
  const gift: Sent & { id: string } = {
    id: newId(product.clock.now()),
    type: 'gift.sent',
    at: product.clock.now(),
    data: { giftId: 1, senderId: ++lastUser, receiverId: ++lastUser, count: 1, tokens: 100 },
  }
  await sql`alter table bridge.event add constraint fault check (type <> 'gift.sent') not valid`.execute(product.owner)
  for (let time = 1; time <= triesBeforeHeld; time++) await app.send([gift])
  await sql`alter table bridge.event drop constraint fault`.execute(product.owner)
  expect((await admin.call(heldEventReplay, { ids: [gift.id], reason })).outcomes).toMatchObject([{ ok: true }])
  expect(await rowOf(gift.id)).toMatchObject({ state: 'refused', errorCode: 21001 })
  expect(await app.send([gift])).toMatchObject([{ status: 'rejected', errorCode: 21001 }])
})

it('is dropped with a reason; it may still be replayed, or sent again by the app', async () => {
  const [again, replayed] = await held('fault 3', 'fault 4')
  await mend()
  const ids = [again!.id, replayed!.id]
  expect(await admin.refused(heldEventDrop, { ids, reason: '' })).toMatchObject({ code: 11004 })
  expect((await admin.call(heldEventDrop, { ids, reason })).outcomes).toMatchObject([{ ok: true }, { ok: true }])
  expect((await admin.call(heldEventDrop, { ids, reason })).outcomes).toMatchObject([
    { errorCode: 20000, reason: 'event.dropped' },
    { errorCode: 20000, reason: 'event.dropped' },
  ])
  expect(await nicknameOf(again!)).toBeUndefined()
  expect(await app.send([again!])).toMatchObject([{ status: 'accepted' }])
  expect((await admin.call(heldEventReplay, { ids: [replayed!.id], reason })).outcomes).toMatchObject([{ ok: true }])
  expect(await operations(replayed!.id)).toEqual([
    ['client.eventDrop', reason],
    ['client.eventReplay', reason],
  ])
  for (const id of ids) expect(await rowOf(id)).toMatchObject({ state: 'replayed' })
})

it('is replayed however old it is; unknown ids, and what the app still sends, are refused', async () => {
  const old = await aHeldEvent({ product, admin }, { daysAgo: 45, clientId: app.clientId })
  expect((await admin.call(heldEventReplay, { ids: [old], reason })).outcomes).toEqual([{ id: old, ok: true }])
  const failing = joining('fault 5')
  await breakFor('fault')
  await app.send([failing])
  await mend()
  expect(await rowOf(failing.id)).toMatchObject({ state: 'failing', tries: 1, line: '' })
  const ids = [failing.id, newId(product.clock.now())]
  for (const call of [heldEventReplay, heldEventDrop])
    expect((await admin.call(call, { ids, reason })).outcomes).toMatchObject([
      { errorCode: 20000, reason: 'event.failing' },
      { errorCode: 10032 },
    ])
  expect(await admin.refused(heldEventReplay, { ids: ['1'], reason })).toMatchObject({
    code: 10009,
    fields: ['ids'],
    reason: 'event.id',
  })
  expect(await alarms(admin)).toEqual([])
})

/** A person who is known, and who can pay. */
async function payer(): Promise<number> {
  const userId = ++lastUser
  await app.accepted(registered(userId, 'man'))
  const order = { orderId: `held-${userId}`, userId, product: 'coins', tokens: 500, promoTokens: 0, usdCents: 500 }
  await app.accepted({ type: 'recharge.created', data: { ...order, gateway: 'card' } })
  await app.accepted({
    type: 'recharge.paid',
    data: { orderId: order.orderId, gatewayReference: order.orderId, feeUsdCents: 0 },
  })
  return userId
}
const giftTo = (senderId: number, receiverId: number): Sent & { id: string } => ({
  id: newId(product.clock.now()),
  type: 'gift.sent',
  at: product.clock.now(),
  data: { giftId: 1, senderId, receiverId, count: 1, tokens: 100 },
})

it('of a type that this version does not know stays as it is, and says so', async () => {
  const id = await aHeldEvent({ product, admin }, { clientId: app.clientId, type: 'user.teleported' })
  const { outcomes } = await admin.call(heldEventReplay, { ids: [id], reason })
  expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000, reason: 'event.unreadable' }])
  expect(await rowOf(id)).toMatchObject({ state: 'held', errorCode: null })
  expect(await operations(id)).toEqual([])
})

it('what names a held user is not refused permanently: it fails until that user is taken in, then it is decided', async () => {
  const senderId = await payer()
  await breakFor('fault')
  const woman = joining('fault 6')
  const gift = giftTo(senderId, woman.data.userId)
  // In one batch with that user's registration, before it, and after it.
  for (const batch of [[gift, woman], [woman, gift], [gift]])
    expect((await app.send(batch)).map(({ status }) => status)).toEqual(batch.map(() => 'failed'))
  for (let time = 1; time <= triesBeforeHeld; time++) await app.send([woman, gift, gift])
  expect((await rowOf(gift.id)).reason).toContain(`user:${woman.data.userId}`)
  // Replayed before that user, it fails again.
  expect((await admin.call(heldEventReplay, { ids: [gift.id], reason })).outcomes).toMatchObject([
    { ok: false, errorCode: 10001, reason: 'event.failedAgain' },
  ])
  expect(await rowOf(gift.id)).toMatchObject({ state: 'held' })
  await mend()
  const ids = [gift.id, woman.id]
  expect((await admin.call(heldEventReplay, { ids, reason })).outcomes).toMatchObject([{ ok: true }, { ok: true }])
  const { rows } = await sql<{ tokens: bigint; bonus: bigint }>`
    select tokens, bonus from live.gift where id = ${gift.id}`.execute(product.database)
  expect(rows).toEqual([{ tokens: 100n, bonus: 40n }])
})

it.each(['dropped', 'sent again'] as const)('once the registration is %s, what names her is decided', async (how) => {
  const senderId = await payer()
  const [woman] = await held(`fault 7 ${how}`)
  const gift = giftTo(senderId, woman!.data.userId)
  expect(await app.send([gift])).toMatchObject([{ status: 'failed' }])
  await mend()
  if (how === 'dropped') await admin.call(heldEventDrop, { ids: [woman!.id], reason })
  else expect(await app.send([woman!])).toMatchObject([{ status: 'accepted' }])
  expect(await app.send([gift])).toMatchObject([
    how === 'dropped' ? { status: 'rejected', errorCode: 21001 } : { status: 'accepted' },
  ])
})

it.each([
  ['text.charged', (userId: number, known: number) => ({ senderId: known, receiverId: userId, tokens: 5 })],
  [
    'call.requested',
    (userId: number, known: number) => ({
      callId: `held-${userId}`,
      callerId: known,
      calleeId: userId,
      kind: 'video',
      unitPrice: 60,
    }),
  ],
  [
    'recharge.created',
    (userId: number) => ({
      orderId: `held-of-${userId}`,
      userId,
      product: 'coins',
      tokens: 1,
      promoTokens: 0,
      usdCents: 1,
      gateway: 'card',
    }),
  ],
  ['live.minute', (userId: number) => ({ liveId: 'held', userId, minute: 1 })],
  [
    'withdrawal.requested',
    (userId: number) => ({
      withdrawalId: `held-${userId}`,
      userId,
      bonus: 1_000,
      account: { kind: 'usdt.trc20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    }),
  ],
  [
    'guild.applied',
    (userId: number) => ({
      userId,
      guildName: `Held ${userId}`,
      leaderName: 'Ana',
      leaderEmail: 'ana@example.com',
      parentId: null,
      inviterId: null,
    }),
  ],
  ['guild.leaveRequested', (userId: number) => ({ guildId: 1, userId, reason: 'x' })],
] as const)(
  '%s of a user whose registration is held fails, and is refused once it is dropped',
  async (type, dataOf) => {
    const known = await payer()
    const [woman] = await held(`fault 8 ${type}`)
    const event = {
      type,
      id: newId(product.clock.now()),
      at: product.clock.now(),
      data: dataOf(woman!.data.userId, known),
    }
    expect(await app.send([event as Sent])).toMatchObject([{ status: 'failed' }])
    await mend()
    await admin.call(heldEventDrop, { ids: [woman!.id], reason })
    expect(await app.send([event as Sent])).toMatchObject([{ status: 'rejected' }])
  },
)

it('a line that can’t be decrypted is shown without its content, and replayed with a reason, beside the others', async () => {
  const ids = [await aHeldEvent({ product, admin }), await aHeldEvent({ product, admin })]
  await sql`update bridge.held_event set sealed = ${product.seals.seal('{}', 'another row')} where id = ${ids[0]!}`.execute(
    product.database,
  )
  const { records } = await admin.call(heldEventList, {})
  expect(new Map(records.map(({ eventId, line }) => [eventId, line !== '']))).toEqual(
    new Map([
      [ids[0], false],
      [ids[1], true],
    ]),
  )
  const { outcomes } = await admin.call(heldEventReplay, { ids: [ids[0]!], reason })
  expect(outcomes).toMatchObject([{ ok: false, reason: 'event.failedAgain' }])
})
