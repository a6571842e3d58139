// What channels and promoters cost and brought, on random users, orders and returns, beside a recount of the raw facts.
import { channelResults, mostResults } from '@greenroom/contract/channels'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { foldAll as foldUsers } from '../../../../test/settled.ts'
import { foldIndicators } from '../../indicators/fold/fold.service.ts'
import { aChannel, aPromoter, foldAll } from '../promotion.fixture.ts'
import { addedUp } from './channelDays.rules.ts'

let product: TestProduct
let admin: Client
let promoterId: number
const channels = ['post-a', 'post-b', 'post-c']
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  promoterId = await aPromoter(admin)
  await aChannel(admin, { number: 'post-a', promoterId, model: 'CPA', priceCents: 80 })
  await aChannel(admin, { number: 'post-b', promoterId, model: 'CPS', shareBp: 2_500 })
  await aChannel(admin, { number: 'post-c', model: 'fixed', priceCents: 2_500 })
  await sql`update promotion.term set from_day = from_day - 60`.execute(product.database)
})
afterAll(() => product.close())

const dayMs = 86_400_000
const ago = (days: number) => new Date(product.clock.now().getTime() - days * dayMs)
const dayAgo = (days: number) => ago(days).toISOString().slice(0, 10)

let last = 6_000_000
const user = fc.record({
  channel: fc.constantFrom(...channels, 'wild'),
  registered: fc.integer({ min: 1, max: 24 }),
  /** Days after the registration. */
  online: fc.uniqueArray(fc.constantFrom(1, 6, 7, 8)),
  orders: fc.array(fc.record({ cents: fc.integer({ min: 1, max: 900 }), back: fc.boolean() }), { maxLength: 2 }),
  marked: fc.boolean(),
})
type User = typeof user extends fc.Arbitrary<infer T> ? T : never

async function happen({ channel, registered, online, orders, marked }: User): Promise<void> {
  const { database } = product
  const id = ++last
  await sql`insert into users.app_user (id, nickname, created_at, registered_at, sex, country, channel, platform, internal)
    values (${id}, ${`r${id}`}, ${ago(registered)}, ${ago(registered)}, 'man', 'BR', ${channel}, 'ios', ${marked})`.execute(
    database,
  )
  await sql`insert into promotion.install (device_id, channel, platform, country, at) values (${`r${id}`}, ${channel}, 'ios', 'BR', ${ago(registered)})`.execute(
    database,
  )
  for (const after of online.filter((days) => days <= registered))
    await sql`insert into users.active_day (day, user_id, first_at, seconds, platform, online_at)
      values (${dayAgo(registered - after)}::date, ${id}, ${ago(registered - after)}, 60, 'ios', ${ago(registered - after)})`.execute(
      database,
    )
  for (const [at, { cents, back }] of orders.entries()) {
    const order = `r-${id}-${at}`
    const paid = ago(registered / 2)
    await sql`insert into finance.recharge_order (id, user_id, usd_cents, state, created_at, paid_at, recharge_id, refund, first_recharge)
      values (${order}, ${id}, ${cents}, 'success', ${paid}, ${paid}, gen_random_uuid(), ${back ? 'refund' : 'none'}, ${at === 0})`.execute(
      database,
    )
    if (back)
      await sql`insert into finance.order_return (id, order_id, n, kind, at, counts, transfer_id)
        values (gen_random_uuid(), ${order}, 1, 'refund', ${paid}, true, gen_random_uuid())`.execute(database)
  }
}

/** The raw facts of a channel's users in a span. */
async function recounted(channel: string, from: string, to: string) {
  const { rows } = await sql<{
    registrations: number
    payers: number
    net: number
    size: number
    back: number
  }>`
    with u as (select *, registered_at::date as day from users.app_user where channel = ${channel} and not internal and not market_audit),
    o as (select o.* from finance.recharge_order o join u on u.id = o.user_id where o.paid_at::date between ${from}::date and ${to}::date)
    select (select count(*)::int from u where day between ${from}::date and ${to}::date) as registrations,
           (select count(distinct user_id)::int from o) as payers,
           (select coalesce(sum(usd_cents) filter (where refund = 'none'), 0)::int from o) as net,
           (select count(*)::int from u where day between ${from}::date and ${to}::date and day + 7 < ${dayAgo(0)}::date) as size,
           (select count(*)::int from u where day between ${from}::date and ${to}::date and day + 7 < ${dayAgo(0)}::date
               and exists (select from users.active_day a where a.user_id = u.id and a.day = u.day + 7)) as back`.execute(
    product.database,
  )
  return rows[0]!
}

test('each channel equals its recount, promoters and totals are their sums, the largest loss comes first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(user, { minLength: 5, maxLength: 25 }),
      fc.constantFrom([29, 0], [20, 5], [9, 9]),
      async (users, [first, end]) => {
        for (const one of users) await happen(one)
        await foldAll(product)
        await foldUsers(product.database, () =>
          foldIndicators({ database: product.database, now: product.clock.now(), zone: 'UTC' }),
        )
        const span = { startTimeStr: dayAgo(first!), endTimeStr: dayAgo(end!) }
        const { rows, totals, others, from, to } = await admin.call(channelResults, span)
        expect([others, from, to]).toEqual([null, span.startTimeStr, span.endTimeStr])
        for (const row of rows) {
          const { registrations, payers, net, size, back } = await recounted(row.value, from, to)
          expect([row.registrations, row.payers, row.rechargeCents, row.d7]).toEqual([
            registrations,
            payers,
            net,
            { back, of: size },
          ])
          expect(row.marginCents).toBe(net - row.costCents)
        }
        expect(rows.map(({ marginCents }) => marginCents)).toEqual(
          rows.map(({ marginCents }) => marginCents).toSorted((a, b) => a - b),
        )
        expect(totals).toEqual(addedUp(rows))
        const byPromoter = await admin.call(channelResults, { ...span, by: 'promoter' })
        expect(byPromoter.totals).toEqual(totals)
        const own = byPromoter.rows.find(({ value }) => value === String(promoterId))
        expect(own ?? addedUp([])).toMatchObject(addedUp(rows.filter(({ promoter }) => promoter !== null)))
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
}, 30_000)

test('a fixed price without anything back is a loss; without a span, the last 30 days count', async () => {
  const { number } = await aChannel(admin, { number: 'poster', type: 'offline', model: 'fixed', priceCents: 2_500 })
  await foldAll(product)
  const { rows, from, to } = await admin.call(channelResults, { type: 'offline' })
  expect([from, to]).toEqual([dayAgo(29), dayAgo(0)])
  expect(rows).toMatchObject([
    { value: number, costCents: 2_500, marginCents: -2_500, returnBp: 0, d7: { back: 0, of: 0 } },
  ])
  const alone = await admin.call(channelResults, { promoterId })
  expect(alone.rows.map(({ value }) => value).toSorted()).toEqual(['post-a', 'post-b'])
  expect(await admin.refused(channelResults, { startTimeStr: dayAgo(1), endTimeStr: dayAgo(2) })).toMatchObject({
    code: 10009,
    reason: 'time.order',
  })
})

test('more channels than rows: the others are added up', async () => {
  await sql`
    insert into promotion.channel_day (key, day, channel, visits, clicks, installs, registrations, first_payers, recharge_cents, refund_cents, returned, counted, cost_cents)
    select '2020-05-01 many-' || n, '2020-05-01', 'many-' || n, 0, 0, n, 0, 0, 0, 0, 0, n, n from generate_series(1, ${mostResults + 5}::int) n`.execute(
    product.database,
  )
  const { rows, others, totals } = await admin.call(channelResults, {
    startTimeStr: '2020-05-01',
    endTimeStr: '2020-05-01',
  })
  expect([rows.length, others!.rows, rows[0]!.marginCents]).toEqual([mostResults, 5, -(mostResults + 5)])
  expect(addedUp([...rows, others!])).toEqual(totals)
})
