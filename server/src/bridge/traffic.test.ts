import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sent } from '../../test/bridge.ts'
import { newId } from '../kit/random.ts'
import { aVisit, startBridge, type TestBridge, tally, tallyTables } from './bridge.fixture.ts'
import { ensureEventMonths, sweepBridge } from './bridge.keep.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge([tally])
  await tallyTables.execute(bridge.database)
})
afterAll(() => bridge.close())

const ndjson = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const inDays = (days: number) => new Date(bridge.clock.now().getTime() + days * 24 * 60 * 60_000)
const offline = (userId: number, at = bridge.clock.now()): Sent => ({
  id: newId(at),
  type: 'live.viewed',
  at,
  data: aVisit(userId, 1),
})

it('counts what arrived, and samples what was rejected', async () => {
  const one = offline(1)
  const late = offline(2, new Date(bridge.clock.now().getTime() - 10 * 60_000))
  await bridge.client.send([
    one,
    one,
    late,
    offline(13),
    {
      type: 'text.charged',
      data: { senderId: 1, receiverId: 2, tokens: 5 },
    },
  ])
  await bridge.client.post(ndjson([`{"type":"user.teleported","x":"${'y'.repeat(3_000)}"}`, 'x'.repeat(300)]))
  const rejections = Array.from({ length: 80 }, () => 'not JSON')
  await bridge.client.post(ndjson(rejections))
  await bridge.bridge.traffic.flush()
  const rows = await bridge.database
    .selectFrom('bridge.traffic')
    .select(({ fn }) => ['type', fn.sum<bigint>('accepted').as('a'), fn.sum<bigint>('duplicate').as('d')])
    .select(({ fn }) => [fn.sum<bigint>('rejected').as('r'), fn.max('worst_lag_ms').as('worst')])
    .groupBy('type')
    .orderBy('type')
    .execute()
  expect(rows.map(({ type, a, d, r }) => [type, Number(a), Number(d), Number(r)])).toEqual([
    ['live.viewed', 2, 1, 1],
    ['text.charged', 1, 0, 0],
    ['unknown', 0, 0, 82],
  ])
  expect(Number(rows[0]!.worst)).toBeGreaterThanOrEqual(10 * 60_000)
  const kept = await bridge.database
    .selectFrom('bridge.rejection')
    .select(['type', 'code', 'why', 'line'])
    .orderBy('type')
    .execute()
  expect(kept.filter((row) => row.code === 21001)).toHaveLength(1)
  expect(kept.filter((row) => row.why === 'not JSON').length).toBeLessThanOrEqual(50)
  expect(kept.find((row) => row.type === 'user.teleported')!.line).toHaveLength(2_000)
})

it('keeps answers for 15 minutes, rejected lines for 30 days and counts for 90', async () => {
  const left = async () => {
    const { rows } = await sql<{ batches: number; rejections: number; counts: number }>`
      select (select count(*)::int from bridge.batch) as batches, (select count(*)::int from bridge.rejection) as rejections,
             (select count(*)::int from bridge.traffic) as counts`.execute(bridge.database)
    return rows[0]!
  }
  const before = await left()
  expect(Math.min(...Object.values(before))).toBeGreaterThan(0)
  await sweepBridge(bridge.database, inDays(29))
  expect(await left()).toEqual(before)
  await sweepBridge(bridge.database, inDays(31))
  expect(await left()).toEqual({ ...before, rejections: 0 })
  await sweepBridge(bridge.database, inDays(91))
  expect(await left()).toEqual({ ...before, rejections: 0, counts: 0 })
  await sql`update bridge.batch set created_at = created_at - interval '16 minutes'`.execute(bridge.database)
  await sweepBridge(bridge.database, inDays(0))
  expect(await left()).toEqual({ batches: 0, rejections: 0, counts: 0 })
})

it('has the partitions around any moment ready for its events', async () => {
  await ensureEventMonths(bridge.database, inDays(400))
  await sql`update kit.clock set wall_at = now(), platform_at = ${inDays(400)}`.execute(bridge.database)
  await bridge.clock.refresh()
  expect(await bridge.client.send([offline(5), offline(5, inDays(-29))])).toMatchObject([
    { status: 'accepted' },
    { status: 'accepted' },
  ])
})

it('keeps counters it could not write, and adds later ones', async () => {
  const { database, client, bridge: opened } = bridge
  const sums = async () =>
    database
      .selectFrom('bridge.traffic')
      .select(({ fn }) => [fn.sum<bigint>('accepted').as('accepted'), fn.sum<bigint>('rejected').as('rejected')])
      .executeTakeFirstOrThrow()
  const samples = async () => {
    const { n } = await database
      .selectFrom('bridge.rejection')
      .select(({ fn }) => fn.countAll<bigint>().as('n'))
      .where('line', 'like', '%lost%')
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  await opened.traffic.flush()
  const before = await sums()
  await sql`alter table bridge.traffic rename to away; alter table bridge.rejection rename to gone`.execute(database)
  await client.send([offline(101), offline(102)])
  await client.post(ndjson(['{"type":"live.viewed","lost":1}']))
  await opened.traffic.flush()
  await client.send([offline(103)])
  await client.post(ndjson(['{"type":"live.viewed","lost":2}']))
  await sql`alter table bridge.away rename to traffic; alter table bridge.gone rename to rejection`.execute(database)
  await opened.traffic.flush()
  const after = await sums()
  expect(Number(after.accepted) - Number(before.accepted)).toBe(3)
  expect(Number(after.rejected) - Number(before.rejected)).toBe(2)
  expect(await samples()).toBe(2)
})
