// Every figure of the nine dashboards on small random histories, folded in random parts, compared with the raw facts: with late, corrected
// and marked facts, changes of country and channel, and changes of the platform's zone.
import { isDeepStrictEqual } from 'node:util'
import {
  cohortGroups,
  type DashboardKey,
  dashboardKeys,
  dashboards,
  figuresOf,
  figureUnits,
} from '@greenroom/contract/dashboards'
import {
  indicatorCohorts,
  indicatorDifference,
  indicatorFigures,
  indicatorPeople,
} from '@greenroom/contract/indicators'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { settled } from '../../../../test/settled.ts'
import { inTransaction } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'
import { bonus, ensureLedgerMonths, type Item, post } from '../../../ledger/index.ts'
import { gift, grant, issueBonus, recharge } from '../../../ledger/items.fixture.ts'
import { ensureLiveMonths } from '../../live/index.ts'
import { dayOf, daysBetween } from '../fold/rules.ts'
import { foldIndicators } from '../fold/service.ts'
import { zonesOf } from '../fold/zone.ts'
import { type FigureRequest, plus } from './rawFacts.fixture.ts'
import { recompute, recomputeCohorts, recomputed } from './recomputed.fixture.ts'

let product: TestProduct
let admin: Client
let now: Date
let zone = 'UTC'
const users = [1n, 2n, 3n, 4n, 5n, 6n]
const mostHours = 14 * 24
const ago = (hours: number) => new Date(now.getTime() - Math.round(hours * 3_600_000))

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  now = product.clock.now()
  await ensureLedgerMonths(product.database, ago(mostHours + 48))
  await ensureLiveMonths(product.database, ago(mostHours + 48))
  for (const id of users)
    await sql`insert into users.app_user (id, nickname, created_at, registered_at, sex, country, channel, platform)
      values (${id}, ${`n${id}`}, now(), ${ago(Number(id) * 53)}, ${id % 2n ? 'woman' : 'man'}, ${id < 3n ? 'BR' : 'IN'},
        ${id < 4n ? 'a' : 'b'}, ${id % 3n ? 'ios' : 'web'})`.execute(product.database)
  await sql`insert into guilds.guild (id, name, leader_user_id, leader_name, leader_email, area_code, phone, registered_at)
    overriding system value values (1, 'Guild', 6, 'L', 'l@example.com', '1', '1', now())`.execute(product.database)
})
afterAll(() => product.close())

const user = fc.constantFrom(...users)
const quarters = fc.integer({ min: 1, max: mostHours * 4 })
const at = quarters.map((quarter) => quarter / 4)
const endings = ['cancelled', 'refused', 'timeout', 'busy', 'balance', 'lost', 'hung up'] as const
const fact = fc.oneof(
  fc.record({ what: fc.constant('visit' as const), user, at, platform: fc.constantFrom('ios', 'android', 'web') }),
  fc.record({
    what: fc.constant('view' as const),
    user,
    at,
    seconds: fc.constantFrom(3, 10, 11, 30, 31, 60, 61, 1_790, 3_700),
  }),
  fc.record({
    what: fc.constant('live' as const),
    user,
    at,
    minutes: fc.integer({ min: 5, max: 300 }),
    tokens: fc.nat({ max: 90 }),
  }),
  fc.record({
    what: fc.constant('gift' as const),
    user,
    at,
    tokens: fc.integer({ min: 1, max: 90 }),
    inCall: fc.boolean(),
  }),
  fc.record({
    what: fc.constant('call' as const),
    user,
    at,
    ends: fc.constantFrom(...endings),
    seconds: fc.constantFrom(0, 9, 10, 29, 30, 120, 121),
    kind: fc.constantFrom('voice', 'video'),
    tokens: fc.nat({ max: 50 }),
    /** The match that led to it, shortly before. */
    matched: fc.option(fc.constantFrom(0, 15, 90)),
  }),
  fc.record({
    what: fc.constant('match' as const),
    user,
    at,
    outcome: fc.constantFrom('cancelled', 'timeout', 'matched'),
    waited: fc.constantFrom(0, 1, 8, 59, 60, 200),
  }),
  fc.record({
    what: fc.constant('order' as const),
    user,
    at,
    cents: fc.integer({ min: 1, max: 900 }),
    back: fc.option(fc.nat({ max: 50 })),
  }),
  fc.record({
    what: fc.constant('entry' as const),
    user,
    at,
    kind: fc.constantFrom(
      'recharge',
      'agent.sale',
      'grant',
      'gift',
      'call',
      'room',
      'text',
      'withdrawal',
      'settlement.redeem',
    ),
    tokens: fc.integer({ min: 1, max: 200 }),
  }),
  fc.record({
    what: fc.constantFrom('post' as const, 'comment' as const, 'item' as const, 'report' as const),
    user,
    at,
  }),
  fc.record({
    what: fc.constant('install' as const),
    device: fc.nat({ max: 5 }),
    at,
    country: fc.constantFrom('BR', 'IN'),
  }),
  fc.record({ what: fc.constant('member' as const), user, at, leaves: fc.option(fc.nat({ max: 100 })) }),
  fc.record({ what: fc.constant('profile' as const), user, certified: fc.boolean(), complete: fc.boolean() }),
  fc.record({ what: fc.constant('registers' as const), user, at }),
  fc.record({
    what: fc.constant('moves' as const),
    user,
    country: fc.constantFrom('BR', 'IN', 'JP'),
    channel: fc.constantFrom('a', 'b'),
  }),
  fc.record({
    what: fc.constant('mark' as const),
    user,
    marked: fc.boolean(),
    as: fc.constantFrom('internal', 'market_audit'),
  }),
  fc.record({ what: fc.constant('zone' as const), zone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/Los_Angeles') }),
  fc.record({ what: fc.constant('fold' as const), part: fc.integer({ min: 1, max: 20 }) }),
)
type Fact = typeof fact extends fc.Arbitrary<infer T> ? T : never

const fold = (touched?: number) =>
  foldIndicators({ database: product.database, now, zone, ...(touched !== undefined && { touched }) })
async function foldAll(): Promise<void> {
  await settled(product.database)
  while (await fold());
}

/** Recomputes which of a user's paid orders is the first. */
const markFirst = (id: bigint) =>
  sql`update finance.recharge_order o set first_recharge = f.is_first
        from (select id, row_number() over (order by paid_at, id) = 1 as is_first from finance.recharge_order where user_id = ${id}) f
       where f.id = o.id and o.first_recharge <> f.is_first`.execute(product.database)

async function happen(one: Fact): Promise<void> {
  const { database } = product
  const moment = 'at' in one ? ago(one.at) : now
  const id = newId(moment)
  const later = (minutes: number) => new Date(moment.getTime() + minutes * 60_000)
  switch (one.what) {
    case 'visit':
      await sql`insert into users.active_day (day, user_id, first_at, seconds, platform, online_at)
        values (${dayOf(moment, await zonesOf(database).then((zones) => (zones.length ? zones : [{ since: '2000-01-01', zone }])))}::date,
          ${one.user}, ${moment}, 60, ${one.platform}, ${moment})
        on conflict (day, user_id) do update set seconds = active_day.seconds + 60, platform = excluded.platform,
          first_at = least(active_day.first_at, excluded.first_at)`.execute(database)
      return
    case 'view':
      await sql`insert into live.view (id, live_id, user_id, seconds, at) values (${id}, 'l', ${one.user}, ${one.seconds}, ${moment})`.execute(
        database,
      )
      return
    case 'live':
      await sql`insert into live.session (id, user_id, started_at, heard_at) values (${id}, ${one.user}, ${moment}, ${moment})`.execute(
        database,
      )
      if (one.tokens % 3 === 0) await fold()
      // It ends, and its sums arrive, in transactions of their own.
      await sql`update live.session set ended_at = ${later(one.minutes)} where id = ${id}`.execute(database)
      await sql`update live.session set gift_tokens = ${one.tokens}, minute_tokens = ${one.tokens % 7} where id = ${id}`.execute(
        database,
      )
      return
    case 'gift':
      await sql`insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus, live_id, call_id)
        values (${id}, ${moment}, 1, ${one.user}, ${(one.user % 6n) + 1n}, 1, ${one.tokens}, 0, 0,
          ${one.inCall ? null : 'l'}, ${one.inCall ? 'c' : null})`.execute(database)
      return
    case 'call': {
      const answered = one.ends === 'hung up'
      if (one.matched !== null)
        await sql`insert into live.match (id, user_id, requested_at, ended_at, outcome, waited_seconds, call_id)
          values (${id}, ${one.user}, ${later(-one.matched)}, ${moment}, 'matched', 8, ${id})`.execute(database)
      await sql`insert into live.call (id, caller_id, callee_id, kind, requested_at, heard_at)
        values (${id}, ${one.user}, ${(one.user % 6n) + 1n}, ${one.kind}, ${moment}, ${moment})`.execute(database)
      if (one.tokens % 3 === 0) await fold()
      await sql`update live.call set answered_at = ${answered ? moment : null}, ended_at = ${later(3)},
        seconds = ${answered ? one.seconds : 0}, end_reason = ${one.ends} where id = ${id}`.execute(database)
      await sql`update live.call set tokens = ${one.tokens}, bonus = ${one.tokens % 5} where id = ${id}`.execute(
        database,
      )
      await sql`update live.call set gift_tokens = ${one.tokens % 11} where id = ${id}`.execute(database)
      return
    }
    case 'match':
      await sql`insert into live.match (id, user_id, requested_at) values (${id}, ${one.user}, ${moment})`.execute(
        database,
      )
      await sql`update live.match set ended_at = ${later(1)}, outcome = ${one.outcome}, waited_seconds = ${one.waited} where id = ${id}`.execute(
        database,
      )
      return
    case 'order':
      await sql`insert into finance.recharge_order (id, user_id, usd_cents, state, created_at, paid_at, recharge_id)
        values (${id}, ${one.user}, ${one.cents}, 'success', ${moment}, ${moment}, ${id}::uuid)`.execute(database)
      await markFirst(one.user)
      if (one.back !== null)
        await sql`update finance.recharge_order set refund = 'refund', refund_id = ${id}::uuid,
          refunded_at = ${new Date(Math.min(now.getTime(), later(one.back * 60).getTime()))} where id = ${id}`.execute(
          database,
        )
      return
    case 'entry':
      await inTransaction(database, (tx) =>
        post(tx, 'test', now, [itemOf(one.kind, BigInt(one.tokens), one.user, id, moment)]),
      )
      return
    case 'post':
      await sql`insert into community.dynamic (id, user_id, text, posted_at) values (${id}, ${one.user}, 'x', ${moment})`.execute(
        database,
      )
      return
    case 'comment':
      await sql`insert into community.comment (id, dynamic_id, user_id, text, posted_at) values (${id}, 'd', ${one.user}, 'x', ${moment})`.execute(
        database,
      )
      return
    case 'item':
      await sql`insert into audits.item (id, kind, user_id, submitted_at) values (${id}, 'photo', ${one.user}, ${moment})`.execute(
        database,
      )
      return
    case 'report':
      await sql`insert into audits.report (id, reporter_id, user_id, reason, reported_at)
        values (${id}, ${one.user}, ${(one.user % 6n) + 1n}, 'x', ${moment})`.execute(database)
      return
    case 'install':
      // The earliest install of a device counts, in any order of arrival.
      await sql`insert into promotion.install as i (device_id, channel, platform, country, at)
        values (${`d${one.device}`}, 'a', 'ios', ${one.country}, ${moment})
        on conflict (device_id) do update set country = excluded.country, at = excluded.at where excluded.at < i.at`.execute(
        database,
      )
      return
    case 'member': {
      const ends = one.leaves === null ? null : later(one.leaves * 60)
      await sql`update guilds.member set state = 'left', ends_at = ${moment} where user_id = ${one.user} and ends_at is null`.execute(
        database,
      )
      await sql`insert into guilds.member (guild_id, user_id, state, since, ends_at)
        values (1, ${one.user}, ${ends ? 'left' : 'active'}, ${moment}, ${ends})`.execute(database)
      return
    }
    case 'profile':
      await sql`update users.app_user set certified = ${one.certified}, avatar_url = ${one.complete ? 'https://a' : ''},
        birthday = ${one.complete ? '2000-01-01' : null} where id = ${one.user}`.execute(database)
      return
    case 'registers':
      await sql`update users.app_user set registered_at = ${moment} where id = ${one.user}`.execute(database)
      return
    case 'moves':
      await sql`update users.app_user set country = ${one.country}, channel = ${one.channel} where id = ${one.user}`.execute(
        database,
      )
      return
    case 'mark':
      await sql`update users.app_user set ${sql.ref(one.as)} = ${one.marked} where id = ${one.user}`.execute(database)
      return
    case 'zone':
      await foldAll()
      zone = one.zone
      await fold()
      return
    case 'fold':
      await fold(one.part)
  }
}

/** Moves a user's tokens or bonus; the ledger refuses missing amounts. */
function itemOf(kind: string, tokens: bigint, of: bigint, id: string, occurredAt: Date): Item {
  if (kind === 'recharge' || kind === 'agent.sale') return { ...recharge(tokens * 5n, 0n, of, id), kind, occurredAt }
  if (kind === 'grant') return { ...grant(tokens, of, id), occurredAt }
  if (kind === 'withdrawal' || kind === 'settlement.redeem') {
    const amount = tokens / 4n + 1n
    return {
      ...grant(tokens, of, id),
      kind,
      occurredAt,
      accounts: [bonus(of), issueBonus],
      decide: (balances) =>
        balances.available(bonus(of)) < amount
          ? 60001
          : [
              { account: bonus(of), amount: -amount },
              { account: issueBonus, amount },
            ],
    }
  }
  return { ...gift(tokens, (of % 6n) + 1n, of, id), kind, occurredAt }
}

const some = <T>(...values: T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }), { nil: undefined })
const question = fc.record({
  length: fc.constantFrom(1, 3, 7, 14, 20),
  end: fc.nat({ max: 9 }),
  compare: fc.constantFrom('before' as const, 'year' as const),
  country: some('BR', 'IN', 'JP'),
  channel: some('a', 'b'),
  platform: some('ios', 'android', 'web'),
  sex: fc.option(fc.constantFrom('woman', 'man'), { nil: undefined }),
})

const listed = [
  ['live', 'viewers'],
  ['live', 'broadcasters'],
  ['overall', 'payers'],
  ['overall', 'wau'],
  ['overall', 'mau'],
] as const

const rounded = (value: number | null) => (value === null ? null : Number(value.toPrecision(10)))

/** Differences between dashboards and facts. */
async function differences(of: FigureRequest): Promise<unknown[]> {
  const filters = {
    country: of.country,
    channel: of.channel,
    platform: of.platform,
    startTimeStr: of.from,
    endTimeStr: of.to,
  }
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  const found: unknown[] = []
  const bySex = new Map<string, Awaited<ReturnType<typeof recompute>>>()
  for (const kind of dashboardKeys) {
    const fixed = (dashboards[kind] as { sex?: string }).sex
    const sex = fixed ?? of.sex
    const key = sex ?? ''
    if (!bySex.has(key)) bySex.set(key, await recompute(product.database, { ...of, sex }))
    const truth = bySex.get(key)!
    const { figures, totals } = await admin.call(indicatorFigures, {
      kind: kind as DashboardKey,
      ...given,
      ...(fixed === undefined && sex !== undefined && { sex: sex as 'man' }),
    })
    for (const figure of figuresOf(dashboards[kind])) {
      const shown = { series: figures[figure]!.map(rounded), total: rounded(totals[figure] ?? null) }
      const counted = { series: truth[figure].series.map(rounded), total: rounded(truth[figure].total) }
      if (JSON.stringify(shown) !== JSON.stringify(counted)) found.push({ kind, figure, shown, counted, of })
    }
  }
  // The list of a figure's users has as many users as the figure counts.
  for (const [kind, figure] of listed) {
    const requested = { kind, ...given, ...(of.sex !== undefined && { sex: of.sex as 'man' }) }
    const { total } = await admin.call(indicatorPeople, { ...requested, figure })
    const { totals } = await admin.call(indicatorFigures, { ...requested, figures: [figure] })
    if (total !== totals[figure]) found.push({ figure, total, shown: totals[figure], of })
  }
  for (const group of cohortGroups) {
    const { cohorts } = await admin.call(indicatorCohorts, {
      group,
      ...given,
      ...(of.sex !== undefined && { sex: of.sex as 'man' }),
    })
    const counted = await recomputeCohorts(product.database, group, of)
    if (JSON.stringify(cohorts) !== JSON.stringify(counted)) found.push({ group, cohorts, counted, of })
  }
  return found
}

/** Where a comparison, or what explains it, differs from the two spans, each read by itself: those are proved above. */
async function comparisonDiffers(of: FigureRequest, compare: 'before' | 'year'): Promise<unknown[]> {
  const { from, to, today, ...filters } = of
  const given = {
    kind: 'overall' as const,
    ...(Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as { sex?: 'man' }),
  }
  const days = daysBetween(from, to) + 1
  const complete = to < today ? days : daysBetween(from, today)
  const start = compare === 'before' ? plus(from, -days) : `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`
  const read = (first: string, length: number) =>
    admin.call(indicatorFigures, { ...given, startTimeStr: first, endTimeStr: plus(first, length - 1) })
  const request = { ...given, startTimeStr: from, endTimeStr: to, compare }
  const full = await read(start, days)
  const [then, own] = [
    complete === days ? full : await read(start, complete || days),
    await read(from, complete || days),
  ]
  const { before } = await admin.call(indicatorFigures, request)
  const expected = {
    days: full.days,
    figures: full.figures,
    totals: complete > 0 ? then.totals : {},
    own: complete > 0 ? own.totals : {},
  }
  const found: unknown[] = isDeepStrictEqual(before, expected) ? [] : [{ compare, before, expected, of }]
  const explained = await admin.call(indicatorDifference, { ...request, figure: 'registrations' })
  const sides = [then.totals.registrations, own.totals.registrations]
  if (!isDeepStrictEqual([explained.before, explained.after], sides)) found.push({ compare, explained, sides, of })
  for (const { dimension, values } of explained.dimensions) {
    const sums = [sum(values.map((value) => value.before)), sum(values.map((value) => value.after))]
    if (!isDeepStrictEqual(sums, sides)) found.push({ compare, dimension, values, sides, of })
  }
  return found
}
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

test('every figure has a recomputation', () => {
  expect(Object.keys(recomputed).toSorted()).toEqual(Object.keys(figureUnits).toSorted())
  expect(new Set(dashboardKeys.flatMap((kind) => figuresOf(dashboards[kind])))).toEqual(
    new Set(Object.keys(recomputed)),
  )
})

test('each equals its recomputation', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fact, { minLength: 20, maxLength: 60 }),
      question,
      async (facts, { length, end, compare, ...filters }) => {
        for (const happened of facts) await happen(happened)
        await foldAll()
        const today = dayOf(now, await zonesOf(product.database))
        const to = plus(today, -end)
        const request = { from: plus(to, 1 - length), to, today, ...filters }
        expect(await differences(request)).toEqual([])
        expect(await comparisonDiffers(request, compare)).toEqual([])
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
})
