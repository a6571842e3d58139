// Figures split by each dimension of their facts, on random histories: each part is what the raw facts of its users' days come to, the parts
// add up to the whole, and the compared span is that span's own split.

import {
  type DashboardKey,
  dashboardKeys,
  dashboards,
  type FigureKey,
  figureUnits,
  mostDistinctDays,
} from '@greenroom/contract/dashboards'
import { dimensions, dimensionsOf, mostParts, offeredOn, splittable } from '@greenroom/contract/figureDimensions'
import { indicatorBy, indicatorFigures, indicatorPeople } from '@greenroom/contract/indicators'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { appUser } from '../../users/people.fixture.ts'
import { definitions, type Expression } from '../figures/figures.definitions.ts'
import { fact, question, startHistory } from '../figures/figures.history.fixture.ts'
import { day, type FigureRequest, plus, requestedDays } from '../figures/figures.rawFacts.fixture.ts'
import { recompute, type UserDay } from '../figures/figures.recomputed.fixture.ts'
import { countedUsersOf } from './indicatorPeople.rules.ts'

let product: TestProduct
let admin: Client
let history: Awaited<ReturnType<typeof startHistory>>
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  history = await startHistory(product)
  const { database } = product
  await sql`insert into guilds.guild (id, name, leader_user_id, leader_name, leader_email, area_code, phone, registered_at)
    overriding system value values (2, 'Second', 5, 'L', 'm@example.com', '1', '2', now())`.execute(database)
  await sql`insert into promotion.promoter (id, name, created_at, created_by, updated_at, updated_by) overriding system value values (7, 'Poster', now(), 'x', now(), 'x')`.execute(
    database,
  )
  await sql`insert into promotion.channel (number, name, promoter_id, type, created_at, created_by, updated_at, updated_by) values ('a', 'Posters', 7, 'other', now(), 'x', now(), 'x')`.execute(
    database,
  )
  await sql`update users.app_user set language = case id % 3 when 0 then 'pt' when 1 then 'hi' else 'en' end`.execute(
    database,
  )
})
afterAll(() => product.close())

const pairs = dashboardKeys.flatMap((kind) => splittable(dashboards[kind]).map((figure) => ({ kind, figure })))
/** A history is asked for a quarter of the figures: each call reads two spans. */
const quarters = 4
const given = <T extends object>(of: T) =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Partial<T>
const rounded = (value: number | null) => (value === null ? null : Number(value.toPrecision(10)))

type Dimension = (typeof dimensions)[number]
type Truth = Awaited<ReturnType<typeof recompute>>

/** The parts that the histories can have. */
const known: Record<Exclude<Dimension, 'gateway'>, string[]> = {
  country: ['BR', 'IN', 'JP'],
  channel: ['a', 'b'],
  promoter: ['7', ''],
  platform: ['ios', 'android', 'web'],
  sex: ['woman', 'man'],
  guild: ['1', '2', ''],
  language: ['pt', 'hi', 'en'],
}

/** The guild of each anchor's day, from the memberships: the last one of the day. */
async function guildOfDays(of: FigureRequest): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; guild: number }>`
    with ${requestedDays(of)}
    select distinct on (m.user_id, d.day) m.user_id || ' ' || ${sql.raw(day('d.day'))} as key, m.guild_id as guild
      from guilds.member m join d on m.since < d.ends and (m.ends_at is null or m.ends_at > d.starts)
     where m.state in ('active', 'leaving', 'left', 'expelled')
     order by m.user_id, d.day, m.since desc, m.id desc`.execute(product.database)
  return new Map(rows.map(({ key, guild }) => [key, String(guild)]))
}

/** What each part comes to, from the raw facts. */
async function truthOf(by: Exclude<Dimension, 'gateway'>, part: string, of: FigureRequest): Promise<Truth | null> {
  const alone = (name: 'country' | 'channel' | 'platform', values: string[]) => {
    const left = values.filter((value) => of[name] === undefined || of[name].includes(value))
    return left.length === 0 ? null : recompute(product.database, { ...of, [name]: left })
  }
  if (by === 'promoter') return alone('channel', part === '7' ? ['a'] : ['b'])
  if (by === 'country' || by === 'channel' || by === 'platform') return alone(by, [part])
  if (by === 'sex')
    return of.sex !== undefined && of.sex !== part ? null : recompute(product.database, { ...of, sex: part })
  if (by === 'language') {
    const { rows } = await sql<{ id: string }>`select id::text from users.app_user where language = ${part}`.execute(
      product.database,
    )
    const users = new Set(rows.map(({ id }) => id))
    return recompute(product.database, of, ({ userId }) => users.has(userId))
  }
  const guilds = await guildOfDays(of)
  const isOf = ({ userId, day: on }: UserDay) => (guilds.get(`${userId} ${on}`) ?? '') === part
  return recompute(product.database, of, isOf)
}

const requestOf = (of: FigureRequest, kind: DashboardKey) => ({
  ...given({ country: of.country, channel: of.channel, platform: of.platform as 'ios'[] | undefined }),
  ...(!('sex' in dashboards[kind]) && of.sex !== undefined && { sex: of.sex as 'man' }),
  startTimeStr: of.from,
  endTimeStr: of.to,
})

const isSum = (of: Expression): boolean => 'sum' in of || ('perDay' in of && isSum(of.perDay))

/** Where splits by a dimension differ from the raw facts, from their sum, or from the compared span's own. */
async function differences(
  by: Exclude<Dimension, 'gateway'>,
  of: FigureRequest,
  { compare, asked }: { compare: 'before' | 'year'; asked: typeof pairs },
) {
  const found: unknown[] = []
  const truths = new Map<string, Truth | null>()
  for (const { kind, figure } of asked.filter((pair) => offeredOn(dashboards[pair.kind], pair.figure).includes(by))) {
    const fixed = (dashboards[kind] as { sex?: string }).sex
    const request = { kind, figure, by, compare, ...requestOf(of, kind) }
    const split = await admin.call(indicatorBy, request)
    const rows = new Map(split.rows.map((row) => [row.value, row]))
    for (const part of known[by]) {
      const key = `${fixed ?? of.sex ?? ''} ${part}`
      if (!truths.has(key)) truths.set(key, await truthOf(by, part, { ...of, sex: fixed ?? of.sex }))
      const truth = truths.get(key)?.[figure].total ?? null
      const shown = rows.get(part)?.now.value ?? null
      // A part without facts has no row.
      if (rows.has(part) ? rounded(shown) !== rounded(truth) : (truth ?? 0) !== 0)
        found.push({ kind, figure, by, part, shown, truth, of })
    }
    const unnamed = [...rows.keys()].filter((value) => !known[by].includes(value))
    if (unnamed.length > 0) found.push({ kind, figure, unnamed })
    const all = sum(split.rows.map(({ now }) => now.value ?? 0))
    if (isSum(definitions[figure]) && rounded(all) !== rounded(split.whole.now.value ?? 0))
      found.push({ kind, figure, by, all, whole: split.whole.now })
    const { totals, before } = await admin.call(indicatorFigures, {
      kind,
      figures: [figure],
      compare,
      ...requestOf(of, kind),
    })
    // Days of languages and guilds are kept for a shorter time than a year.
    if (!split.beforeSpan && before!.days[0]! > plus(of.today, -92) && of.from < of.today)
      found.push({ kind, figure, by, of })
    const wholes = [split.whole.now, split.whole.own, split.whole.before].map((one) => rounded(one?.value ?? null))
    const shown = [totals[figure] ?? null, before!.own[figure] ?? null, before!.totals[figure] ?? null].map(rounded)
    const compared = split.beforeSpan ? 3 : 2
    if (JSON.stringify(wholes.slice(0, compared)) !== JSON.stringify(shown.slice(0, compared)))
      found.push({ kind, figure, by, wholes, shown, of })
    if (split.beforeSpan) {
      const { from, to } = split.beforeSpan
      const then = await admin.call(indicatorBy, { ...request, startTimeStr: from, endTimeStr: to })
      const thenOf = (value: string) => then.rows.find((row) => row.value === value)?.now.value ?? 0
      for (const row of split.rows)
        if (rounded(row.before?.value ?? 0) !== rounded(thenOf(row.value)))
          found.push({ kind, figure, by, row, earlier: thenOf(row.value), of })
    }
    const counted = countedUsersOf(figure)
    if (counted && 'distinct' in definitions[figure])
      for (const { value, now } of split.rows) {
        const { total } = await admin.call(indicatorPeople, {
          kind,
          figure,
          by,
          ...(value !== '' && { of: value }),
          ...requestOf(of, kind),
        })
        if (total !== now.value) found.push({ kind, figure, by, value, total, now, of })
      }
  }
  return found
}
/** Where distinct users of a long span differ from the raw facts; who they are is no longer known. */
async function longDiffers(by: 'country' | 'promoter' | 'platform', of: FigureRequest, asked: typeof pairs) {
  const found: unknown[] = []
  for (const { kind, figure } of asked) {
    const { rows, whole } = await admin.call(indicatorBy, { kind, figure, by, ...requestOf(of, kind) })
    // Of one sex and a country they are kept by the day only.
    if (whole.now.value === null && 'sex' in definitions[figure]) continue
    for (const part of known[by]) {
      const truth = (await truthOf(by, part, of))?.[figure].total ?? 0
      const shown = rows.find(({ value }) => value === part)?.now.value ?? 0
      if (truth !== shown) found.push({ figure, by, part, shown, truth })
    }
  }
  return found
}
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

test('a figure can be split by what its facts have: by its definition', () => {
  const subjectsOf = (of: Expression): string[] => {
    if ('ratio' in of) return of.ratio.flatMap(subjectsOf)
    if ('perDay' in of) return subjectsOf(of.perDay)
    if ('cohort' in of) return ['newcomer']
    if ('percentile' in of) return ['match']
    if ('peak' in of) return ['peak']
    if ('sum' in of) return [of.sum.split('.')[0]!]
    return [Object.values(of)[0] as string]
  }
  const ofOneSex = (of: Expression): boolean =>
    ('sex' in of && of.sex !== undefined) || ('perDay' in of && ofOneSex(of.perDay))
  const pauses = (of: Expression): boolean =>
    'churn' in of || 'returning' in of || 'upTo' in of || ('perDay' in of && pauses(of.perDay))
  for (const figure of Object.keys(figureUnits) as FigureKey[]) {
    const of = definitions[figure]
    const subjects = subjectsOf(of)
    const expected = new Set<string>()
    if (!subjects.includes('peak'))
      for (const each of ['country', 'channel', 'promoter', 'platform']) expected.add(each)
    const isOfUsers = !subjects.includes('peak') && !subjects.includes('install')
    if (isOfUsers && !ofOneSex(of)) expected.add('sex')
    if (isOfUsers && !pauses(of)) expected.add('language')
    // Orders of old users are counted by users' days, which are not of one gateway.
    if (
      subjects.every((subject) => subject === 'payment' || subject === 'refund') &&
      !JSON.stringify(of).includes('"old"')
    )
      expected.add('gateway')
    const shown = dimensionsOf(figure).filter((one) => one !== 'guild')
    expect({ figure, of: shown.toSorted() }).toEqual({ figure, of: [...expected].toSorted() })
    if (dimensionsOf(figure).includes('guild')) expect(isOfUsers && !pauses(of)).toBe(true)
  }
})

const splits = Object.keys(known) as (keyof typeof known)[]
/** One seed would draw the same history for each of them. */
const seed = fc.readConfigureGlobal().seed ?? 0

test.each(splits.map((by, at) => ({ by, at })))(
  'by $by each part equals its recount, and the parts add up',
  async ({ by, at }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fact, { minLength: 20, maxLength: 60 }),
        question,
        async (facts, { compare, ...filters }) => {
          const request = await history.after(facts, filters)
          const asked = pairs.filter((_, place) => place % quarters === at % quarters)
          await sql`update guilds.member set guild_id = 1 + id % 2`.execute(product.database)
          expect(await differences(by, request, { compare, asked })).toEqual([])
        },
      ),
      { numRuns: 1, seed: seed + at, endOnFailure: true },
    )
  },
  60_000,
)

test('over a span longer than distinct users are kept by the day, too', async () => {
  const unfiltered = { country: undefined, channel: undefined, platform: undefined, sex: undefined }
  const facts = fc.sample(fact, { numRuns: 60, seed: 7 })
  const request = await history.after(facts, { length: mostDistinctDays + 20, end: 0, ...unfiltered })
  const asked = pairs.filter(({ kind, figure }) => kind === 'overall' && 'distinct' in definitions[figure])
  expect(asked.length).toBeGreaterThan(2)
  for (const by of ['country', 'promoter', 'platform'] as const)
    expect(await longDiffers(by, request, asked)).toEqual([])
})

test('orders by gateway, and who paid through it', async () => {
  const { database } = product
  await fc.assert(
    fc.asyncProperty(fc.array(fact, { minLength: 20, maxLength: 60 }), question, async (facts, asked) => {
      const of = await history.after(facts, { ...asked, platform: undefined })
      await sql`update finance.recharge_order set gateway = case usd_cents % 3 when 0 then 'card' when 1 then 'wallet' else '' end`.execute(
        database,
      )
      const { rows: truth } = await sql<{ gateway: string; revenue: number; payers: number; firsts: number }>`
        with ${requestedDays(of)}
        select o.gateway, sum(o.usd_cents)::float8 as revenue, count(distinct o.user_id)::float8 as payers,
               count(*) filter (where o.first_recharge)::float8 as firsts
          from finance.recharge_order o join u using (user_id) join d on o.paid_at >= d.starts and o.paid_at < d.ends
         where o.recharge_id is not null and d.day between ${of.from}::date and ${of.to}::date group by 1`.execute(
        database,
      )
      const { rows: back } = await sql<{ gateway: string; cents: number }>`
        with ${requestedDays(of)}
        select o.gateway, sum(o.usd_cents)::float8 as cents from finance.order_return r join finance.recharge_order o on o.id = r.order_id
          join u using (user_id) join d on r.at >= d.starts and r.at < d.ends
         where r.reversed_at is null and d.day between ${of.from}::date and ${of.to}::date group by 1`.execute(database)
      const split = (figure: FigureKey) =>
        admin.call(indicatorBy, { kind: 'overall', figure, by: 'gateway', ...requestOf(of, 'overall') })
      const shown = async (figure: FigureKey) =>
        Object.fromEntries(
          (await split(figure)).rows.flatMap(({ value, now }) => (now.value ? [[value, now.value]] : [])),
        )
      const counted = (value: keyof (typeof truth)[number]) =>
        Object.fromEntries(truth.flatMap((row) => (row[value] ? [[row.gateway, row[value]]] : [])))
      expect(await shown('revenue')).toEqual(counted('revenue'))
      expect(await shown('payers')).toEqual(counted('payers'))
      expect(await shown('firstPayers')).toEqual(counted('firsts'))
      expect(await shown('refunded')).toEqual(Object.fromEntries(back.map(({ gateway, cents }) => [gateway, cents])))
      const { rows, whole } = await split('arppu')
      for (const { value, now } of rows) {
        const one = truth.find(({ gateway }) => gateway === value)
        expect([now.part, now.of]).toEqual([one?.revenue ?? 0, one?.payers ?? 0])
        const { total } = await admin.call(indicatorPeople, {
          kind: 'overall',
          figure: 'payers',
          by: 'gateway',
          ...(value !== '' && { of: value }),
          ...requestOf(of, 'overall'),
        })
        expect(total).toBe(one?.payers ?? 0)
      }
      expect(whole.now.part).toBe(sum(truth.map(({ revenue }) => revenue)))
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

test('more parts than rows: the others in one row, whatever the order', async () => {
  const { database } = product
  const many = mostParts + 20
  await sql`
    insert into indicators.cell (subject, rollup, day, country, channel, sex, platform, old, m)
    select 'payment', 'channel', '2020-03-01', '*', 'many-' || n, '*', '*', false, array[1, 1, n, 0] from generate_series(1, ${many}::int) n`.execute(
    database,
  )
  for (const sort of ['-value', 'value', '-change', 'change'] as const) {
    const { rows, others, whole } = await admin.call(indicatorBy, {
      kind: 'overall',
      figure: 'revenue',
      by: 'channel',
      sort,
      startTimeStr: '2020-03-01',
      endTimeStr: '2020-03-01',
    })
    expect([rows.length, others!.parts, rows[0]!.now.value]).toEqual([mostParts, 20, sort.startsWith('-') ? many : 1])
    expect(sum(rows.map(({ now }) => now.value!)) + others!.now.value!).toBe(whole.now.value)
    expect(whole.now.value).toBe((many * (many + 1)) / 2)
  }
  // Payers of several of the other gateways count once.
  await sql`update finance.recharge_order set gateway = 'card'`.execute(database)
  const payer = await appUser(product)
  const at = new Date(product.clock.now().getTime() - 86_400_000)
  await sql`
    insert into finance.recharge_order (id, user_id, usd_cents, state, created_at, paid_at, recharge_id, gateway)
    select 'many-' || n, ${payer}, n, 'success', ${at}, ${at}, gen_random_uuid(), 'gate-' || lpad(n::text, 3, '0') from generate_series(1, ${many}::int) n`.execute(
    database,
  )
  await history.after([], {
    length: 1,
    end: 0,
    country: undefined,
    channel: undefined,
    platform: undefined,
    sex: undefined,
  })
  const { rows, others, whole, addsUp } = await admin.call(indicatorBy, {
    kind: 'overall',
    figure: 'payers',
    by: 'gateway',
    days: 3,
  })
  expect([rows.length >= 100, addsUp, others!.now.value]).toEqual([true, false, 1])
  expect(whole.now.value).toBeLessThan(sum(rows.map(({ now }) => now.value!)))
})

test('what cannot be split so, and days that are gone, are refused', async () => {
  const by = { kind: 'overall', by: 'gateway' } as const
  const refused = (payload: object) => admin.refused(indicatorBy, { ...by, ...payload } as never)
  expect(await refused({ figure: 'dau' })).toEqual({ code: 10009, fields: ['by'], reason: 'indicator.dimension' })
  expect(await refused({ figure: 'sessions' })).toEqual({ code: 10009, fields: ['figure'], reason: 'indicator.figure' })
  expect(await refused({ kind: 'oldMen', figure: 'callsMade', by: 'sex' })).toMatchObject({
    code: 10009,
    reason: 'indicator.dimension',
  })
  expect(await refused({ figure: 'revenue', days: 93 })).toMatchObject({ code: 10009, reason: 'indicator.peopleGone' })
  // The days compared with are gone: the rest is known.
  const { beforeSpan, whole } = await admin.call(indicatorBy, { ...by, figure: 'revenue', days: 60 })
  expect([beforeSpan, whole.before]).toEqual([null, null])
  // A figure has nobody in a part that it cannot have, with pauses as well.
  for (const part of [
    { figure: 'dau', by: 'gateway' },
    { figure: 'dau', by: undefined, of: 'IN' },
    { figure: 'dau', by: 'platform', of: 'nokia' },
    { kind: 'oldMen', figure: 'churn', by: 'platform', of: 'nokia' },
  ])
    expect((await admin.call(indicatorPeople, { ...by, ...part } as never)).total).toBe(0)
})
