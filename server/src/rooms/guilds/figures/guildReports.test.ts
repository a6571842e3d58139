// Reports and the leader's Home over HTTP: what they show, and what a leader of another guild does not get.
import { guildEvening } from '@greenroom/contract/guildEvening'
import {
  everyDayReport,
  everyDayReportDetail,
  guildHome,
  subAgencyDay,
  subAgencyDays,
  subAgencyWeek,
  subAgencyWeeks,
  weekReport,
  weekReportAnchors,
} from '@greenroom/contract/guildFigures'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyMenu, type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { newId } from '../../../kit/random.ts'
import { post } from '../../../ledger/index.ts'
import { gift } from '../../../ledger/items.fixture.ts'
import { appUser, giveTokens } from '../../users/people.fixture.ts'
import { aGuild, aMember } from '../guilds.fixture.ts'
import { ensureWeeks } from '../weeks/weeks.service.ts'
import { addFigures } from './guildFold.queries.ts'
import type { Figure } from './guildFold.rules.ts'
import { foldFigures } from './guildFold.service.ts'

let product: TestProduct
let admin: Client
const guilds = { parent: 0, sub: 0, other: 0 }
const anchors = { parent: 0, sub: 0, other: 0 }
let leader: Made
let subLeader: Made
let week: string
let today: string

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

const figure = (of: Partial<Figure>): Figure => ({
  guildId: 0,
  week,
  day: today,
  userId: 0n,
  live: 0,
  calls: 0,
  received: 0,
  answered: 0,
  gift: 0n,
  call: 0n,
  room: 0n,
  text: 0n,
  micros: 0n,
  base: 0n,
  ...of,
})

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  const { database, clock } = product
  await ensureWeeks(database, clock.now(), 'UTC')
  today = clock.now().toISOString().slice(0, 10)
  const { rows } = await sql<{ week: string }>`
    select to_char(week, 'YYYY-MM-DD') as week from guilds.week order by week desc limit 1`.execute(database)
  week = rows[0]!.week
  guilds.parent = (await aGuild(product)).id
  guilds.sub = (await aGuild(product, { parentId: guilds.parent, rateBp: 300 })).id
  guilds.other = (await aGuild(product)).id
  for (const key of ['parent', 'sub', 'other'] as const) anchors[key] = await aMember(product, guilds[key])
  leader = await person(product, { permissions: everyMenu(1), unionId: guilds.parent })
  subLeader = await person(product, { permissions: everyMenu(1), unionId: guilds.sub })
  const [lastWeek, lastDay] = [dayBefore(week, 7), dayBefore(week, 7)]
  const of = (key: keyof typeof guilds) => ({ guildId: guilds[key], userId: BigInt(anchors[key]) })
  await database.transaction().execute((tx) =>
    addFigures(tx, [
      figure({
        ...of('parent'),
        live: 3_700,
        calls: 61,
        received: 3,
        answered: 2,
        gift: 40_000n,
        micros: 400_000_000n,
        base: 300_000_000n,
      }),
      figure({
        ...of('parent'),
        week: lastWeek,
        day: lastDay,
        calls: 1_200,
        call: 7n,
        micros: 70_000n,
        base: 70_000n,
      }),
      figure({ ...of('sub'), live: 2_400, gift: 10_000n, micros: 100_000_000n, base: 100_000_000n }),
      figure({ ...of('other'), gift: 5n, micros: 50_000n, base: 50_000n }),
    ]),
  )
})
afterAll(() => product.close())

const byNumber = (a: number, b: number) => a - b
const names = (rows: readonly { guild: { guildId: number } }[]) => rows.map(({ guild }) => guild.guildId)

describe('by day', () => {
  test('staff see every guild, a leader their own family, a sub-agency only itself', async () => {
    const span = { startTimeStr: today, endTimeStr: today }
    expect(names((await admin.call(everyDayReport, span)).records)).toEqual([guilds.other, guilds.sub, guilds.parent])
    expect(names((await leader.client.call(everyDayReport, span)).records)).toEqual([guilds.sub, guilds.parent])
    expect(names((await subLeader.client.call(everyDayReport, span)).records)).toEqual([guilds.sub])
    expect(names((await leader.client.call(everyDayReport, { guildId: guilds.other })).records)).toEqual([])
  })
  test('shows figures, valid days and totals', async () => {
    const { records, totals } = await leader.client.call(everyDayReport, { guildId: guilds.parent })
    expect(records[0]).toMatchObject({
      reportId: `${guilds.parent}-${today}`,
      day: today,
      liveMinutes: 61,
      callMinutes: 1,
      callsReceived: 3,
      callsAnswered: 2,
      giftBonus: 40_000,
      bonus: 40_000,
      baseUsdMicros: 300_000_000,
      promoUsdMicros: 100_000_000,
      anchors: 1,
      validDays: 1,
      joined: 0,
      lost: 0,
    })
    expect(records[1]).toMatchObject({ callMinutes: 20, validDays: 1 })
    expect(totals).toMatchObject({ bonus: 40_007, liveMinutes: 61, callMinutes: 21 })
  })
  test('pages by cursor, newest first', async () => {
    const first = await admin.call(everyDayReport, { size: 2 })
    const rest = await admin.call(everyDayReport, { size: 2, after: first.next! })
    expect(names([...first.records, ...rest.records])).toEqual([guilds.other, guilds.sub, guilds.parent, guilds.parent])
    expect(rest).toMatchObject({ total: 4, totals: null })
  })
  test('narrows to sub-agencies, and to those of a parent', async () => {
    expect(names((await admin.call(everyDayReport, { subAgency: true })).records)).toEqual([guilds.sub])
    expect(names((await admin.call(everyDayReport, { parentId: guilds.parent })).records)).toEqual([guilds.sub])
    expect(names((await admin.call(everyDayReport, { subAgency: false, startTimeStr: today })).records)).toEqual([
      guilds.other,
      guilds.parent,
    ])
  })
  test('a day by anchor is shown to those who may see the guild', async () => {
    const id = `${guilds.sub}-${today}`
    const { records, guild, day } = await leader.client.call(everyDayReportDetail, { id })
    expect([guild.guildId, day]).toEqual([guilds.sub, today])
    expect(records).toMatchObject([{ anchor: { userId: anchors.sub }, liveMinutes: 40, valid: false, bonus: 10_000 }])
    expect(await leader.client.refused(everyDayReportDetail, { id: `${guilds.other}-${today}` })).toMatchObject({
      code: 10032,
    })
    expect(await subLeader.client.refused(everyDayReportDetail, { id: `${guilds.parent}-${today}` })).toMatchObject({
      code: 10032,
    })
    expect(await admin.refused(everyDayReportDetail, { id: '999999-2026-11-20' })).toMatchObject({ code: 10032 })
    for (const wrong of ['x', '1001', '1001-2026-02-30', '1001-2026-11-20x'])
      expect(await admin.refused(everyDayReportDetail, { id: wrong })).toMatchObject({
        code: 10009,
        reason: 'field.invalid',
      })
  })
})

describe('by week', () => {
  test('of guilds, with the running one marked', async () => {
    const { records } = await leader.client.call(weekReport, { guildId: guilds.parent })
    expect(records).toMatchObject([
      { week, running: true, bonus: 40_000, validDays: 1 },
      { week: dayBefore(week, 7), running: false, bonus: 7, validDays: 1 },
    ])
    // A day in the middle of a week finds it.
    const middle = dayBefore(week, 4)
    expect((await leader.client.call(weekReport, { startTimeStr: middle, endTimeStr: middle })).records).toHaveLength(1)
  })
  test('of anchors', async () => {
    const all = await admin.call(weekReportAnchors, { startTimeStr: today })
    expect(all.records.map(({ anchor }) => anchor.userId).toSorted(byNumber)).toEqual(
      Object.values(anchors).toSorted(byNumber),
    )
    const { records } = await leader.client.call(weekReportAnchors, {})
    expect(names(records).toSorted(byNumber)).toEqual([guilds.parent, guilds.parent, guilds.sub].toSorted(byNumber))
    expect((await leader.client.call(weekReportAnchors, { userId: anchors.other })).records).toEqual([])
    expect((await subLeader.client.call(weekReportAnchors, {})).records).toMatchObject([
      { bonus: 10_000, validDays: 0 },
    ])
  })
})

describe('sub-agencies', () => {
  test('together by day and week, and each of one', async () => {
    expect((await leader.client.call(subAgencyDays, {})).records).toMatchObject([
      { day: today, guilds: 1, bonus: 10_000 },
    ])
    expect((await leader.client.call(subAgencyWeeks, {})).records).toMatchObject([{ week, running: true, guilds: 1 }])
    expect(names((await leader.client.call(subAgencyDay, { time: today })).records)).toEqual([guilds.sub])
    const weeks = { startTime: week, endTime: today }
    expect(names((await leader.client.call(subAgencyWeek, weeks)).records)).toEqual([guilds.sub])
    expect((await admin.call(subAgencyDays, { parentId: guilds.parent })).records).toHaveLength(1)
    expect((await admin.call(subAgencyDays, { parentId: guilds.other })).records).toEqual([])
  })
  test('of the whole platform have stored sums', async () => {
    const sum = { guilds: 1, bonus: 10_000, validDays: null }
    expect((await admin.call(subAgencyDays, {})).records).toMatchObject([{ day: today, ...sum }])
    expect((await admin.call(subAgencyWeeks, {})).records).toMatchObject([{ week, running: true, ...sum }])
  })
  test('a leader gets only their own, whatever parent the filter names; a sub-agency has none', async () => {
    const requested = { parentId: guilds.other }
    expect((await leader.client.call(subAgencyDays, requested)).records).toHaveLength(1)
    expect(names((await leader.client.call(subAgencyDay, { time: today, ...requested })).records)).toEqual([guilds.sub])
    for (const call of [subAgencyDays, subAgencyWeeks])
      expect((await subLeader.client.call(call, {})).records).toEqual([])
    expect((await subLeader.client.call(subAgencyDay, { time: today, parentId: guilds.parent })).records).toEqual([])
  })
})

test('reports need their menu and are closed to top-up agents', async () => {
  const none = await person(product, { unionId: guilds.parent })
  const agent = await person(product, { permissions: everyMenu(3), agentId: 7 })
  for (const [client, reason] of [
    [none.client, 'menu.missing'],
    [agent.client, 'account.kind'],
  ] as const) {
    expect(await client.refused(everyDayReport, {})).toMatchObject({ code: 10026, reason })
    expect(await client.refused(weekReportAnchors, {})).toMatchObject({ code: 10026, reason })
    expect(await client.refused(subAgencyDay, { time: today })).toMatchObject({ code: 10026, reason })
  }
  expect(await admin.refused(subAgencyDay, { time: 'yesterday' })).toMatchObject({
    code: 10009,
    reason: 'field.invalid',
  })
})

describe("the leader's Home", () => {
  test('has the running week with its sub-agencies', async () => {
    const { clock, database } = product
    await sql`insert into live.session (id, user_id, started_at, heard_at)
      values ('running', ${anchors.parent}, ${clock.now()}, ${clock.now()})`.execute(database)
    const home = await leader.client.call(guildHome, {})
    expect(home).toMatchObject({
      guild: { guildId: guilds.parent, members: 1, subAgencies: 1, method: 'guild pickup' },
      parent: null,
      week: { week },
      points: 40_000,
      baseUsdMicros: 300_000_000,
      familyUsdMicros: 400_000_000,
      level: 1,
      levels: 7,
      rateBp: 500,
      fromCents: 0,
      // 400 USD direct and 100 of the sub-agency: 8 % and the difference of 5 %.
      next: { level: 2, fromCents: 50_000, rateBp: 800, missingCents: 10_000, gainCents: 3_200 + 500 - 1_700 },
      // 5 % of 300 USD, and of the sub-agency's 100 USD the 2 % above its agreed 3 %.
      payable: { commissionCents: 1_500, overrideCents: 200, salaryCents: 0, bonusCents: 40_000, totalCents: 41_700 },
      valid: { liveMinutes: 60, callMinutes: 20 },
      dissolvesAt: null,
    })
  })
  test('names the level of the last settled week beside the running one', async () => {
    const { database } = product
    expect((await leader.client.call(guildHome, {})).last).toBeNull()
    const settled = (weeksBack: number, state: string, level: number) =>
      sql`insert into guilds.settlement (guild_id, week, state, plan_id, method, level, rate_bp, drafted_at, confirm_by)
          values (${guilds.parent}, ${week}::date - ${7 * weeksBack}::int, ${state}, (select min(id) from guilds.plan),
                  'guild pickup', ${level}, ${level * 200}, now(), now())`.execute(database)
    for (const weeks of [1, 2, 3])
      await sql`insert into guilds.week (week, starts_at, ends_at)
        select week - 7 * ${weeks}::int, starts_at - ${`${7 * weeks} days`}::interval, ends_at - ${`${7 * weeks} days`}::interval
          from guilds.week where week = ${week}::date on conflict do nothing`.execute(database)
    await settled(3, 'approved', 4)
    await settled(2, 'confirmed', 3)
    await settled(1, 'parked', 1)
    const { last, level } = await leader.client.call(guildHome, {})
    const before = new Date(Date.parse(week) - 14 * 86_400_000).toISOString().slice(0, 10)
    expect([last, level]).toEqual([{ week: before, level: 3, rateBp: 600 }, 1])
  })
  test('of a sub-agency is its own, at the rate agreed with its parent', async () => {
    const home = await subLeader.client.call(guildHome, {})
    expect(home).toMatchObject({
      guild: { guildId: guilds.sub },
      parent: { guildId: guilds.parent },
      rateBp: 300,
      payable: { commissionCents: 300, overrideCents: 0 },
      close: [{ anchor: { userId: anchors.sub }, today: { liveMinutes: 40, missingLive: 20, missingCall: 20 } }],
    })
  })
  test('shows when a guild without members dissolves', async () => {
    const { id } = await aGuild(product, { days: 6 })
    const { client } = await person(product, { unionId: id })
    const { dissolvesAt, close } = await client.call(guildHome, {})
    expect(Math.ceil((Date.parse(dissolvesAt!) - product.clock.now().getTime()) / 86_400_000)).toBe(9)
    expect(close).toEqual([])
  })
  test('is for guilds only', async () => {
    expect(await admin.refused(guildHome, {})).toMatchObject({ code: 10032 })
    const agent = await person(product, { agentId: 8 })
    expect(await agent.client.refused(guildHome, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
  })
})

describe("the leader's evening", () => {
  test('has the day of the report, by anchor, and what is missing', async () => {
    const evening = await leader.client.call(guildEvening, {})
    const report = await leader.client.call(everyDayReport, {
      guildId: [guilds.parent],
      startTimeStr: today,
      endTimeStr: today,
    })
    expect(evening.today.bonus).toBe(report.records[0]!.bonus)
    expect(evening).toMatchObject({
      guild: { guildId: guilds.parent },
      day: today,
      today: { bonus: 40_000, usdMicros: 400_000_000 },
      members: 1,
      validAlready: 1,
      anchors: [{ anchor: { userId: anchors.parent }, today: { bonus: 40_000 }, missingLive: 0, missingCall: 0 }],
      // 100 USD at 300 USD in 62 minutes.
      next: { level: 2, missingCents: 10_000, reach: { anchors: [{ userId: anchors.parent }], minutes: 25, days: 1 } },
    })
    const home = await leader.client.call(guildHome, {})
    expect(evening.next).toMatchObject({ missingCents: home.next!.missingCents, gainCents: home.next!.gainCents })
  })
  test('of a sub-agency says how many minutes are missing', async () => {
    expect(await subLeader.client.call(guildEvening, {})).toMatchObject({
      validAlready: 0,
      anchors: [{ anchor: { userId: anchors.sub }, liveMinutes: 40, missingLive: 20, missingCall: 20 }],
    })
  })
  test('is for guilds only', async () => {
    expect(await admin.refused(guildEvening, {})).toMatchObject({ code: 10032 })
    const agent = await person(product, { agentId: 9 })
    expect(await agent.client.refused(guildEvening, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
  })
  // Last, since folding counts everything again.
  test('stands beside yesterday up to the same hour', async () => {
    const { database, clock } = product
    const { id } = await aGuild(product, { days: 5 })
    const anchor = await aMember(product, id)
    const payer = await appUser(product)
    await giveTokens(product, payer, { paid: 1_000, costMicros: 10_000_000 })
    const now = clock.now()
    const dayAgo = now.getTime() - 86_400_000
    await sql`update guilds.member set since = ${new Date(dayAgo - 86_400_000)} where user_id = ${anchor}`.execute(
      database,
    )
    await sql`insert into guilds.week (week, starts_at, ends_at)
      select week - 7, starts_at - interval '7 days', ends_at - interval '7 days'
        from guilds.week where week = ${week}::date on conflict do nothing`.execute(database)
    for (const [tokens, at] of [
      [100n, new Date(dayAgo - 60_000)],
      [50n, new Date(dayAgo + 60_000)],
    ] as const)
      await database
        .transaction()
        .execute((tx) =>
          post(tx, 'test', now, [{ ...gift(tokens, BigInt(anchor), BigInt(payer), newId(at)), occurredAt: at }]),
        )
    while (await foldFigures({ database, now, zone: 'UTC' }));
    const { client } = await person(product, { permissions: everyMenu(1), unionId: id })
    const day = dayBefore(now.toISOString().slice(0, 10), 1)
    const report = await client.call(everyDayReport, { startTimeStr: day, endTimeStr: day })
    const { yesterday, anchors: each } = await client.call(guildEvening, {})
    expect(report.records[0]!.bonus).toBeGreaterThan(0)
    expect(yesterday!.bonus * 150).toBe(report.records[0]!.bonus * 100)
    expect(each).toMatchObject([{ anchor: { userId: anchor }, today: { bonus: 0 }, yesterday }])
  })
})
