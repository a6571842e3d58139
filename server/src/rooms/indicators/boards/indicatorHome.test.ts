// Home's figures over HTTP, compared with the dashboards and plain SQL over the facts.
import type { FigureKey } from '@greenroom/contract/dashboards'
import { indicatorFigures } from '@greenroom/contract/indicators'
import { todayFigures } from '@greenroom/contract/todayFigures'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect, type Sent } from '../../../../test/bridge.ts'
import { everyMenu, type Person, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { foldAll } from '../../../../test/settled.ts'
import { foldIndicators } from '../fold/fold.service.ts'
import { periodsOf } from './indicatorHome.rules.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  app = await connect(product)
})
afterAll(() => product.close())

async function send(...events: Sent[]): Promise<void> {
  expect((await app.send(events)).filter(({ status }) => status === 'rejected')).toEqual([])
}

const fold = () =>
  foldAll(product.database, () => foldIndicators({ database: product.database, now: product.clock.now(), zone: 'UTC' }))

test('a period ends at the same time of its day, in the day’s zone', () => {
  const now = new Date('2026-03-31T20:30:00Z')
  const berlin = [{ since: '2000-01-01', zone: 'Europe/Berlin' }]
  expect(periodsOf(now, '2026-03-31', berlin)).toEqual([
    { key: 'today', day: '2026-03-31', from: new Date('2026-03-30T22:00:00Z'), to: now },
    {
      key: 'yesterday',
      day: '2026-03-30',
      from: new Date('2026-03-29T22:00:00Z'),
      to: new Date('2026-03-30T20:30:00Z'),
    },
    // Before the start of summer time.
    {
      key: 'lastWeek',
      day: '2026-03-24',
      from: new Date('2026-03-23T23:00:00Z'),
      to: new Date('2026-03-24T21:30:00Z'),
    },
  ])
  const changed = [{ since: '2026-03-31', zone: 'UTC' }, ...berlin]
  expect(periodsOf(now, '2026-03-31', changed)[1]).toMatchObject({ to: new Date('2026-03-30T18:30:00Z') })
})

const counted = sql`join users.app_user u on u.id = f.user_id and not u.market_audit and not u.internal
  where f.at >= s.from and f.at <= s.to`

/** Home's figures from the facts only. */
async function fromFacts() {
  const stretches = periodsOf(product.clock.now(), new Date(product.clock.now()).toISOString().slice(0, 10), [
    { since: '2000-01-01', zone: 'UTC' },
  ])
  const { rows } = await sql<Record<string, unknown>>`
    select s.key, s.day,
      (select count(*)::int from (select id as user_id, registered_at as at from users.app_user) f ${counted}) as registrations,
      (select count(distinct u.id)::int from (
         select user_id, first_at as at from users.active_day union all select user_id, at from live.view
         union all select caller_id, requested_at from live.call
         union all select user_id, started_at from live.session
         union all select user_id, paid_at from finance.recharge_order) f ${counted}) as dau,
      (select coalesce(sum(cents), 0)::int from (select user_id, paid_at as at, usd_cents as cents from finance.recharge_order) f ${counted}) as revenue,
      (select count(distinct u.id)::int from (select user_id, paid_at as at from finance.recharge_order) f ${counted}) as payers,
      (select coalesce(sum(tokens), 0)::int from (
         select substr(a.owner, 6)::bigint as user_id, t.occurred_at as at, -e.amount as tokens
           from ledger.entry e join ledger.account a on a.id = e.account_id and a.owner like 'user:%' and a.currency = 'TOKEN'
           join ledger.transfer t on t.id = e.transfer_id and t.kind = 'text' where e.amount < 0) f ${counted}) as "tokensSpent",
      (select count(*)::int from (select caller_id as user_id, requested_at as at from live.call) f ${counted}) as "callAttempts",
      (select count(*)::int from (select user_id, started_at as at from live.session) f ${counted}) as sessions
    from unnest(${stretches.map((s) => s.key)}::text[], ${stretches.map((s) => s.day)}::text[],
                ${stretches.map((s) => s.from)}::timestamptz[], ${stretches.map((s) => s.to)}::timestamptz[]) as s(key, day, "from", "to")`.execute(
    product.database,
  )
  return rows
}

/** The same from the dashboards, over an entire day. */
async function fromDashboards(day: string) {
  const of = async (kind: 'overall' | 'calls' | 'live') =>
    (await admin.call(indicatorFigures, { kind, startTimeStr: day, endTimeStr: day })).totals
  const [overall, calls, live] = await Promise.all([of('overall'), of('calls'), of('live')])
  const sum = (keys: FigureKey[]) => keys.reduce((all, key) => all + (overall[key] ?? 0), 0)
  return {
    registrations: overall.registrations,
    dau: overall.dau,
    revenue: overall.revenue,
    payers: overall.payers,
    tokensSpent: sum(['consumedGifts', 'consumedCalls', 'consumedRooms', 'consumedTexts']),
    callAttempts: calls.callAttempts,
    sessions: live.sessions,
  }
}

test('equal the dashboards and the facts, up to this time of day, also after late facts and marks', async () => {
  const stretches = periodsOf(product.clock.now(), new Date(product.clock.now()).toISOString().slice(0, 10), [
    { since: '2000-01-01', zone: 'UTC' },
  ])
  const halfway = (key: number) => new Date((stretches[key]!.from.getTime() + stretches[key]!.to.getTime()) / 2)
  // Later in that day than now: not in Home's period, but on the day's dashboard.
  const afterwards = new Date((stretches[1]!.to.getTime() + stretches[0]!.from.getTime()) / 2)
  const join = (userId: number, at: Date, sex: 'man' | 'woman' = 'man'): Sent => ({
    type: 'user.registered',
    at,
    data: { userId, nickname: 'N', sex, country: 'BR', language: 'pt', platform: 'ios', deviceId: `d${userId}` },
  })
  const comes = (userId: number, at: Date): Sent => ({
    type: 'user.online',
    at,
    data: { userId, platform: 'ios', deviceId: `d${userId}` },
  })
  const pays = (userId: number, orderId: string, at: Date): Sent[] => [
    {
      type: 'recharge.created',
      at,
      data: { orderId, userId, product: 'tokens', tokens: 1_000, promoTokens: 0, usdCents: 499, gateway: 'g' },
    },
    { type: 'recharge.paid', at, data: { orderId, gatewayReference: orderId, feeUsdCents: 0 } },
  ]
  const writes = (senderId: number, tokens: number, at: Date): Sent => ({
    type: 'text.charged',
    at,
    data: { senderId, receiverId: 5, tokens },
  })
  await send(
    join(1, halfway(0)),
    join(2, halfway(0)),
    join(3, halfway(1)),
    join(4, afterwards),
    join(5, halfway(2), 'woman'),
    join(6, halfway(0)),
    comes(3, halfway(0)),
    comes(6, halfway(0)),
    ...pays(1, 'a', halfway(0)),
    ...pays(1, 'b', halfway(0)),
    ...pays(3, 'c', halfway(1)),
    ...pays(6, 'd', halfway(0)),
    ...pays(4, 'e', afterwards),
    writes(1, 70, halfway(0)),
    writes(6, 60, halfway(0)),
    writes(4, 9, afterwards),
    { type: 'live.started', at: halfway(0), data: { liveId: 'l', userId: 5, title: 'T', rate: 0 } },
    {
      type: 'call.requested',
      at: halfway(0),
      data: { callId: 'c', callerId: 1, calleeId: 5, kind: 'voice', unitPrice: 0 },
    },
  )
  await fold()
  const shown = async () => {
    const { days } = await admin.call(todayFigures, {})
    expect(days).toEqual(await fromFacts())
    const { key, day, ...today } = days[0]!
    expect([key, today]).toEqual(['today', await fromDashboards(day)])
    return days
  }
  expect(await shown()).toMatchObject([
    { registrations: 3, dau: 5, revenue: 1_497, payers: 2, tokensSpent: 130, callAttempts: 1, sessions: 1 },
    { registrations: 1, dau: 1, revenue: 499, payers: 1, tokensSpent: 0 },
    { registrations: 1, revenue: 0 },
  ])
  expect(await fromDashboards(stretches[1]!.day)).toMatchObject({ registrations: 2, revenue: 998, tokensSpent: 9 })

  await sql`update users.app_user set internal = true where id = 6`.execute(product.database)
  await send(
    comes(2, new Date(halfway(1).getTime() - 60_000)),
    ...pays(3, 'f', new Date(halfway(1).getTime() - 120_000)),
    writes(3, 40, halfway(1)),
  )
  await fold()
  expect(await shown()).toMatchObject([
    { registrations: 2, dau: 4, revenue: 998, payers: 1, tokensSpent: 70 },
    { dau: 2, revenue: 998, payers: 1, tokensSpent: 40 },
    {},
  ])
})

test('running broadcasts and calls are counted live', async () => {
  expect(await admin.call(todayFigures, {})).toMatchObject({ online: 2, liveNow: 1, callsNow: 0 })
})

test('are only for the platform’s staff', async () => {
  for (const [who, why] of [
    [{ permissions: everyMenu(3), agentId: 7 }, 'account.kind'],
    [{ permissions: {} }, 'menu.none'],
  ] as const) {
    const { client } = await person(product, who)
    expect(await client.refused(todayFigures, {})).toMatchObject({ code: 10026, reason: why })
  }
})

test('each figure is for those who may read a screen that shows it', async () => {
  const shownTo = async (permissions: NonNullable<Person['permissions']>) => {
    const { client } = await person(product, { permissions })
    const { days, online } = await client.call(todayFigures, {})
    const { key: _key, day: _day, ...figures } = days[0]!
    expect(online).toBe(2)
    return Object.entries(figures).flatMap(([name, value]) => (value === null ? [] : [name]))
  }
  expect(await shownTo({ 'audits.photo': 3 })).toEqual([])
  expect(await shownTo({ 'finance.recharge': 1 })).toEqual(['revenue', 'payers'])
  expect(await shownTo({ 'live.calls': 1, 'live.records': 1 })).toEqual(['callAttempts', 'sessions'])
  expect(await shownTo({ 'indicators.overall': 1 })).toEqual([
    'registrations',
    'dau',
    'revenue',
    'payers',
    'tokensSpent',
  ])
})
