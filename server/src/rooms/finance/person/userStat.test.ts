// User statistics: the fold against plain SQL over random histories, spans, filters, and the rows behind each figure.
import { rechargeList, userStatList } from '@greenroom/contract/finance'
import { flowTokenList } from '@greenroom/contract/flow'
import { userFigures } from '@greenroom/contract/statesAndKinds'
import { approvalDecide } from '@greenroom/contract/system'
import { withdrawalList, withdrawalManual } from '@greenroom/contract/withdrawals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anEvent, openChunks } from '../../../../test/chunks.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { settled } from '../../../../test/settled.ts'
import type { Arrived } from '../../../bridge/index.ts'
import { ensureLedgerMonths } from '../../../ledger/index.ts'
import { aProof } from '../../guilds/payouts/guildPayouts.fixture.ts'
import { liveHandlers } from '../../live/index.ts'
import { appUser } from '../../users/people.fixture.ts'
import { financeHandlers } from '../index.ts'
import { anEarner, aWithdrawal } from '../withdrawals/withdrawals.fixture.ts'
import { segmentsOf } from './userStat.rules.ts'
import { foldUserSums } from './userStat.service.ts'

let product: TestProduct
let admin: Client
let chunks: ReturnType<typeof openChunks>
let now: Date
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  now = product.clock.now()
  await ensureLedgerMonths(product.database, new Date(now.getTime() - 31 * 86_400_000))
  const { params, seals } = product
  chunks = openChunks(product.database, [...liveHandlers({ params }), ...financeHandlers({ params, seals })], () => now)
})
afterAll(() => product.close())

const dayMs = 86_400_000
const daysBack = 60
/** Noon of a day before today; some hours later where many things happen on one day. */
const at = (day: number, minutes = 0) => {
  const moment = new Date(now.getTime() - day * dayMs)
  moment.setUTCHours(12, minutes, 0, 0)
  return moment
}
const textOf = (moment: Date) => moment.toISOString().slice(0, 10)
const fold = async (zone = 'UTC') => {
  await settled(product.database)
  while (await foldUserSums(product.database, zone));
}

let last = 0
const bought = (userId: number, usdCents: number, day: number): [string, Arrived[]] => {
  const orderId = `us-${++last}`
  const price = { tokens: usdCents, promoTokens: 5, usdCents }
  return [
    orderId,
    [
      anEvent('recharge.created', at(day), { orderId, userId, product: 'coins', gateway: 'card', ...price }),
      anEvent('recharge.paid', at(day, 1), { orderId, gatewayReference: `g-${orderId}`, feeUsdCents: 0 }),
    ],
  ]
}
const text = (senderId: number, receiverId: number, tokens: number, day: number) =>
  anEvent('text.charged', at(day, 5), { senderId, receiverId, tokens })
const back = (orderId: string, kind: 'refund' | 'chargeback', day: number) =>
  anEvent('recharge.refunded', at(day, 10), { orderId, kind })
const won = (orderId: string, day: number) =>
  anEvent('recharge.refunded', at(day, 15), { orderId, kind: 'chargeback', outcome: 'reversed' })

async function aWoman() {
  const id = await appUser(product)
  await sql`update users.app_user set sex = 'woman', country = 'DE' where id = ${id}`.execute(product.database)
  return id
}

/** A user's sums between two days by plain SQL over orders, withdrawals and entries. */
async function plain(userId: number, from: string, to: string) {
  const within = (column: string) =>
    sql`(${sql.ref(column)} at time zone 'UTC')::date between ${from}::date and ${to}::date`
  const { rows } = await sql<Record<string, number>>`
    select (select coalesce(sum(usd_cents), 0)::float8 from finance.recharge_order o
             where user_id = ${userId} and recharge_id is not null and ${within('paid_at')}) as "rechargedCents",
           (select coalesce(sum(usd_cents), 0)::float8 from finance.recharge_order o join finance.order_return r on r.order_id = o.id
             where user_id = ${userId} and r.transfer_id is not null and r.reverse_id is null and ${within('r.at')}) as "refundedCents",
           (select coalesce(-sum(e.amount), 0)::float8 from ledger.entry e join ledger.account a on a.id = e.account_id
              join ledger.transfer t on t.id = e.transfer_id
             where a.owner = 'user:' || ${userId}::text and a.currency = 'TOKEN' and t.kind = 'text' and ${within('t.occurred_at')}) as "spentTokens",
           (select coalesce(sum(e.amount), 0)::float8 from ledger.entry e join ledger.account a on a.id = e.account_id
              join ledger.transfer t on t.id = e.transfer_id
             where a.owner = 'user:' || ${userId}::text and a.currency = 'BONUS' and t.kind in ('text', 'gift') and ${within('t.occurred_at')}) as "earnedBonus",
           (select coalesce(sum(usd_cents), 0)::float8 from finance.withdrawal
             where user_id = ${userId} and state in ('success', 'manual processing successful') and ${within('ended_at')}) as "withdrawnCents"`.execute(
    product.database,
  )
  return rows[0]!
}

test('a span is whole months plus the remaining days', () => {
  const of = (from?: string, to?: string) =>
    segmentsOf({ from, to }).map((one) => `${one.grain} ${one.from}..${one.to}`)
  expect(of()).toEqual(['all 2000-01-01..2000-01-01'])
  expect(of('2026-02-01', '2026-02-28')).toEqual(['month 2026-02-01..2026-02-01'])
  expect(of('2026-02-01', '2026-02-27')).toEqual(['day 2026-02-01..2026-02-27'])
  expect(of('2025-12-31', '2026-02-28')).toEqual(['day 2025-12-31..2025-12-31', 'month 2026-01-01..2026-02-01'])
  expect(of('2025-12-30', '2026-03-02')).toEqual([
    'day 2025-12-30..2025-12-31',
    'month 2026-01-01..2026-02-01',
    'day 2026-03-01..2026-03-02',
  ])
  expect(of('2024-02-02')).toEqual(['day 2024-02-02..2024-02-29', 'month 2024-03-01..9999-12-01'])
  expect(of(undefined, '2026-01-31')).toEqual(['month 1970-01-01..2026-01-01'])
  expect(of('2026-01-15', '2026-02-14')).toEqual(['day 2026-01-15..2026-02-14'])
})

test('agree with plain SQL over random histories, folded in random parts, for random spans', async () => {
  const day = fc.integer({ min: 0, max: daysBack })
  const who = fc.integer({ min: 0, max: 2 })
  const cents = fc.integer({ min: 10, max: 5_000 })
  const event = fc.oneof(
    fc.record({ do: fc.constant('buy' as const), who, cents, day }),
    fc.record({ do: fc.constant('text' as const), who, to: who, cents, day }),
    fc.record({ do: fc.constantFrom('refund' as const, 'chargeback' as const), which: fc.nat(20), day }),
    fc.record({ do: fc.constant('won' as const), which: fc.nat(20), day }),
    fc.record({ do: fc.constant('fold' as const) }),
  )
  const span = fc.tuple(day, day).map(([a, b]) => [textOf(at(Math.max(a, b))), textOf(at(Math.min(a, b)))] as const)
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 8, maxLength: 30 }),
      fc.array(span, { minLength: 2, maxLength: 3 }),
      async (events, spans) => {
        const people = [await aWoman(), await aWoman(), await appUser(product)]
        const orders: string[] = []
        for (const one of events) {
          if (one.do === 'fold') await fold()
          else if (one.do === 'buy') {
            const [orderId, lines] = bought(people[one.who]!, one.cents, one.day)
            orders.push(orderId)
            await chunks.send(lines)
          } else if (one.do === 'text') {
            if (one.who !== one.to) await chunks.send([text(people[one.who]!, people[one.to]!, one.cents, one.day)])
          } else {
            const orderId = orders[one.which % Math.max(1, orders.length)]
            if (orderId) await chunks.send([one.do === 'won' ? won(orderId, one.day) : back(orderId, one.do, one.day)])
          }
        }
        await fold()
        for (const [from, to] of [...spans, ['2000-01-01', textOf(now)] as const])
          for (const userId of people) {
            const { records } = await admin.call(userStatList, { userId, startTimeStr: from, endTimeStr: to })
            const sums = await plain(userId, from, to)
            const { user: _, country: __, ...row } = records[0] ?? { user: null, country: '' }
            expect({ ...Object.fromEntries(Object.keys(sums).map((key) => [key, 0])), ...row }).toMatchObject(sums)
          }
      },
    ),
    { numRuns: 6 },
  )
  // The sums of all users are the sums of the users.
  const { rows } = await sql`
    select 1 from (select grain, start, count(*) as users, sum(recharged_cents) as a, sum(refunded_cents) as b, sum(spent_tokens) as c,
                          sum(earned_bonus) as d, sum(recharges) as e from finance.user_sum group by 1, 2) s
      full join finance.users_sum w using (grain, start)
     where (s.users, s.a, s.b, s.c, s.d, s.e) is distinct from
           (w.users, w.recharged_cents, w.refunded_cents, w.spent_tokens, w.earned_bonus, w.recharges)`.execute(
    product.database,
  )
  expect(rows).toEqual([])
})

test('filters, sorts, totals and pages; each figure equals the rows behind it', async () => {
  const [one, two] = [await aWoman(), await appUser(product)]
  const orders = [bought(one, 900, 3), bought(one, 100, 2), bought(one, 400, 9), bought(two, 700, 2)]
  await chunks.send(orders.flatMap(([, lines]) => lines))
  await chunks.send([back(orders[1]![0], 'refund', 1), text(one, two, 300, 2), text(two, one, 200, 2)])
  const earner = await anEarner(product, 3_000)
  await sql`update users.app_user set country = 'DE' where id = ${earner}`.execute(product.database)
  const id = await aWithdrawal(product, earner, { usd: 20 })
  await sql`update finance.withdrawal set state = 'failure' where id = ${id}`.execute(product.database)
  const byHand = { withdrawalId: id, reference: 'R-1', proofFileId: await aProof(product) }
  const { approvalId } = await admin.call(withdrawalManual, byHand)
  const checker = await person(product, { permissions: { 'finance.withdraw': 1, 'system.approval': 3 } })
  await checker.client.call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  await fold()
  const week = { startTimeStr: textOf(at(6)), endTimeStr: `${textOf(now)} 23:59:59` }
  const of = async (userId: number) => (await admin.call(userStatList, { userId, ...week })).records[0]
  expect(await of(one)).toMatchObject({
    user: { userId: one },
    country: 'DE',
    rechargedCents: 1_000,
    recharges: 2,
    refundedCents: 100,
    refunds: 1,
    spentTokens: 300,
    earnedBonus: 80,
    withdrawals: 0,
  })
  expect(await of(earner)).toMatchObject({
    withdrawnCents: 2_000,
    withdrawnBonus: 2_000,
    withdrawals: 1,
    earnedBonus: 3_000,
  })
  // The rows behind a figure add up to it.
  const sum = <R>(rows: readonly R[], amount: (row: R) => number) => rows.reduce((so, row) => so + amount(row), 0)
  const paid = await admin.call(rechargeList, { userId: one, moment: 'paid', sort: '-paidAt', ...week })
  expect([paid.total, sum(paid.records, (row) => row.usdCents)]).toEqual([2, 1_000])
  const given = await admin.call(rechargeList, { userId: one, moment: 'refunded', sort: '-refundedAt', ...week })
  expect([given.total, sum(given.records, (row) => row.usdCents)]).toEqual([1, 100])
  const spent = await admin.call(flowTokenList, { userId: one, counted: 'spent', ...week })
  expect(sum(spent.records, (row) => row.tokens ?? 0)).toBe(-300)
  const earned = await admin.call(flowTokenList, { userId: one, counted: 'earned', ...week })
  expect(sum(earned.records, (row) => row.bonus ?? 0)).toBe(80)
  const out = await admin.call(withdrawalList, { userId: earner, moment: 'paid', ...week })
  expect(sum(out.records, (row) => row.usdCents)).toBe(2_000)

  const { rows } = await sql<{ users: number; cents: number }>`
    select count(*)::int as users, coalesce(sum(recharged_cents), 0)::float8 as cents
      from finance.user_sum where grain = 'all'`.execute(product.database)
  const all = await admin.call(userStatList, { size: 2 })
  expect(all).toMatchObject({
    total: rows[0]!.users,
    totals: { users: rows[0]!.users, rechargedCents: rows[0]!.cents },
  })
  // Every page once, in order, by each sort and direction.
  for (const sort of ['-rechargedCents', 'refundedCents', '-spentTokens', 'earnedBonus', '-withdrawnCents'] as const) {
    const seen: number[] = []
    let after: string | undefined
    do {
      const page = await admin.call(userStatList, { sort, size: 5, ...(after && { after }) })
      seen.push(...page.records.map(({ user }) => user.userId))
      after = page.next
    } while (after)
    expect([sort, new Set(seen).size, seen.length]).toEqual([sort, rows[0]!.users, rows[0]!.users])
  }
  expect((await admin.call(userStatList, { ...week, has: 'withdrawn' })).totals).toMatchObject({
    users: 1,
    withdrawnCents: 2_000,
  })
  const fieldOf = {
    recharged: 'rechargedCents',
    refunded: 'refundedCents',
    spent: 'spentTokens',
    earned: 'earnedBonus',
    withdrawn: 'withdrawnCents',
  } as const
  const everybody = (await admin.call(userStatList, { size: 200 })).records
  for (const has of userFigures) {
    const found = await admin.call(userStatList, { has, size: 200 })
    expect([has, found.total]).toEqual([has, everybody.filter((row) => row[fieldOf[has]] > 0).length])
    expect(found.records.every((row) => row[fieldOf[has]] > 0)).toBe(true)
  }
  const germans = await admin.call(userStatList, { country: 'DE', sex: 'woman', size: 200 })
  expect(germans.records.map(({ user }) => user.userId)).toEqual(expect.arrayContaining([one, earner]))
  expect(germans.records.map(({ user }) => user.userId)).not.toContain(two)
  expect(await admin.refused(userStatList, { startTimeStr: '2026-02-02', endTimeStr: '2026-02-01' })).toEqual({
    code: 10009,
    fields: ['endTimeStr'],
    reason: 'time.order',
  })
})

test('another zone folds all days again; guild leaders and agents find nothing', async () => {
  const user = await appUser(product)
  const orderId = `us-${++last}`
  const late = at(4)
  late.setUTCHours(23, 30)
  await chunks.send([
    anEvent('recharge.created', late, {
      orderId,
      userId: user,
      product: 'x',
      gateway: 'card',
      tokens: 10,
      promoTokens: 0,
      usdCents: 10,
    }),
    anEvent('recharge.paid', late, { orderId, gatewayReference: `g-${orderId}`, feeUsdCents: 0 }),
  ])
  const days = async () =>
    (
      await sql<{ day: string }>`
        select to_char(start, 'YYYY-MM-DD') as day from finance.user_sum where user_id = ${user} and grain = 'day'`.execute(
        product.database,
      )
    ).rows.map(({ day }) => day)
  await fold()
  expect(await days()).toEqual([textOf(late)])
  const before = (await admin.call(userStatList, {})).totals
  await fold('Asia/Shanghai')
  expect(await days()).toEqual([textOf(new Date(late.getTime() + dayMs))])
  expect((await admin.call(userStatList, {})).totals).toEqual(before)
  const { client } = await person(product, { permissions: everyMenu(3), agentId: 7 })
  expect(await client.refused(userStatList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
})
