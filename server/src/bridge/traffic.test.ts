import { movesMoney } from '@greenroom/contract/bridgeEvents.money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sent } from '../../test/bridge.ts'
import { inTransaction, type Transaction } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { aVisit, startBridge, type TestBridge, tally, tallyTables } from './bridge.fixture.ts'
import { forgetEvents } from './bridge.forget.ts'
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

describe('ids of events without money', () => {
  const monthStart = (ago: number) => {
    const now = bridge.clock.now()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
  }
  const suffix = (ago: number) => monthStart(ago).toISOString().slice(0, 7).replace('-', '')
  /** Ids of a type, a minute apart, from a moment of that month on. */
  const arrived = async (type: string, ago: number, count: number, fromMinute: number) => {
    const ids = Array.from({ length: count }, (_, n) =>
      newId(new Date(monthStart(ago).getTime() + (fromMinute + n) * 60_000)),
    )
    await sql`
      insert into bridge.event (id, client_id, type, hash) select id, 1, ${type}, '\\x01' from unnest(${ids}::uuid[]) id`.execute(
      bridge.database,
    )
    return ids
  }
  const left = async (ago: number) => {
    const { rows } = await sql<{ id: string }>`
      select id from bridge.event where id >= kit.uuid_at(${monthStart(ago)}) and id < kit.uuid_at(${monthStart(ago - 1)}) order by id`.execute(
      bridge.database,
    )
    return rows.map(({ id }) => id)
  }
  const step = async (atOnce: number) => {
    const { rows } = await sql<{ removed: number; goesOn: boolean }>`
      select removed::int as removed, goes_on as "goesOn" from bridge.forget_events(30, ${atOnce})`.execute(
      bridge.database,
    )
    return rows[0]!
  }
  const forget = async (keepDays = 30) => {
    let removed = 0
    const inTurn = <T>(work: (tx: Transaction) => Promise<T>) => inTransaction(bridge.database, work)
    for (;;) {
      const done = await forgetEvents(inTurn, keepDays)
      removed += done.removed
      if (!done.goesOn) return removed
    }
  }
  const exists = async (table: string) =>
    (await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(bridge.database)).rows[0]!
      .found

  it('are of the types that the contract names', async () => {
    const { rows } = await sql<{ types: string[] }>`select bridge.without_money() as types`.execute(bridge.database)
    const named = Object.entries(movesMoney).flatMap(([type, moves]) => (moves ? [] : [type]))
    expect(rows[0]!.types.toSorted()).toEqual(named.toSorted())
  })

  it('are forgotten by month, while those of money stay, whatever comes in between', async () => {
    await forget()
    await ensureEventMonths(bridge.database, monthStart(3))
    const visits = await arrived('user.updated', 4, 5, 10)
    const money = await arrived('gift.sent', 4, 5, 12)
    const young = await arrived('user.updated', 0, 2, 1)
    // As long as the parameter says, and while somebody may send a history.
    expect(await forget(3_650)).toBe(0)
    await sql`update bridge.client set history_days = 92, history = true, endpoint = ''`.execute(bridge.database)
    await sql`update bridge.client set history_closed_at = null, history_days = 92`.execute(bridge.database)
    expect(await left(4)).toHaveLength(10)
    await sql`update bridge.client set history = false, history_days = 30`.execute(bridge.database)

    // The copy is begun, two ids are in it, and an older one arrives behind it.
    while (!(await exists(`bridge.event_${suffix(4)}_kept`))) expect(await step(2)).toMatchObject({ goesOn: true })
    expect(await step(2)).toEqual({ removed: 0, goesOn: true })
    const [late] = await arrived('recharge.paid', 4, 1, 1)
    let removed = 0
    for (let one = await step(2); one.goesOn; one = await step(2)) removed += one.removed
    expect(removed).toBe(visits.length)
    expect(await left(4)).toEqual([late, ...money])
    expect(await left(0)).toEqual(expect.arrayContaining(young))
    const { rows } = await sql`
      select removed::int as removed, kept::int as kept from bridge.event_month where month = ${monthStart(4)}::date`.execute(
      bridge.database,
    )
    expect(rows).toEqual([{ removed: 5, kept: 6 }])

    // The month takes ids as before, each once, and loses none.
    await expect(
      sql`insert into bridge.event (id, client_id, type, hash) values (${late}, 1, 'gift.sent', '\\x01')`.execute(
        bridge.database,
      ),
    ).rejects.toThrow(/duplicate key/)
    await expect(sql.raw(`delete from bridge.event_${suffix(4)}`).execute(bridge.database)).rejects.toThrow(
      /append-only/,
    )
    await ensureEventMonths(bridge.database, monthStart(3))
    expect(await forget()).toBe(0)
  })

  it('are forgotten again of a month to which a history brought some, once it is closed', async () => {
    await arrived('user.updated', 4, 3, 100)
    expect(await forget()).toBe(0)
    await sql`
      update bridge.client set history = true, enabled = false, endpoint = '', history_days = 92, history_closed_at = ${inDays(1)}, created_at = ${inDays(-50)}`.execute(
      bridge.database,
    )
    await sql`update bridge.event_month set forgotten_at = ${inDays(-1)}`.execute(bridge.database)
    await sql`update bridge.client set history_closed_at = ${bridge.clock.now()}`.execute(bridge.database)
    expect(await forget()).toBe(3)
  })

  it('wait for those who read events', async () => {
    await sql`update bridge.event_month set forgotten_at = ${inDays(-1)}`.execute(bridge.database)
    await arrived('user.updated', 4, 1, 200)
    await inTransaction(bridge.database, async (reader) => {
      await sql`lock table bridge.event in access share mode`.execute(reader)
      expect(await forget()).toBe(0)
    })
    expect(await forget()).toBe(1)
  })
})
