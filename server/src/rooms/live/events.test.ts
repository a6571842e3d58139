import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { anEvent, openChunks } from '../../../test/chunks.ts'
import { freshDatabase } from '../../../test/database.ts'
import { testSeals } from '../../../test/seals.ts'
import type { Arrived } from '../../bridge/index.ts'
import { type Database, inTransaction, openDatabase } from '../../kit/database.ts'
import { balancesOfUsers, verifyLedger } from '../../ledger/index.ts'
import { openParams, type Params } from '../../params/index.ts'
import { financeHandlers } from '../finance/index.ts'
import { endForBan, liveHandlers, liveRounds } from './index.ts'

let database: Database
let params: Params
let now = new Date('2026-11-20T12:00:00Z')
let bridge: ReturnType<typeof openChunks>
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 6 })
  params = await openParams(database, 60_000)
  bridge = openChunks(
    database,
    [...liveHandlers({ params }), ...financeHandlers({ params, seals: testSeals })],
    () => now,
  )
})
afterAll(async () => {
  expect(await verifyLedger(database)).toEqual([])
  params.close()
  await database.destroy()
})

const round = (name: string) =>
  liveRounds({ database, params, clock: { now: () => now, refresh: async () => {}, close: () => {} } })
    .find((one) => one.name === name)!
    .run(() => true)
const sweep = () => round('live-silent')
const forget = () => round('live-forget')

const start = new Date('2026-11-20T10:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
let last = 1_000
let man = 0
let woman = 0
let name = ''

async function person(sex: 'man' | 'woman', tokens: number, state = 'normal'): Promise<number> {
  const id = ++last
  await database
    .insertInto('users.app_user')
    .values({ id: BigInt(id), nickname: `Person ${id}`, sex, created_at: start, state })
    .execute()
  if (tokens > 0)
    await bridge.send([
      anEvent('recharge.created', start, {
        orderId: `o${id}`,
        userId: id,
        product: 'coins',
        tokens,
        promoTokens: 0,
        usdCents: tokens,
        gateway: 'card',
      }),
      anEvent('recharge.paid', start, { orderId: `o${id}`, gatewayReference: 'g', feeUsdCents: 0 }),
    ])
  return id
}
beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  bridge.commands.length = 0
  man = await person('man', 1_000)
  woman = await person('woman', 0)
  name = `c${man}`
})

const walletOf = async (userId: number) => {
  const found = (await balancesOfUsers(database, [BigInt(userId)])).get(BigInt(userId))
  return { paid: found?.paidTokens ?? 0n, held: found?.reservedTokens ?? 0n, bonus: found?.bonus ?? 0n }
}
const callRow = (id = name) =>
  database
    .selectFrom('live.call')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
    // The time of reporting and the events before it may differ.
    .then((row) => ({ ...row, heard_at: null, xid: null, seen_from: null, seen_to: null }))
const sessionRow = (id: string) =>
  database.selectFrom('live.session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const requested = (price = 60, callId = name, callerId = man) =>
  anEvent('call.requested', at(0), { callId, callerId, calleeId: woman, kind: 'video', unitPrice: price })
const answered = (callId = name) => anEvent('call.answered', at(5), { callId })
const minute = (k: number, callId = name) => anEvent('call.minute', at(5 + 60 * k), { callId, minute: k })
const ended = (seconds: number, callId = name) =>
  anEvent('call.ended', at(5 + seconds), { callId, reason: 'hung up', seconds, minutes: Math.ceil(seconds / 60) })
const gift = (tokens: number, more: Partial<{ senderId: number; receiverId: number; liveId: string }> = {}) =>
  anEvent('gift.sent', at(1), { giftId: 7, senderId: man, receiverId: woman, count: 1, tokens, ...more })

describe('a gift', () => {
  it('burns tokens, earns the recipient a share and returns both balances', async () => {
    expect(await bridge.send([gift(99)])).toEqual([
      {
        result: {
          balances: [
            { userId: man, paidTokens: 901, promoTokens: 0, bonus: 0 },
            { userId: woman, paidTokens: 0, promoTokens: 0, bonus: 39 },
          ],
        },
      },
    ])
    const row = await database
      .selectFrom('live.gift')
      .selectAll()
      .where('sender_id', '=', BigInt(man))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ gift_id: 7, tokens: 99n, promo_tokens: 0n, bonus: 39n, live_id: null })
  })

  it('earns nothing for a man', async () => {
    const other = await person('man', 0)
    await bridge.send([gift(100, { receiverId: other })])
    expect(await walletOf(other)).toMatchObject({ bonus: 0n })
  })

  it('is refused if it is invalid, and nothing moves', async () => {
    const banned = await person('man', 500, 'ban ID')
    const codes = await bridge.send([
      gift(1_001),
      gift(1, { senderId: 999_999 }),
      gift(1, { receiverId: 999_999 }),
      gift(1, { receiverId: man }),
      gift(1, { senderId: banned }),
    ])
    expect(codes.map((verdict) => ('refuse' in verdict ? verdict.refuse : 0))).toEqual([
      60001, 21001, 21001, 1000002, 1000002,
    ])
    expect(await walletOf(man)).toMatchObject({ paid: 1_000n })
    expect(await walletOf(banned)).toMatchObject({ paid: 500n })
  })

  it('counts for its broadcast, even before the broadcast is known', async () => {
    const liveId = `l${man}`
    await bridge.send([gift(50, { liveId }), gift(20, { liveId })])
    await bridge.send([anEvent('live.started', at(0), { liveId, userId: woman, title: 'Hello', rate: 0 })])
    expect(await sessionRow(liveId)).toMatchObject({ gift_tokens: 70n, bonus: 28n, user_id: BigInt(woman) })
  })
})

test('a paid text is charged like a gift', async () => {
  await bridge.send([anEvent('text.charged', at(0), { senderId: man, receiverId: woman, tokens: 5 })])
  expect(await walletOf(man)).toMatchObject({ paid: 995n })
  expect(await walletOf(woman)).toMatchObject({ bonus: 2n })
})

describe('a paid room', () => {
  const startedRoom = (liveId: string, rate: 0 | 30 | 60 | 120) =>
    anEvent('live.started', at(0), { liveId, userId: woman, title: '', rate })
  const watched = (liveId: string, k: number, userId = man) =>
    anEvent('live.minute', at(60 * k), { liveId, userId, minute: k })

  it('costs its rate for each minute, once', async () => {
    const liveId = `l${man}`
    await bridge.send([startedRoom(liveId, 60), watched(liveId, 1), watched(liveId, 1)])
    await bridge.send([watched(liveId, 1), watched(liveId, 2)])
    expect(await walletOf(man)).toMatchObject({ paid: 880n })
    expect(await sessionRow(liveId)).toMatchObject({ minute_tokens: 120n, bonus: 48n })
  })

  it('takes nothing when it is free', async () => {
    const liveId = `l${man}`
    await bridge.send([startedRoom(liveId, 0), watched(liveId, 1)])
    expect(await walletOf(man)).toMatchObject({ paid: 1_000n })
  })

  it('refuses viewers with too few tokens, who may try again', async () => {
    const liveId = `l${man}`
    const poor = await person('man', 20)
    const verdicts = await bridge.send([startedRoom(liveId, 30), watched(liveId, 1, poor), watched(liveId, 1, poor)])
    expect(verdicts.slice(1)).toMatchObject([{ refuse: 60001 }, { refuse: 60001 }])
    expect(await bridge.send([watched(liveId, 1, woman), watched(liveId, 1, 999_999)])).toMatchObject([
      { refuse: 1000002 },
      { refuse: 21001 },
    ])
  })

  it('charges minutes reported before its rate was known', async () => {
    const liveId = `l${man}`
    expect(await bridge.send([watched(liveId, 1)])).toEqual([{ result: { pending: true } }])
    await bridge.send([watched(liveId, 2), startedRoom(liveId, 30), watched(liveId, 2), watched(liveId, 3)])
    await bridge.send([watched(liveId, 1)])
    expect(await walletOf(man)).toMatchObject({ paid: 910n })
    expect(await sessionRow(liveId)).toMatchObject({ minute_tokens: 90n })
  })
})

test('minutes whose events are no longer accepted are deleted', async () => {
  const minutes = () => database.selectFrom('live.paid_minute').select('minute').where('live_id', '=', 'old').execute()
  const row = (k: number, moment: Date) => ({ live_id: 'old', user_id: BigInt(man), minute: k, tokens: 30, at: moment })
  await database
    .insertInto('live.paid_minute')
    .values([row(1, new Date(now.getTime() - 32 * 86_400_000)), row(2, now)])
    .execute()
  await forget()
  expect(await minutes()).toEqual([{ minute: 2 }])
})

describe('a broadcast', () => {
  test('has the same final state in every order of events', async () => {
    const story = (liveId: string): Arrived[] => [
      anEvent('live.started', at(0), {
        liveId,
        userId: woman,
        title: 'Hi',
        rate: 0,
        coverUrl: 'https://a.example/c.png',
      }),
      anEvent('live.heartbeat', at(20), { liveId, viewers: 3 }),
      anEvent('live.heartbeat', at(40), { liveId, viewers: 9 }),
      anEvent('live.heartbeat', at(60), { liveId, viewers: 2 }),
      anEvent('live.snapshot', at(30), { liveId, url: 'https://a.example/1.jpg', score: 0.9, labels: ['skin'] }),
      anEvent('live.snapshot', at(50), { liveId, url: 'https://a.example/2.jpg', score: 0.1 }),
      anEvent('live.viewed', at(55), { liveId, viewId: `v${liveId}`, userId: man, seconds: 40 }),
      anEvent('live.ended', at(70), { liveId, reason: 'done' }),
    ]
    let round = 0
    const expected = {
      viewers: 2,
      peak_viewers: 9,
      views: 1,
      end_reason: 'done',
      ended_at: at(70),
      started_at: at(0),
      last_seen_at: at(60),
      snapshot_url: 'https://a.example/2.jpg',
      labels: [],
    }
    await fc.assert(
      fc.asyncProperty(splitting(8), async (plan) => {
        const liveId = `s${man}-${round++}`
        for (const part of deal(story(liveId), plan)) await bridge.send(part)
        expect(await sessionRow(liveId)).toMatchObject(expected)
      }),
      { numRuns: 25 },
    )
  })

  it('is refused to a banned user; a second start with other content is a duplicate', async () => {
    const banned = await person('woman', 0, 'ban both')
    const go = (liveId: string, userId: number) =>
      anEvent('live.started', at(0), { liveId, userId, title: '', rate: 0 })
    expect(await bridge.send([go('x1', banned), go('x2', woman), go('x2', woman), go('x2', man)])).toMatchObject([
      { refuse: 1000002 },
      {},
      {},
      { refuse: 10027 },
    ])
  })

  it('ends after a timeout, is not reopened, and the app’s own end still counts', async () => {
    const liveId = `l${man}`
    await bridge.send([anEvent('live.started', now, { liveId, userId: woman, title: '', rate: 0 })])
    await sweep()
    expect(await sessionRow(liveId)).toMatchObject({ ended_at: null })
    const lastHeartbeat = now
    now = new Date(now.getTime() + 61_000)
    await sweep()
    expect(await sessionRow(liveId)).toMatchObject({
      ended_at: lastHeartbeat,
      ended_by: 'platform',
      end_reason: 'silent',
    })
    await bridge.send([anEvent('live.heartbeat', now, { liveId, viewers: 1 })])
    expect(await sessionRow(liveId)).toMatchObject({ ended_at: lastHeartbeat })
    await bridge.send([anEvent('live.ended', now, { liveId, reason: 'done' })])
    expect(await sessionRow(liveId)).toMatchObject({ ended_at: now, ended_by: 'app', end_reason: 'done' })
  })
})

describe('a call', () => {
  it('holds a minute before it starts and posts it when it is reported', async () => {
    expect(await bridge.send([requested(), answered()])).toMatchObject([{}, { result: { nextMinute: true } }])
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 60n, bonus: 0n })
    expect(await bridge.send([minute(1)])).toMatchObject([{ result: { nextMinute: true } }])
    expect(await walletOf(man)).toEqual({ paid: 940n, held: 60n, bonus: 0n })
    expect(await walletOf(woman)).toMatchObject({ bonus: 24n })
    await bridge.send([ended(90)])
    expect(await walletOf(man)).toEqual({ paid: 880n, held: 0n, bonus: 0n })
    expect(await callRow()).toMatchObject({ tokens: 120n, bonus: 48n, seconds: 90, minute_held: null, hold_id: null })
  })

  it('costs nothing under 10 seconds', async () => {
    await bridge.send([requested(), answered()])
    await bridge.send([ended(9)])
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 0n, bonus: 0n })
    await bridge.send([requested(60, 'short'), answered('short'), ended(9, 'short')])
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 0n, bonus: 0n })
    expect(await callRow('short')).toMatchObject({ tokens: 0n, minutes_missed: [] })
  })

  it('can’t be answered without a covered minute', async () => {
    expect(await bridge.send([requested(1_001)])).toEqual([{}])
    expect(await bridge.send([answered()])).toMatchObject([{ refuse: 60001 }])
    expect(await callRow()).toMatchObject({ answered_at: null, minute_held: null })
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 0n, bonus: 0n })
  })

  it('reports when the next minute is not covered, charges what is, and collects no more', async () => {
    await bridge.send([requested(400), answered()])
    expect(await bridge.send([minute(1)])).toMatchObject([{ result: { nextMinute: true } }])
    expect(await bridge.send([minute(2)])).toMatchObject([{ result: { nextMinute: false } }])
    expect(await walletOf(man)).toEqual({ paid: 200n, held: 0n, bonus: 0n })
    await bridge.send([minute(3)])
    expect(await callRow()).toMatchObject({ tokens: 800n, minutes_missed: [3] })
    await bridge.send([ended(200)])
    expect(await callRow()).toMatchObject({ tokens: 800n, minutes_missed: [3, 4] })
    expect(await walletOf(man)).toEqual({ paid: 200n, held: 0n, bonus: 0n })
  })

  it('retries uncovered minutes at its end', async () => {
    await bridge.send([requested(600), answered()])
    await bridge.send([minute(1)])
    await bridge.send([minute(2)])
    expect(await callRow()).toMatchObject({ tokens: 600n, minutes_missed: [2] })
    await bridge.send([
      anEvent('recharge.created', at(100), {
        orderId: `p${man}`,
        userId: man,
        product: '',
        tokens: 500,
        promoTokens: 0,
        usdCents: 500,
        gateway: 'card',
      }),
      anEvent('recharge.paid', at(100), { orderId: `p${man}`, gatewayReference: '', feeUsdCents: 0 }),
    ])
    await bridge.send([ended(120)])
    expect(await callRow()).toMatchObject({ tokens: 1_200n, minutes_missed: [] })
  })

  it('has the same result if all its events are in one chunk, without holds that would be posted immediately', async () => {
    await bridge.send([requested(), answered(), minute(1), minute(2), ended(150)])
    expect(await walletOf(man)).toEqual({ paid: 820n, held: 0n, bonus: 0n })
    expect(await callRow()).toMatchObject({ tokens: 180n, bonus: 72n, seconds: 150 })
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from ledger.transfer where reference = ${`call ${name}`}`.execute(database)
    expect(rows[0]?.count).toBe(3n)
  })

  it('within one chunk is refused if its first minute is not covered', async () => {
    const verdicts = await bridge.send([requested(1_001), answered(), minute(1), ended(70)])
    expect(verdicts).toMatchObject([{}, { refuse: 60001 }, {}, {}])
    expect(await callRow()).toMatchObject({ answered_at: null, tokens: 0n, minutes_missed: [1, 2] })
    expect(await walletOf(man)).toEqual({ paid: 1_000n, held: 0n, bonus: 0n })
  })

  it('with unknown users, oneself, banned users, or sent twice with other content is refused', async () => {
    const banned = await person('man', 500, 'ban device')
    const ask = (callId: string, callerId: number, calleeId: number, unitPrice = 10) =>
      anEvent('call.requested', at(0), { callId, callerId, calleeId, kind: 'voice', unitPrice })
    const verdicts = await bridge.send([
      ask('r1', 999_999, woman),
      ask('r2', man, 999_999),
      ask('r3', man, man),
      ask('r4', banned, woman),
      ask('r5', man, woman),
      ask('r5', man, woman),
      ask('r5', man, woman, 11),
    ])
    expect(verdicts.map((verdict) => ('refuse' in verdict ? verdict.refuse : 0))).toEqual([
      21001, 21001, 1000002, 1000002, 0, 0, 10027,
    ])
  })

  it('has the same final state and balances in any order, split or repeated', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }).chain((seconds) => {
          const minutes = seconds < 10 ? 0 : Math.floor(seconds / 60)
          return fc.tuple(fc.constant(seconds), fc.constant(minutes), splitting(3 + minutes))
        }),
        async ([seconds, minutes, plan]) => {
          const caller = await person('man', 10_000)
          const ids = [`p${round}`, `q${round++}`] as const
          const story = (callId: string) => [
            requested(70, callId, caller),
            answered(callId),
            ...Array.from({ length: minutes }, (_, index) => minute(index + 1, callId)),
            ended(seconds, callId),
          ]
          for (const event of story(ids[0])) await bridge.send([event])
          const orderly = { wallet: await walletOf(caller), row: await callRow(ids[0]) }
          for (const part of deal(story(ids[1]), plan)) await bridge.send(part)
          const spent = 10_000n - orderly.wallet.paid
          expect(spent).toBe(seconds < 10 ? 0n : BigInt(Math.ceil(seconds / 60)) * 70n)
          expect(await walletOf(caller)).toEqual({ paid: 10_000n - 2n * spent, held: 0n, bonus: 0n })
          expect({ ...(await callRow(ids[1])), id: ids[0] }).toEqual(orderly.row)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('ends after a timeout, settled with the reported minutes', async () => {
    const shift = now.getTime() - at(65).getTime()
    const later = (event: Arrived): Arrived => ({ ...event, at: new Date(event.at.getTime() + shift) }) as Arrived
    await bridge.send([later(requested()), later(answered()), later(minute(1))])
    expect(await walletOf(man)).toEqual({ paid: 940n, held: 60n, bonus: 0n })
    now = new Date(now.getTime() + 91_000)
    await sweep()
    expect(await walletOf(man)).toEqual({ paid: 940n, held: 0n, bonus: 0n })
    expect(await callRow()).toMatchObject({ ended_by: 'platform', end_reason: 'silent', seconds: 60, minutes_ended: 1 })
    // The app's own end replaces it.
    await bridge.send([later(ended(100))])
    expect(await callRow()).toMatchObject({ ended_by: 'app', end_reason: 'hung up', seconds: 100, tokens: 120n })
  })

  it('and a broadcast are ended by a ban', async () => {
    const liveId = `l${man}`
    await bridge.send([
      requested(),
      answered(),
      anEvent('live.started', at(0), { liveId, userId: woman, title: '', rate: 0 }),
    ])
    await bridge.send([minute(1)])
    const commands = await inTransaction(database, (tx) => endForBan(tx, now, params, [BigInt(woman)], 'nudity'))
    // The hold is voided: no balance changed, so none is reported.
    expect(commands.map(({ type }) => type)).toEqual(['live.stopped', 'call.stopped'])
    expect(await walletOf(man)).toEqual({ paid: 940n, held: 0n, bonus: 0n })
    expect(await callRow()).toMatchObject({ end_reason: 'banned' })
    expect(await sessionRow(liveId)).toMatchObject({ end_reason: 'banned', ended_at: now })
    expect(await inTransaction(database, (tx) => endForBan(tx, now, params, [BigInt(woman)], 'again'))).toEqual([])
  })
})

test('a match may be reported in any order', async () => {
  const matchId = `m${man}`
  const request = anEvent('match.requested', at(0), { matchId, userId: man })
  const found = anEvent('match.ended', at(9), { matchId, outcome: 'matched', waitedSeconds: 9, callId: name })
  await bridge.send([found])
  await bridge.send([request, found])
  const row = await database.selectFrom('live.match').selectAll().where('id', '=', matchId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ user_id: BigInt(man), outcome: 'matched', waited_seconds: 9, call_id: name })
})

/** A random order of `count` events, its division into chunks, and which are repeated. */
const splitting = (count: number) =>
  fc.record({
    order: fc.shuffledSubarray([...Array(count).keys()], { minLength: count, maxLength: count }),
    cuts: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    again: fc.subarray([...Array(count).keys()]),
  })

function deal(events: readonly Arrived[], plan: { order: number[]; cuts: boolean[]; again: number[] }): Arrived[][] {
  const parts: Arrived[][] = [[]]
  for (const [place, index] of plan.order.entries()) {
    parts.at(-1)!.push(events[index]!)
    if (plan.again.includes(place)) parts.at(-1)!.push(events[plan.order[0]!]!)
    if (plan.cuts[place]) parts.push([])
  }
  parts.push(plan.again.map((index) => events[index]!))
  return parts
}
