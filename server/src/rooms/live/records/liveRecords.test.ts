import { liveCallList, liveGiftList, liveRecordList } from '@greenroom/contract/live'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { newId } from '../../../kit/random.ts'

let product: TestProduct
let admin: Client
let now: Date
const minute = 60_000
const before = (minutes: number) => new Date(now.getTime() - minutes * minute)

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  now = product.clock.now()
  const { database } = product
  await database
    .insertInto('users.app_user')
    .values([
      {
        id: 11n,
        nickname: 'Anna',
        avatar_url: 'https://app/anna.webp',
        created_at: now,
        country: 'BR',
        channel: 'tube',
        sex: 'woman',
      },
      { id: 12n, nickname: 'Ben', created_at: now, country: 'IN', channel: 'book', sex: 'man' },
    ])
    .execute()
  const session = { heard_at: now, user_id: 11n }
  await database
    .insertInto('live.session')
    .values([
      { ...session, id: 'free', rate: 0, started_at: before(90), ended_at: before(60), peak_viewers: 9 },
      { ...session, id: 'paid', rate: 60, started_at: before(30), title: 'Tonight', viewers: 3 },
      // Only a heartbeat has arrived: nothing to show yet.
      { id: 'stub', heard_at: now },
    ])
    .execute()
  const call = { heard_at: now, caller_id: 12n, callee_id: 11n, kind: 'video' as const, unit_price: 100 }
  await database
    .insertInto('live.call')
    .values([
      { ...call, id: 'asked', requested_at: before(1) },
      { ...call, id: 'missed', requested_at: before(5), ended_at: before(4) },
      { ...call, id: 'runs', requested_at: before(10), answered_at: before(9) },
      {
        ...call,
        id: 'over',
        kind: 'voice',
        requested_at: before(20),
        answered_at: before(19),
        ended_at: before(17),
        seconds: 100,
        tokens: 200n,
        bonus: 80n,
      },
      { id: 'stub', heard_at: now },
    ])
    .execute()
  const gift = { gift_id: 1, sender_id: 12n, receiver_id: 11n, count: 1, tokens: 50n, promo_tokens: 0n, bonus: 20n }
  await database
    .insertInto('live.gift')
    .values(
      Array.from({ length: 45 }, (_, index) => ({
        ...gift,
        id: newId(before(index)),
        at: before(index),
        live_id: index % 2 === 0 ? 'paid' : null,
      })),
    )
    .execute()
})
afterAll(() => product.close())

test('broadcasts are listed newest first, with how long they have lasted', async () => {
  const { records } = await admin.call(liveRecordList, {})
  expect(records.map((row) => row.liveId)).toEqual(['paid', 'free'])
  expect(records[0]).toMatchObject({
    user: { userId: 11, nickname: 'Anna', avatarUrl: 'https://app/anna.webp' },
    title: 'Tonight',
    state: 'in live',
    viewers: 3,
    endedAt: null,
  })
  expect(records[0]!.seconds).toBeGreaterThanOrEqual(30 * 60)
  expect(records[1]).toMatchObject({ state: 'live ended', seconds: 30 * 60, viewers: 0, peakViewers: 9 })
})

test.each([
  [{ state: 'in live' }, ['paid']],
  [{ state: 'live ended' }, ['free']],
  [{ paid: 'free' }, ['free']],
  [{ paid: 'paid' }, ['paid']],
  [{ userId: 11 }, ['paid', 'free']],
  [{ userId: 12 }, []],
  [{ liveId: 'free' }, ['free']],
] as const)('broadcasts filtered by %j', async (filters, expected) => {
  expect((await admin.call(liveRecordList, filters)).records.map((row) => row.liveId)).toEqual(expected)
})

async function expectUsersFiltered(): Promise<void> {
  const broadcasts = async (filters: object) =>
    (await admin.call(liveRecordList, filters)).records.map((row) => row.liveId)
  expect(await broadcasts({ country: ['BR', 'JP'], userChannel: ['tube'], sex: 'woman' })).toEqual(['paid', 'free'])
  for (const other of [{ country: ['IN'] }, { userChannel: ['book'] }, { sex: 'man' }, { country: ['FR'] }])
    expect(await broadcasts(other)).toEqual([])
  const calls = async (filters: object) => (await admin.call(liveCallList, { ...filters, size: 1 })).total
  expect(await calls({ country: ['IN'], userChannel: ['tube', 'book'], sex: 'man' })).toBe(4)
  for (const other of [{ country: ['BR'] }, { userChannel: ['tube'] }, { sex: 'woman' }])
    expect(await calls(other)).toBe(0)
  expect(await admin.refused(liveCallList, { country: ['Brazil'] } as never)).toMatchObject({
    code: 10009,
    reason: 'field.invalid',
  })
}

test('filtered like the dashboards, by country, channel and sex of the broadcaster or caller', expectUsersFiltered)

test('the same when more users match than a query names', async () => {
  await sql`
    insert into users.app_user (id, nickname, created_at, country, channel, sex)
    select n, 'n' || n, ${now}, 'BR', 'tube', 'woman' from generate_series(100, 10200) n`.execute(product.database)
  await expectUsersFiltered()
})

test('calls show their state, and the price once they have ended', async () => {
  const { records } = await admin.call(liveCallList, {})
  expect(records.map((row) => [row.callId, row.state])).toEqual([
    ['asked', 'requested'],
    ['missed', 'not answered'],
    ['runs', 'running'],
    ['over', 'ended'],
  ])
  expect(records.at(-1)).toMatchObject({
    seconds: 100,
    tokens: 200,
    bonus: 80,
    points: 80,
    caller: { userId: 12, nickname: 'Ben', avatarUrl: '' },
    callee: { userId: 11, nickname: 'Anna', avatarUrl: 'https://app/anna.webp' },
  })
})

test.each([
  [{ state: 'requested' }, ['asked']],
  [{ state: 'not answered' }, ['missed']],
  [{ state: 'running' }, ['runs']],
  [{ state: 'ended' }, ['over']],
  [{ kind: 'voice' }, ['over']],
  [{ calleeId: 12 }, []],
  [{ callerId: 12, callId: 'runs' }, ['runs']],
] as const)('calls filtered by %j', async (filters, expected) => {
  expect((await admin.call(liveCallList, filters)).records.map((row) => row.callId)).toEqual(expected)
})

test('gifts are paged, each once', async () => {
  const first = await admin.call(liveGiftList, { size: 20 })
  const second = await admin.call(liveGiftList, { size: 20, after: first.next! })
  const third = await admin.call(liveGiftList, { size: 20, after: second.next! })
  const ids = [first, second, third].flatMap((page) => page.records.map((row) => row.giftEventId))
  expect(new Set(ids).size).toBe(45)
  expect(ids).toEqual(ids.toSorted().toReversed())
  expect(third.next).toBeUndefined()
})

test('gifts of one broadcast, of one sender, of none', async () => {
  expect((await admin.call(liveGiftList, { liveId: 'paid' })).total).toBe(23)
  expect((await admin.call(liveGiftList, { senderId: 12 })).total).toBe(45)
  expect((await admin.call(liveGiftList, { receiverId: 12 })).total).toBe(0)
})

test('each list needs its own menu', async () => {
  const { client } = await person(product, { permissions: { 'live.gifts': 1 } })
  expect((await client.call(liveGiftList, { size: 1 })).records).toHaveLength(1)
  expect(await client.refused(liveCallList, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
  expect(await client.refused(liveRecordList, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
  const reader = await person(product, { permissions: everyMenu(1) })
  expect((await reader.client.call(liveCallList, {})).total).toBe(4)
})

test('a list can be sorted by its own time only', async () => {
  expect(await admin.refused(liveCallList, { sort: 'tokens' })).toMatchObject({
    code: 10009,
    fields: ['sort'],
    reason: 'field.oneOf',
  })
})
