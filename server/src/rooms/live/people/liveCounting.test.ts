// Broadcasters' stored sums equal the sums of their broadcasts, in any order of events.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anEvent, openChunks } from '../../../../test/chunks.ts'
import { freshDatabase } from '../../../../test/database.ts'
import { testSeals } from '../../../../test/seals.ts'
import type { Arrived } from '../../../bridge/index.ts'
import { type Database, inTransaction, openDatabase } from '../../../kit/database/database.ts'
import { openParams, type Params } from '../../../params/index.ts'
import { financeHandlers } from '../../finance/index.ts'
import { endForBan, liveHandlers, liveRounds } from '../index.ts'

let database: Database
let params: Params
const start = new Date('2026-11-20T10:00:00Z')
const now = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
let bridge: ReturnType<typeof openChunks>
const women = [701, 702, 703]
const man = 700

beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 6 })
  params = await openParams(database, 60_000)
  bridge = openChunks(
    database,
    [...liveHandlers({ params }), ...financeHandlers({ params, seals: testSeals })],
    () => now,
  )
  await database
    .insertInto('users.app_user')
    .values(
      [man, ...women].map((id) => ({
        id: BigInt(id),
        nickname: `P${id}`,
        sex: id === man ? 'man' : 'woman',
        created_at: start,
      })),
    )
    .execute()
  await bridge.send([
    anEvent('recharge.created', start, {
      orderId: 'o',
      userId: man,
      product: '',
      tokens: 9_000_000,
      promoTokens: 0,
      usdCents: 9_000,
      gateway: 'card',
    }),
    anEvent('recharge.paid', start, { orderId: 'o', gatewayReference: 'g', feeUsdCents: 0 }),
  ])
})
afterAll(async () => {
  params.close()
  await database.destroy()
})

/** The sums computed from the broadcasts, and the stored ones. */
async function sums() {
  const { rows } = await sql<Record<string, unknown>>`
    select user_id, count(*)::int as sessions,
           sum(greatest(0, coalesce(floor(extract(epoch from ended_at - started_at)), 0)))::bigint as seconds,
           max(peak_viewers) as peak_viewers, sum(gift_tokens)::bigint as gift_tokens,
           sum(minute_tokens)::bigint as minute_tokens, sum(bonus)::bigint as bonus, max(started_at) as last_started_at
      from live.session where user_id is not null group by user_id order by user_id`.execute(database)
  const kept = await database
    .selectFrom('live.broadcaster')
    .select(['user_id', 'sessions', 'seconds', 'peak_viewers', 'gift_tokens', 'minute_tokens', 'bonus'])
    .select('last_started_at')
    .orderBy('user_id')
    .execute()
  return { added: rows, kept }
}

let rooms = 0
const room = fc.record({
  who: fc.constantFrom(...women),
  rate: fc.constantFrom(0 as const, 60 as const),
  begins: fc.integer({ min: 0, max: 3_600 }),
  lasts: fc.option(fc.integer({ min: -30, max: 3_600 }), { nil: null }),
  again: fc.boolean(),
  viewers: fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 3 }),
  gifts: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 }),
  minutes: fc.integer({ min: 0, max: 3 }),
})

function eventsOf(one: typeof room extends fc.Arbitrary<infer R> ? R : never): Arrived[] {
  const liveId = `r${++rooms}`
  const [begin, end] = [one.begins, one.begins + (one.lasts ?? 0)]
  return [
    anEvent('live.started', at(begin), { liveId, userId: one.who, title: '', rate: one.rate }),
    ...one.viewers.map((viewers, index) => anEvent('live.heartbeat', at(begin + 10 * index), { liveId, viewers })),
    ...one.gifts.map((tokens) =>
      anEvent('gift.sent', at(begin + 5), { giftId: 1, senderId: man, receiverId: one.who, count: 1, tokens, liveId }),
    ),
    ...Array.from({ length: one.minutes }, (_, minute) =>
      anEvent('live.minute', at(begin + 60 * minute), { liveId, userId: man, minute: minute + 1 }),
    ),
    ...(one.lasts === null ? [] : [anEvent('live.ended', at(end), { liveId, reason: 'left' })]),
    ...(one.lasts !== null && one.again ? [anEvent('live.ended', at(end + 40), { liveId, reason: 'again' })] : []),
  ]
}

const rounds = () =>
  liveRounds({ database, params, clock: { now: () => now, refresh: async () => {}, close: () => {} } })

test('in any order and division, ended by the app, a timeout or a ban', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(room, { minLength: 1, maxLength: 5 })
        .chain((some) =>
          fc.tuple(fc.shuffledSubarray(some.flatMap(eventsOf), { minLength: 0 }), fc.integer({ min: 1, max: 9 })),
        ),
      fc.constantFrom('nothing', 'silence', 'ban'),
      async ([events, size], then) => {
        for (let from = 0; from < events.length; from += size) await bridge.send(events.slice(from, from + size))
        if (then === 'silence') {
          await sql`update live.session set heard_at = ${start}, last_seen_at = coalesce(last_seen_at, ${start})`.execute(
            database,
          )
          await rounds()
            .find((one) => one.name === 'live-silent')!
            .run(() => true)
        }
        if (then === 'ban')
          await inTransaction(database, (tx) => endForBan(tx, now, params, women.slice(0, 2).map(BigInt), 'nudity'))
        const { added, kept } = await sums()
        expect(kept).toEqual(added)
      },
    ),
    { numRuns: 60 },
  )
  expect((await sums()).kept).toHaveLength(3)
}, 120_000)

test('concurrent events on broadcasts of the same users', async () => {
  const events = Array.from({ length: 300 }, (_, index) => {
    const liveId = `h${index % 30}`
    const who = women[index % 3]!
    return index < 30
      ? anEvent('live.started', at(index), { liveId, userId: who, title: '', rate: 0 })
      : anEvent('gift.sent', at(index), { giftId: 1, senderId: man, receiverId: who, count: 1, tokens: 10, liveId })
  })
  const chunks = Array.from({ length: 12 }, (_, index) => events.filter((_, place) => place % 12 === index))
  await Promise.all(chunks.map((chunk) => bridge.send(chunk)))
  const { added, kept } = await sums()
  expect(kept).toEqual(added)
})
