// The list of broadcasters by every filter and sort, and one broadcaster with the record.
import {
  liveAllow,
  liveCallInfo,
  liveForbid,
  liveRecordInfo,
  liveUserInfo,
  liveUserList,
} from '@greenroom/contract/live'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { newId } from '../../../kit/random.ts'

let product: TestProduct
let admin: Client
let now: Date
const reason = 'nudity'
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  now = product.clock.now()
  const { database } = product
  await database
    .insertInto('users.app_user')
    .values(
      [
        { id: 1n, nickname: 'Anna', country: 'DE' },
        { id: 2n, nickname: 'Anni_', country: 'FR' },
        { id: 3n, nickname: 'Bea', country: 'DE', state: 'ban ID' as const, banned_until: before(1) },
        { id: 4n, nickname: 'Never live', country: 'DE' },
      ].map((row) => ({ ...row, created_at: now })),
    )
    .execute()
  await database
    .insertInto('live.broadcaster')
    .values([
      { user_id: 1n, sessions: 3, seconds: 100n, gift_tokens: 10n, minute_tokens: 5n, last_started_at: before(1) },
      { user_id: 2n, sessions: 1, seconds: 300n, gift_tokens: 90n, last_started_at: before(48) },
      { user_id: 3n, sessions: 2, seconds: 200n, minute_tokens: 30n, last_started_at: before(5) },
    ])
    .execute()
  await database
    .insertInto('live.session')
    .values([
      {
        id: 'runs',
        user_id: 1n,
        started_at: before(1),
        heard_at: now,
        hls_url: 'https://live.example.com/runs.m3u8',
        snapshot_url: 'https://live.example.com/runs.jpg',
        snapshot_at: now,
        risk_score: 0.5,
        labels: ['smoking'],
      },
      {
        id: 'over',
        user_id: 2n,
        started_at: before(48),
        ended_at: before(47),
        heard_at: now,
        hls_url: 'https://x.com/a',
      },
    ])
    .execute()
  await database
    .insertInto('live.call')
    .values({
      id: 'call',
      caller_id: 2n,
      callee_id: 1n,
      kind: 'video',
      requested_at: before(2),
      heard_at: now,
      promo_tokens: 7n,
      match_id: 'm1',
      snapshot_url: 'https://live.example.com/call.jpg',
      snapshot_at: before(2),
    })
    .execute()
  await admin.call(liveForbid, { ids: [2], hours: 24, reason, liveId: 'over' })
  await admin.call(liveForbid, { ids: [3, 4], hours: 0, reason })
  const warning = { user_id: 1n, reason, by: 'admin' }
  await database
    .insertInto('live.warning')
    .values([
      { ...warning, id: newId(now), at: before(1), live_id: 'runs' },
      { ...warning, id: newId(now), at: before(2), call_id: 'call' },
    ])
    .execute()
})
afterAll(() => product.close())

test('are listed with their sums, newest broadcast first', async () => {
  const { records, total } = await admin.call(liveUserList, {})
  expect(total).toBe(3)
  expect(records.map((row) => row.user.nickname)).toEqual(['Anna', 'Bea', 'Anni_'])
  expect(records[0]).toMatchObject({
    liveId: 'runs',
    sessions: 3,
    seconds: 100,
    giftTokens: 10,
    minuteTokens: 5,
    forbidden: false,
    forbidId: null,
    can: { forbid: true, allow: 'notForbidden' },
  })
  // The ban has expired; the broadcast ban is permanent.
  expect(records[1]).toMatchObject({
    state: 'normal',
    liveId: null,
    forbidden: true,
    forbiddenUntil: null,
    forbids: 1,
    can: { forbid: 'forbiddenForGood', allow: true },
  })
  expect(records[2]!.forbiddenUntil).not.toBeNull()
})

test.each([
  [{ userId: 2 }, [2]],
  [{ userId: 4 }, []],
  [{ nickname: 'ann' }, [1, 2]],
  [{ nickname: 'anni_' }, [2]],
  [{ nickname: 'an_' }, []],
  [{ country: 'DE' }, [1, 3]],
  [{ live: true }, [1]],
  [{ live: false }, [3, 2]],
  [{ forbidden: true }, [3, 2]],
  [{ forbidden: false }, [1]],
  [{ forbidden: true, country: 'FR' }, [2]],
  [{ sort: 'lastStartedAt' }, [2, 3, 1]],
  [{ sort: '-sessions' }, [1, 3, 2]],
  [{ sort: '-seconds' }, [2, 3, 1]],
  [{ sort: 'tokens' }, [1, 3, 2]],
] as const)('by %j', async (filters, expected) => {
  expect((await admin.call(liveUserList, filters)).records.map((row) => row.user.userId)).toEqual(expected)
})

test.each(['-lastStartedAt', '-sessions', 'seconds', '-tokens'])('page by page, by %s', async (sort) => {
  const all = (await admin.call(liveUserList, { sort })).records.map((row) => row.user.userId)
  const read: number[] = []
  for (let after: string | undefined, first = true; first || after; first = false) {
    const page = await admin.call(liveUserList, { sort, size: 1, ...(after && { after }) })
    read.push(...page.records.map((row) => row.user.userId))
    after = page.next
  }
  expect(read).toEqual(all)
})

test('by the day of the last broadcast', async () => {
  const day = (at: Date) => at.toISOString().slice(0, 10)
  const found = await admin.call(liveUserList, { startTimeStr: day(before(48)), endTimeStr: day(before(48)) })
  expect(found.records.map((row) => row.user.userId)).toContain(2)
  expect(found.records.map((row) => row.user.userId)).not.toContain(1)
})

test('one of them, with the record', async () => {
  const anna = await admin.call(liveUserInfo, { userId: 1 })
  expect(anna).toMatchObject({
    user: { nickname: 'Anna' },
    ladder: { warningCount: 2, forbidCount: 0, suggestedHours: 1 },
  })
  expect(anna.warningRows.map((row) => [row.liveId, row.callId])).toEqual([
    ['runs', null],
    [null, 'call'],
  ])
  const bea = await admin.call(liveUserInfo, { userId: 3 })
  expect(bea).toMatchObject({ ladder: { suggestedHours: 0 }, forbidRows: [{ hours: 0, state: 'effective' }] })
  expect(await admin.refused(liveUserInfo, { userId: 4 })).toMatchObject({ code: 10032, reason: 'live.never' })
})

test('a broadcast and a call show their newest snapshot and what staff did', async () => {
  expect(await admin.call(liveRecordInfo, { liveId: 'runs' })).toMatchObject({
    snapshotUrl: 'https://live.example.com/runs.jpg',
    labels: ['smoking'],
    riskScore: 0.5,
    hlsUrl: 'https://live.example.com/runs.m3u8',
    warnings: [{ reason, user: { userId: 1 } }],
    forbids: [],
  })
  // An ended broadcast has no stream.
  expect(await admin.call(liveRecordInfo, { liveId: 'over' })).toMatchObject({
    hlsUrl: '',
    snapshotAt: null,
    forbids: [{ hours: 24, liveId: 'over' }],
  })
  expect(await admin.call(liveCallInfo, { callId: 'call' })).toMatchObject({
    snapshotUrl: 'https://live.example.com/call.jpg',
    promoTokens: 7,
    matchId: 'm1',
    warnings: [{ callId: 'call' }],
  })
  expect(await admin.refused(liveRecordInfo, { liveId: 'none' })).toMatchObject({
    code: 10032,
    reason: 'live.notFound',
  })
  expect(await admin.refused(liveCallInfo, { callId: 'none' })).toMatchObject({ code: 10032, reason: 'live.notFound' })
})

test('a read-only caller gets no actions', async () => {
  const reader = await person(product, { permissions: { 'live.users': 3 } })
  expect((await reader.client.call(liveUserList, { userId: 2 })).records[0]!.can).toEqual({
    forbid: 'readOnly',
    allow: 'readOnly',
  })
})

test('a user whose ban was lifted is no longer banned', async () => {
  const [row] = (await admin.call(liveUserList, { userId: 2 })).records
  await admin.call(liveAllow, { ids: [row!.forbidId!], reason })
  expect((await admin.call(liveUserList, { forbidden: true })).records.map((one) => one.user.userId)).toEqual([3])
})
