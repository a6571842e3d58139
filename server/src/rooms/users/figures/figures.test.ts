// Home's figures through the wire, beside what was put in.
import { userFigures } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChunk, arrived } from '../../../../test/chunk.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { stretchesOf } from './rules.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

test('a stretch ends at the same time of its day, in the platform’s zone', () => {
  const now = new Date('2026-03-31T20:30:00Z')
  expect(stretchesOf(now, 'Europe/Berlin')).toEqual([
    { key: 'today', day: '2026-03-31', from: new Date('2026-03-30T22:00:00Z'), to: now },
    {
      key: 'yesterday',
      day: '2026-03-30',
      from: new Date('2026-03-29T22:00:00Z'),
      to: new Date('2026-03-30T20:30:00Z'),
    },
    // Before summer time began.
    {
      key: 'lastWeek',
      day: '2026-03-24',
      from: new Date('2026-03-23T23:00:00Z'),
      to: new Date('2026-03-24T21:30:00Z'),
    },
  ])
})

test('counts up to this time of day, and never market-audit or internal accounts', async () => {
  const { client } = await person(product)
  const before = await client.call(userFigures, {})
  expect(before).toMatchObject({ days: [{ key: 'today' }, { key: 'yesterday' }, { key: 'lastWeek' }], online: 0 })
  const stretches = stretchesOf(product.clock.now(), 'UTC')
  const halfway = (key: number) => new Date((stretches[key]!.from.getTime() + stretches[key]!.to.getTime()) / 2)
  const afterwards = new Date((stretches[1]!.to.getTime() + stretches[0]!.from.getTime()) / 2)
  const join = (userId: number, at: Date) => [
    arrived(
      'user.registered',
      { userId, nickname: 'N', sex: 'man', country: 'BR', language: 'pt', platform: 'ios', deviceId: `d${userId}` },
      at,
    ),
  ]
  await aChunk(product.database, [
    ...join(1, halfway(0)),
    ...join(2, halfway(0)),
    ...join(3, halfway(1)),
    ...join(4, afterwards),
    ...join(5, halfway(2)),
    ...join(6, halfway(0)),
    arrived('user.online', { userId: 3, platform: 'ios', deviceId: 'd3' }, halfway(0)),
    arrived('user.online', { userId: 6, platform: 'ios', deviceId: 'd6' }, halfway(0)),
  ])
  const { database } = product
  await sql`update users.app_user set internal = true where id = 6`.execute(database)
  for (const [id, userId, at, state] of [
    ['a', 1, halfway(0), 'success'],
    ['b', 1, halfway(0), 'success'],
    ['c', 3, halfway(1), 'success'],
    ['d', 6, halfway(0), 'success'],
    ['e', 4, afterwards, 'success'],
  ] as const)
    await sql`
      insert into finance.recharge_order (id, user_id, usd_cents, state, created_at, paid_at)
      values (${id}, ${userId}, 499, ${state}, ${at}, ${at})`.execute(database)
  for (const [id, caller, answered] of [
    ['a', 1, true],
    ['b', 2, false],
    ['c', 6, true],
  ] as const)
    await sql`
      insert into live.call (id, caller_id, callee_id, kind, requested_at, answered_at, last_seen_at, heard_at)
      values (${id}, ${caller}, 5, 'voice', ${halfway(0)}, ${answered ? halfway(0) : null}, ${halfway(0)},
              ${halfway(0)})`.execute(database)
  for (const [id, userId, key, ended] of [
    ['a', 1, 0, false],
    ['b', 2, 0, true],
    ['c', 6, 0, false],
    ['d', 5, 2, true],
  ] as const)
    await sql`
      insert into live.session (id, user_id, started_at, ended_at, last_seen_at, heard_at)
      values (${id}, ${userId}, ${halfway(key)}, ${ended ? halfway(key) : null}, ${halfway(key)},
              ${halfway(key)})`.execute(database)
  await sql`
    insert into users.spent_minute values (date_trunc('minute', ${halfway(0)}::timestamptz), 70),
      (date_trunc('minute', ${afterwards}::timestamptz), 9)`.execute(database)

  const { days, ...current } = await client.call(userFigures, {})
  expect(days).toMatchObject([
    {
      registrations: 2,
      activeUsers: 3,
      rechargeUsdCents: 998,
      payers: 1,
      tokensSpent: 70,
      calls: 2,
      broadcasts: 2,
    },
    { registrations: 1, activeUsers: 1, rechargeUsdCents: 499, payers: 1, tokensSpent: 0, calls: 0, broadcasts: 0 },
    { registrations: 1, activeUsers: 1, rechargeUsdCents: 0, payers: 0, tokensSpent: 0, calls: 0, broadcasts: 1 },
  ])
  expect(current).toEqual({ online: 1, liveNow: 1, callsNow: 1 })
})

test('are for the platform’s staff', async () => {
  for (const reach of [{ agentId: 7 }]) {
    const { client } = await person(product, { permissions: everyMenu(3), ...reach })
    expect(await client.refused(userFigures, {})).toMatchObject({ code: 10026 })
  }
})
