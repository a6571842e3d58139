// The records behind every figure, on small random histories: as many as the figure counts, and they add up to it.
import type { Payload, RecordOf } from '@greenroom/contract/call'
import {
  type DashboardKey,
  dashboardKeys,
  dashboards,
  type FigureKey,
  figuresOf,
  figureUnits,
} from '@greenroom/contract/dashboards'
import { recordMenus, recordsOf } from '@greenroom/contract/figureRecords'
import { indicatorFigures, indicatorPeople, indicatorRecords } from '@greenroom/contract/indicators'
import { limits } from '@greenroom/contract/limits'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { fact, question, startHistory } from '../figures/figures.history.fixture.ts'
import { type FigureRequest, plus } from '../figures/figures.rawFacts.fixture.ts'

let product: TestProduct
let admin: Client
let history: Awaited<ReturnType<typeof startHistory>>
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  history = await startHistory(product)
})
afterAll(() => product.close())

/** Figures of which the records behind them are not as many, or do not add up to as much, or are of other users. */
async function differences(kind: DashboardKey, of: FigureRequest): Promise<unknown[]> {
  const { from, to, today: _, sex: _sex, ...filters } = of
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const isOfOneSex = 'sex' in dashboards[kind]
  const request = {
    kind,
    ...Object.fromEntries(given),
    startTimeStr: from,
    endTimeStr: to,
    ...(!isOfOneSex && of.sex !== undefined && { sex: of.sex as 'man' }),
  }
  const { totals, figures } = await admin.call(indicatorFigures, request)
  const day = plus(from, -1)
  const held = { kind: 'overall' as const, figures: ['float' as const], startTimeStr: day, endTimeStr: day }
  const before = kind === 'overall' && (await admin.call(indicatorFigures, { ...request, ...held })).totals.float
  const found: unknown[] = []
  // Exact, where the total is an average of whole users.
  const oldActives = sum((figures.oldActives ?? []).map((value) => value ?? 0))
  for (const figure of figuresOf(dashboards[kind])) {
    if (ofUsers.has(figure)) {
      const shown = await daysOfUsers({ ...request, figure })
      const expected = await daysOfFigure(figure, figures[figure] ?? [], request)
      if (expected !== shown) found.push({ kind, figure, expected, shown, of })
    }
    if (!recordsOf(figure)) continue
    const records = await everyRecord({ ...request, figure })
    const values = sum(records.map(({ value }) => value ?? 0))
    const users = new Set(records.map(({ user }) => user?.userId)).size
    const expected = expectedOf(figure, { ...totals, oldActives })
    const shown =
      figure === 'float'
        ? values + (before || 0)
        : figure.startsWith('stay')
          ? await usersDays(records)
          : distinct.has(figure)
            ? users
            : figureUnits[sameAs[figure] ?? figure] === 'count' || answers.has(figure)
              ? records.length
              : values
    if (expected !== null && Math.abs(expected - shown) > 1e-6) found.push({ kind, figure, expected, shown, of })
    // Devices have no sex, and peaks are known without filters only.
    if (expected === null && (figure === 'installs' || figure === 'peakBroadcasts') && records.length > 0)
      found.push({ figure, records: records.length })
    if (figure.startsWith('wait') && records.length !== totals.matched) found.push({ figure, records: records.length })
  }
  return found
}

/** Figures that count users' days, by the users behind them. */
const ofUsers = new Set<FigureKey>(['returning', 'churn', 'oldActives', 'payersWomen'])
/** Figures of distinct users. */
const distinct = new Set<FigureKey>([
  'viewers',
  'viewRate',
  'broadcasters',
  'payers',
  'payersWomen',
  'payersMen',
  'payRate',
  'gifterShare',
])
const answers = new Set<FigureKey>(['matchCancelShare', 'receivedAnswerRate', 'madeAnswerRate'])
/** The figure that is the numerator of a ratio. */
const sameAs: Partial<Record<FigureKey, FigureKey>> = {
  averageBroadcast: 'broadcastSeconds',
  matchedShare: 'matched',
  matchAnsweredShare: 'matchAnswered',
  callAnsweredShare: 'callsAnswered',
  averageCall: 'callSeconds',
  refundRate: 'refunded',
  payRate: 'payers',
  viewRate: 'viewers',
  arpu: 'revenue',
  arppu: 'revenue',
  agentShare: 'issuedAgents',
}
/** A ratio times these figures is its numerator. */
const denominators: Partial<Record<FigureKey, FigureKey[]>> = {
  gifterShare: ['viewers'],
  matchCancelShare: ['matchRequests'],
  receivedAnswerRate: ['callsReceived'],
  madeAnswerRate: ['callsMade'],
  oldArppu: ['oldPayRate', 'oldActives'],
}

/** What the records of a figure come to; null where the figure has no value, or says nothing about them. */
function expectedOf(figure: FigureKey, totals: Partial<Record<FigureKey, number | null>>): number | null {
  if (figure === 'waitP50' || figure === 'waitP90' || figure === 'oldPayRate') return null
  const total = totals[sameAs[figure] ?? figure] ?? null
  if (total === null || !denominators[figure]) return total
  // Of those who pay, none may have been active: a rate has no value then.
  const factors = denominators[figure].map((one) => totals[one] ?? null).filter((factor) => factor !== null)
  if (factors.length < denominators[figure].length) return null
  return factors.reduce((all, factor) => all * factor, total)
}

/** How many days of users the records are of. */
async function usersDays(records: readonly RecordOf<typeof indicatorRecords>[]): Promise<number> {
  const [users, moments] = [records.map(({ user }) => user!.userId), records.map(({ at }) => at)]
  const { rows } = await sql<{ count: number }>`
    select count(distinct (r.user_id, indicators.day_of(r.at)))::int as count
      from unnest(${users}::bigint[], ${moments}::timestamptz[]) as r(user_id, at)`.execute(product.database)
  return rows[0]!.count
}

type Request = Payload<typeof indicatorFigures>

/** The days of the users behind a figure. */
async function daysOfUsers(request: Payload<typeof indicatorPeople>): Promise<number> {
  const found: RecordOf<typeof indicatorPeople>[] = []
  let after: string | undefined
  do {
    const page = await admin.call(indicatorPeople, { ...request, size: 5, ...(after !== undefined && { after }) })
    found.push(...page.records)
    after = page.next
  } while (after !== undefined)
  expect(new Set(found.map(({ user }) => user.userId)).size).toBe(found.length)
  return sum(found.map(({ value }) => value))
}

/** The users' days that the figure counts: of churn, its share of those active on the day. */
async function daysOfFigure(figure: FigureKey, series: readonly (number | null)[], request: Request): Promise<number> {
  if (figure !== 'churn') return sum(series.map((value) => value ?? 0))
  const { sex } = dashboards[request.kind as 'oldMen']
  const { figures } = await admin.call(indicatorFigures, { ...request, kind: 'overall', figures: ['dau'], sex })
  return Math.round(sum(series.map((share, day) => (share ?? 0) * (figures.dau![day] ?? 0))))
}

/** Figures whose records are read in small pages, one of each kind of record. */
const paged: readonly FigureKey[] = [
  'sessions',
  'viewers',
  'callAttempts',
  'matchRequests',
  'revenue',
  'gifterShare',
  'float',
  'installs',
  'peakBroadcasts',
]

/** All pages of a figure's records: each exactly once. */
async function everyRecord(request: Payload<typeof indicatorRecords>) {
  const found: RecordOf<typeof indicatorRecords>[] = []
  const size = paged.includes(request.figure as FigureKey) ? 3 : 100
  let after: string | undefined
  do {
    const page = await admin.call(indicatorRecords, { ...request, size, ...(after !== undefined && { after }) })
    found.push(...page.records)
    after = page.next
    if (after === undefined) {
      expect(found.length).toBe(page.total)
      expect(new Set(found.map(({ recordId }) => recordId)).size).toBe(found.length)
    }
  } while (after !== undefined)
  return found
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

const all = { country: undefined, channel: undefined, platform: undefined, sex: undefined }
/** Of the histories: long ones of everybody and of a day's platform, which is not the user's; and of men, who are no women. */
const narrowings = [
  { ...all, length: 20 as const, end: 0 },
  { ...all, length: 20 as const, end: 0, platform: ['ios' as const, 'android' as const] },
  { sex: 'man' as const },
]

test('the records behind a figure are those that it counts', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fact, { minLength: 30, maxLength: 60 }), question, async (facts, of) => {
      const { compare: _, ...asked } = of
      const request = await history.after(facts, { ...asked, ...narrowings[round++] })
      for (const kind of dashboardKeys) expect(await differences(kind, request)).toEqual([])
    }),
    { numRuns: 3, endOnFailure: true },
  )
}, 240_000)

test('the entries behind a figure are paged by their transfers and lines', async () => {
  const user = 1n
  const entry = { what: 'entry', kind: 'recharge', user, tokens: 7_777 } as const
  const marks = (['internal', 'market_audit'] as const).map(
    (as) => ({ what: 'mark', user, as, marked: false }) as const,
  )
  const facts = [...marks, ...[30, 31, 32, 33].map((at) => ({ ...entry, at }))]
  const { from, to } = await history.after(facts, { ...all, length: 3, end: 0 })
  const asked = { kind: 'overall', figure: 'float', startTimeStr: from, endTimeStr: to } as const
  const own = (await everyRecord(asked)).filter(({ value }) => value === 5 * entry.tokens)
  expect(own.map(({ user: of }) => of?.userId)).toEqual([1, 1, 1, 1])
  expect(new Set(own.map(({ recordId }) => recordId)).size).toBe(4)
  expect(own.map(({ at }) => at)).toEqual(
    own
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
})

test('records are for those who may see such records, on days that are kept, of figures that count some', async () => {
  const asked = { kind: 'live', figure: 'sessions' } as const
  const { client: analyst } = await person(product, { permissions: { 'indicators.live': 1 } })
  expect(await analyst.refused(indicatorRecords, asked)).toMatchObject({
    code: 10026,
    fields: ['figure'],
    reason: 'menu.missing',
  })
  const { client } = await person(product, { permissions: { 'indicators.live': 1, [recordMenus.broadcasts]: 1 } })
  expect((await client.call(indicatorRecords, asked)).total).toBeGreaterThanOrEqual(0)
  expect(await client.refused(indicatorRecords, { ...asked, figure: 'calls' })).toMatchObject({
    code: 10009,
    reason: 'indicator.figure',
  })
  expect(await client.refused(indicatorRecords, { ...asked, days: 93 })).toMatchObject({
    code: 10009,
    fields: ['startTimeStr'],
    reason: 'indicator.recordsGone',
  })
  const { client: board } = await person(product, { permissions: { 'indicators.overall': 1 } })
  expect(await board.refused(indicatorRecords, { kind: 'overall', figure: 'dau' })).toEqual({
    code: 10009,
    fields: ['figure'],
    reason: 'indicator.noRecords',
  })
})

test('installs are for readers of channels, and show the first user of the device to readers of users only', async () => {
  const asked = { kind: 'overall' as const, figure: 'installs' as const, channel: ['listed'] }
  const { database, clock } = product
  const now = clock.now().getTime()
  const moment = (hours: number) => new Date(now - hours * 3_600_000)
  await sql`insert into users.device (id, first_seen_at, last_seen_at) values ('listed', ${moment(9)}, ${moment(9)})`.execute(
    database,
  )
  for (const [id, hours] of [
    [901, 3],
    [902, 5],
  ] as const) {
    await sql`insert into users.app_user (id, nickname, created_at, registered_at, device_id)
      values (${id}, ${`listed ${id}`}, now(), ${moment(hours)}, 'listed')`.execute(database)
    await sql`insert into users.user_device (user_id, device_id, ip, first_seen_at, last_seen_at)
      values (${id}, 'listed', '', ${moment(hours)}, ${moment(hours)})`.execute(database)
  }
  await sql`insert into promotion.install (device_id, channel, platform, country, at)
    values ('listed', 'listed', 'ios', 'BR', ${moment(6)}), ('unused', 'listed', 'web', 'IN', ${moment(7)})`.execute(
    database,
  )
  const { client: analyst } = await person(product, { permissions: { 'indicators.overall': 1 } })
  expect(await analyst.refused(indicatorRecords, asked)).toMatchObject({
    code: 10026,
    fields: ['figure'],
    reason: 'menu.missing',
  })
  const { client } = await person(product, { permissions: { 'indicators.overall': 1, [recordMenus.installs]: 1 } })
  const installs = [
    { recordId: 'listed', at: moment(6).toISOString(), what: 'listed', country: 'BR', platform: 'ios', user: null },
    { recordId: 'unused', at: moment(7).toISOString(), what: 'listed', country: 'IN', platform: 'web', user: null },
  ]
  const newest = await client.call(indicatorRecords, { ...asked, size: 1 })
  const older = await client.call(indicatorRecords, { ...asked, size: 1, after: newest.next! })
  expect([...newest.records, ...older.records]).toMatchObject(installs)
  const [first, second] = (await admin.call(indicatorRecords, asked)).records
  expect([first!.user?.userId, second!.user]).toEqual([902, null])
  expect((await admin.call(indicatorRecords, { ...asked, platform: ['web'] })).records).toMatchObject([installs[1]!])
})

test('the peak lists the broadcasts that ran at its moment, without marked accounts', async () => {
  const { database } = product
  const start = new Date(`${product.clock.now().toISOString().slice(0, 10)}T00:00:00Z`).getTime() - 80 * 86_400_000
  const moment = (minutes: number) => new Date(start + minutes * 60_000)
  const day = moment(0).toISOString().slice(0, 10)
  const broadcasts = [
    ['over', 911, 60, 120],
    ['first', 912, 70, 200],
    ['second', 913, 130, 180],
    ['marked', 914, 130, 180],
    ['third', 915, 140, 141],
    ['after', 916, 180, 300],
  ] as const
  for (const [id, userId, from, to] of broadcasts) {
    await sql`insert into users.app_user (id, nickname, created_at, registered_at, internal)
      values (${userId}, ${id}, now(), ${moment(0)}, ${id === 'marked'})`.execute(database)
    await sql`insert into live.session (id, user_id, started_at, ended_at, heard_at)
      values (${id}, ${userId}, ${moment(from)}, ${moment(to)}, ${moment(to)})`.execute(database)
  }
  await history.after([], {
    length: 1,
    end: 0,
    ...all,
  })
  const { zone } = (
    await sql<{ zone: string }>`
    select zone from indicators.zone where since <= ${day}::date order by since desc limit 1`.execute(database)
  ).rows[0]!
  const asked = {
    kind: 'live',
    figure: 'peakBroadcasts',
    startTimeStr: plus(day, -1),
    endTimeStr: plus(day, zone === 'UTC' ? 0 : 1),
  } as const
  const { totals } = await admin.call(indicatorFigures, { ...asked, figures: ['peakBroadcasts'] })
  const { records, moment: at, total } = await admin.call(indicatorRecords, asked)
  expect(records.map(({ recordId }) => recordId)).toEqual(['third', 'second', 'first'])
  expect([at, total]).toEqual([moment(140).toISOString(), totals.peakBroadcasts])
  const filtered = await admin.call(indicatorRecords, { ...asked, country: ['BR'] })
  expect([filtered.total, filtered.moment]).toEqual([0, undefined])
})

test('of the days of very many users, the records are not counted one by one', async () => {
  const { database, clock } = product
  const day = new Date(clock.now().getTime() - 70 * 86_400_000).toISOString().slice(0, 10)
  const users = 1_000_000
  await sql`insert into users.app_user (id, nickname, created_at, registered_at) values (${users}, 'one', now(), now())`.execute(
    database,
  )
  await sql`insert into live.session (id, user_id, started_at, ended_at, heard_at)
    values ('of many', ${users}, ${`${day}T12:00:00Z`}, ${`${day}T13:00:00Z`}, ${`${day}T13:00:00Z`})`.execute(database)
  await sql`insert into indicators.user_day (subject, day, user_id, country, channel, sex, platform, old, m, minutes, amounts)
    select 'live', ${day}::date, ${users}::bigint + n, 'BR', '', 'none', 'web', false, array_fill(1, array[20])::bigint[], '{}', '{}'
      from generate_series(0, ${limits.exactTotal}::int) n on conflict do nothing`.execute(database)
  const asked = { kind: 'live', figure: 'sessions', startTimeStr: day, endTimeStr: day } as const
  const many = await admin.call(indicatorRecords, { ...asked, platform: ['web'] })
  expect(many.records.map(({ recordId }) => recordId)).toEqual(['of many'])
  expect([many.totalIsEstimate, many.total > limits.exactTotal]).toEqual([true, true])
})
