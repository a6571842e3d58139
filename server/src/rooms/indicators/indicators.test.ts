// The calls of the dashboards: figures by day, comparison, users behind a figure, retention, notes, and what is refused.
import * as boardCalls from '@greenroom/contract/boards'
import type { Call } from '@greenroom/contract/call'
import { dashboardKeys, returnDays } from '@greenroom/contract/dashboards'
import * as indicatorCalls from '@greenroom/contract/indicators'
import {
  dayNoteAdd,
  dayNoteDelete,
  indicatorCohorts,
  indicatorDifference,
  indicatorFigures,
  indicatorOptions,
  indicatorPeople,
  indicatorReturned,
} from '@greenroom/contract/indicators'
import * as todayCalls from '@greenroom/contract/todayFigures'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyMenu, person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { foldAll } from '../../../test/settled.ts'
import { appUser } from '../users/people.fixture.ts'
import { foldIndicators } from './fold/fold.service.ts'
import { indicatorsRoutes } from './indicators.routes.ts'

let product: TestProduct
let admin: Client
const day = (daysAgo: number) =>
  new Date(product.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const noon = (daysAgo: number) => new Date(`${day(daysAgo)}T12:00:00Z`)

const fold = (now = product.clock.now()) =>
  foldAll(product.database, () => foldIndicators({ database: product.database, now, zone: 'UTC' }))

async function online(userId: number, daysAgo: number): Promise<void> {
  await sql`insert into users.active_day (day, user_id, first_at, seconds, platform, online_at)
    values (${day(daysAgo)}::date, ${userId}, ${noon(daysAgo)}, 600, 'ios', ${noon(daysAgo)})`.execute(product.database)
}

let woman: number
let man: number
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  woman = await appUser(product)
  man = await appUser(product)
  const register = (id: number, sex: string, country: string) =>
    sql`update users.app_user set sex = ${sex}, country = ${country}, channel = 'a', registered_at = ${noon(4)} where id = ${id}`.execute(
      product.database,
    )
  await register(woman, 'woman', 'BR')
  await register(man, 'man', 'IN')
  for (const [id, days] of [
    [woman, [4, 3, 1]],
    [man, [4, 2]],
  ] as const)
    for (const ago of days) await online(id, ago)
  await sql`insert into live.session (id, user_id, started_at, ended_at, heard_at, gift_tokens)
    values ('s1', ${woman}, ${noon(3)}, ${new Date(noon(3).getTime() + 3_600_000)}, ${noon(3)}, 70)`.execute(
    product.database,
  )
  await sql`insert into live.view (id, live_id, user_id, seconds, at)
    values ('v1', 's1', ${man}, 25, ${noon(3)}), ('v2', 's1', ${man}, 90, ${noon(2)})`.execute(product.database)
  await fold()
})
afterAll(() => product.close())

const span = () => ({ startTimeStr: day(4), endTimeStr: day(1) })

test('figures by day, and of the span', async () => {
  const { days, figures, totals, running } = await admin.call(indicatorFigures, { kind: 'live', ...span() })
  expect([days, running]).toEqual([[day(4), day(3), day(2), day(1)], false])
  expect(figures).toMatchObject({
    broadcasters: [0, 1, 0, 0],
    viewers: [0, 1, 1, 0],
    viewsTo30: [0, 1, 0, 0],
    viewsOver60: [0, 0, 1, 0],
    averageBroadcast: [null, 3_600, null, null],
    peakBroadcasts: [0, 1, 0, 0],
  })
  // Two views by one viewer; two users were active.
  expect(totals).toMatchObject({ viewers: 1, viewRate: 0.5, liveGiftTokens: 70, broadcastSeconds: 3_600 })
})

test('distinct users of any span and filter', async () => {
  const { figures, totals } = await admin.call(indicatorFigures, { kind: 'overall', ...span() })
  expect(figures).toMatchObject({ dau: [2, 2, 1, 1], wau: [2, 2, 2, 2], registrations: [2, 0, 0, 0] })
  expect(totals).toMatchObject({ dau: 1.5, mau: 2, registrations: 2 })
  const women = await admin.call(indicatorFigures, { kind: 'overall', ...span(), sex: 'woman' })
  expect(women.figures).toMatchObject({
    dau: [1, 1, 0, 1],
    dauMen: [null, null, null, null],
    installs: [null, null, null, null],
  })
  expect((await admin.call(indicatorFigures, { kind: 'newMen', ...span() })).totals).toMatchObject({
    newUsers: 1,
    viewedShare: 1,
    d1Share: 1,
  })
})

test('a filter of several values counts any of them', async () => {
  const viewers = async (filters: object) =>
    (await admin.call(indicatorFigures, { kind: 'overall', ...span(), ...filters })).totals.mau
  expect(await viewers({ country: ['BR', 'IN'], platform: ['ios', 'web'] })).toBe(2)
  expect(await viewers({ country: ['BR', 'JP'] })).toBe(1)
  expect(await viewers({ country: ['BR', 'IN'], platform: ['android'] })).toBe(0)
  const { figures } = await admin.call(indicatorFigures, { kind: 'overall', ...span(), figures: ['mau'], days: 2 })
  expect(figures).toEqual({ mau: [2, 2] })
})

test('distinct users of more than 92 days, with at most one filter', async () => {
  const ago = 300
  const back = await appUser(product)
  await sql`update users.app_user set sex = 'man', country = 'IN', channel = 'a', registered_at = ${noon(ago)} where id = ${back}`.execute(
    product.database,
  )
  const then = new Date(product.clock.now().getTime() - ago * 86_400_000)
  await online(back, ago)
  await fold(then)
  await online(back, 3)
  await fold()
  const viewRate = async (days: number, filters: object) =>
    (await admin.call(indicatorFigures, { kind: 'live', startTimeStr: day(days), endTimeStr: day(1), ...filters }))
      .totals.viewRate
  // One of three active users viewed; on the long span's first day, `back` counts once.
  expect(await viewRate(ago, {})).toBeCloseTo(1 / 3)
  expect(await viewRate(ago - 1, {})).toBeCloseTo(1 / 3)
  expect(await viewRate(ago, { country: ['IN'] })).toBeCloseTo(1 / 2)
  expect(await viewRate(ago, { country: ['IN', 'BR'], platform: ['ios'] })).not.toBeNull()
  expect(await viewRate(ago, { country: ['IN'], sex: 'man' })).toBeNull()
  await sql`update users.app_user set market_audit = true where id = ${back}`.execute(product.database)
  await fold()
})

test('compared with the previous span: equal days', async () => {
  const { before } = await admin.call(indicatorFigures, {
    kind: 'overall',
    startTimeStr: day(2),
    endTimeStr: day(1),
    compare: 'before',
  })
  expect(before).toMatchObject({
    days: [day(4), day(3)],
    figures: { dau: [2, 2] },
    totals: { dau: 2 },
    own: { dau: 1 },
  })
})

test('explains a difference', async () => {
  const { before, after, dimensions } = await admin.call(indicatorDifference, {
    kind: 'overall',
    figure: 'dau',
    startTimeStr: day(2),
    endTimeStr: day(1),
  })
  // On average a day, as the figure.
  expect([before, after]).toEqual([2, 1])
  expect(dimensions.find(({ dimension }) => dimension === 'country')?.values).toEqual([
    { value: 'BR', before: 1, after: 0.5, share: 0.5 },
    { value: 'IN', before: 1, after: 0.5, share: 0.5 },
  ])
  expect(await admin.refused(indicatorDifference, { kind: 'overall', figure: 'payRate' })).toEqual({
    code: 10009,
    fields: ['figure'],
    reason: 'indicator.parts',
  })
})

test('while today is running, the explanation takes the days that the totals compare', async () => {
  const of = { kind: 'overall' as const, compare: 'before' as const }
  for (const first of [2, 3, 4]) {
    const asked = { ...of, startTimeStr: day(first), endTimeStr: day(0) }
    const { before } = await admin.call(indicatorFigures, asked)
    const explained = await admin.call(indicatorDifference, { ...asked, figure: 'dau' })
    expect([explained.before, explained.after], `from ${first} days ago`).toEqual([before!.totals.dau, before!.own.dau])
  }
})

test('the number of users behind a figure equals the figure', async () => {
  const requested = { kind: 'live' as const, figure: 'viewers' as const, ...span() }
  const { records, total } = await admin.call(indicatorPeople, requested)
  expect([records, total]).toMatchObject([[{ user: { userId: man }, value: 2 }], 1])
  expect(await admin.refused(indicatorPeople, { ...requested, figure: 'peakBroadcasts' })).toMatchObject({
    code: 10009,
    reason: 'indicator.noPeople',
  })
  expect(await admin.refused(indicatorPeople, { ...requested, figure: 'dau' })).toMatchObject({
    code: 10009,
    reason: 'indicator.figure',
  })
  expect(await admin.refused(indicatorPeople, { ...requested, startTimeStr: day(200) })).toMatchObject({
    code: 10009,
    reason: 'indicator.peopleGone',
  })
  // The users of the last seven days, whatever the span.
  const week = { kind: 'overall' as const, startTimeStr: day(1), endTimeStr: day(1) }
  const { totals } = await admin.call(indicatorFigures, week)
  expect([totals.wau, (await admin.call(indicatorPeople, { ...week, figure: 'wau' })).total]).toEqual([2, 2])
  const { client: without } = await person(product, { permissions: { 'indicators.live': 1 } })
  expect(await without.refused(indicatorPeople, requested)).toMatchObject({ code: 10026, reason: 'menu.missing' })
})

test('retention is exactly day n, and unknown while that day runs', async () => {
  const { cohorts } = await admin.call(indicatorCohorts, span())
  expect(cohorts).toEqual([{ day: day(4), size: 2, d1: 2, d3: 1, d7: null, d15: null, d30: null }])
  expect((await admin.call(indicatorCohorts, { ...span(), group: 'men' })).cohorts).toMatchObject([{ size: 1, d3: 0 }])
})

test('a marked account is subtracted from every day, and restored', async () => {
  const mark = async (marked: boolean) => {
    await sql`update users.app_user set market_audit = ${marked} where id = ${man}`.execute(product.database)
    await fold()
    const { totals } = await admin.call(indicatorFigures, { kind: 'live', ...span() })
    return totals['viewers']
  }
  expect([await mark(true), await mark(false)]).toEqual([0, 1])
})

test('spans are ordered and at most two years; another dashboard needs its own menu', async () => {
  const refused = (from: string, to: string) =>
    admin.refused(indicatorFigures, { kind: 'live', startTimeStr: from, endTimeStr: to })
  expect(await refused(day(1), day(2))).toEqual({ code: 10009, fields: ['endTimeStr'], reason: 'indicator.order' })
  expect(await refused('2020-01-01', day(1))).toEqual({ code: 10009, fields: ['endTimeStr'], reason: 'indicator.span' })
  const { client } = await person(product, { permissions: { 'indicators.live': 1 } })
  expect(await client.refused(indicatorFigures, { kind: 'match' })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  expect(await client.call(indicatorOptions, { kind: 'live' })).toMatchObject({
    channels: [{ number: 'a', name: null }],
    promoters: [],
  })
})

test('a note shows on its days; its author or an administrator deletes it', async () => {
  const { client: writer } = await person(product, { permissions: { 'indicators.live': 3 } })
  const note = { kind: 'live' as const, about: 'outage' as const, text: 'Payments were down' }
  expect(await writer.refused(dayNoteAdd, { ...note, fromDay: day(1), toDay: day(2) })).toEqual({
    code: 10009,
    fields: ['toDay'],
    reason: 'indicator.order',
  })
  const { id } = await writer.call(dayNoteAdd, { ...note, fromDay: day(3), toDay: day(2) })
  const shown = async (client: Client, endTimeStr: string) =>
    (await client.call(indicatorFigures, { kind: 'live', startTimeStr: day(4), endTimeStr })).notes
  expect(await shown(writer, day(3))).toMatchObject([{ id, text: note.text, mayDelete: true }])
  expect(await shown(writer, day(4))).toEqual([])
  const { client: other } = await person(product, { permissions: { 'indicators.live': 3 } })
  expect(await shown(other, day(1))).toMatchObject([{ mayDelete: false }])
  expect(await other.refused(dayNoteDelete, { kind: 'live', id })).toMatchObject({
    code: 10026,
    reason: 'note.deleter',
  })
  await admin.call(dayNoteDelete, { kind: 'live', id })
  expect(await writer.refused(dayNoteDelete, { kind: 'live', id })).toMatchObject({ code: 10032 })
})

test('an analyst reads and exports every dashboard; names need access to the list of users, phones are never shown', async () => {
  const menus = Object.fromEntries(
    [...dashboardKeys, 'retention' as const].map((kind) => [`indicators.${kind}`, 1 as const]),
  )
  const { client: analyst } = await person(product, { permissions: menus })
  for (const kind of dashboardKeys) {
    const answer = await analyst.call(indicatorFigures, { kind, ...span() })
    expect(JSON.stringify(answer)).not.toMatch(/nickname|phone/)
  }
  expect(JSON.stringify(await analyst.call(indicatorCohorts, span()))).not.toMatch(/nickname|phone/)
  const behind = { kind: 'live' as const, figure: 'viewers' as const, ...span() }
  expect(await analyst.refused(indicatorPeople, behind)).toMatchObject({ code: 10026, reason: 'menu.missing' })
  const { client: withUsers } = await person(product, { permissions: { ...menus, 'users.list': 1 } })
  const { records } = await withUsers.call(indicatorPeople, behind)
  expect(records).toMatchObject([{ user: { userId: man } }])
  expect(JSON.stringify(records)).not.toMatch(/phone/i)
})

/** A valid payload for each call of the area. */
const payloads: Record<string, object> = {
  indicatorDifference: { figure: 'sessions' },
  indicatorPeople: { figure: 'viewers' },
  indicatorRecords: { figure: 'sessions' },
  dayNoteAdd: { fromDay: '2026-01-01', toDay: '2026-01-01', about: 'other', text: 'x' },
  dayNoteDelete: { id: 1 },
  boardInfo: { boardId: 1 },
  boardSave: { name: 'x', roleIds: [] },
  boardDelete: { boardId: 1 },
  boardPin: { boardId: 1, as: 'figure', key: 'viewers' },
  boardUnpin: { boardId: 1, pinId: 1 },
  boardOrder: { boardId: 1, pinIds: [1] },
}
const callsOfTheArea = Object.values({ ...indicatorCalls, ...boardCalls, ...todayCalls }).filter(
  (call): call is Call<any> => typeof call === 'object' && 'path' in call,
)

test('guild leaders and agents see none and change none, whatever their role’s menus', async () => {
  expect(callsOfTheArea.length).toBe(indicatorsRoutes.length)
  const guildId = await anEmptyGuild()
  for (const of of [{ unionId: guildId }, { agentId: 7 }]) {
    const { client } = await person(product, { permissions: everyMenu(3), ...of })
    for (const call of callsOfTheArea)
      for (const kind of call.menuBy ? dashboardKeys : (['live'] as const))
        expect(await client.refused(call, { kind, ...payloads[call.name] }), `${call.name} ${kind}`).toMatchObject({
          code: 10026,
          reason: 'account.kind',
        })
  }
})

async function anEmptyGuild(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into guilds.guild (name, state, leader_user_id, leader_name, leader_email, area_code, phone, registered_at)
    values ('Guild', 'normal', ${woman}, 'L', 'l@example.com', '1', '1', now()) returning id`.execute(product.database)
  return rows[0]!.id
}

test('without a span, every dashboard shows the last seven days, and retention the cohorts of a month', async () => {
  const last = (count: number) => Array.from({ length: count }, (_, index) => day(count - 1 - index))
  for (const kind of dashboardKeys) expect((await admin.call(indicatorFigures, { kind })).days, kind).toEqual(last(7))
  for (const ago of [30, 29, 0])
    await sql`update users.app_user set registered_at = ${noon(ago)} where id = ${await appUser(product)}`.execute(
      product.database,
    )
  await fold()
  const days = (await admin.call(indicatorCohorts, {})).cohorts.map((cohort) => cohort.day)
  expect([days[0], days.at(-1)]).toEqual([day(29), day(0)])
})

test('the users of a cohort, and those who were back on a day after it; of a promoter, those of its channels', async () => {
  const { cohorts } = await admin.call(indicatorCohorts, span())
  for (const { day: cohortDay, size, ...back } of cohorts)
    for (const after of returnDays) {
      const own = await admin.call(indicatorReturned, { ...span(), cohortDay })
      expect([own.total, own.records.every((row) => row.cohortDay === cohortDay)]).toEqual([size, true])
      const { total } = await admin.call(indicatorReturned, { ...span(), cohortDay, backOn: String(after) as '1' })
      expect(total).toBe(back[`d${after}`] ?? 0)
    }
  const sums = await admin.call(indicatorReturned, { ...span(), backOn: '1' })
  expect(sums.total).toBe(cohorts.reduce((sum, { d1 }) => sum + (d1 ?? 0), 0))
  const { rows } = await sql<{ id: number }>`
    insert into promotion.promoter (name, created_at, created_by, updated_at, updated_by) values ('P', now(), 'x', now(), 'x') returning id`.execute(
    product.database,
  )
  const promoterId = rows[0]!.id
  expect((await admin.call(indicatorCohorts, { ...span(), promoterId })).cohorts).toEqual([])
  expect((await admin.call(indicatorReturned, { ...span(), promoterId })).total).toBe(0)
  await sql`
    insert into promotion.channel (number, name, promoter_id, type, created_at, created_by, updated_at, updated_by)
    values ('a', 'Alpha', ${promoterId}, 'other', now(), 'x', now(), 'x')`.execute(product.database)
  expect((await admin.call(indicatorCohorts, { ...span(), promoterId })).cohorts).toEqual(cohorts)
  expect(await admin.call(indicatorOptions, { kind: 'retention' })).toMatchObject({
    channels: [{ number: 'a', name: 'Alpha' }],
    promoters: [{ promoterId, name: 'P' }],
  })
  const { client: without } = await person(product, { permissions: { 'indicators.retention': 1 } })
  expect(await without.refused(indicatorReturned, span())).toMatchObject({ code: 10026, reason: 'menu.missing' })
  expect(await admin.refused(indicatorReturned, { cohortDay: day(120) })).toMatchObject({
    code: 10009,
    reason: 'indicator.peopleGone',
  })
})
