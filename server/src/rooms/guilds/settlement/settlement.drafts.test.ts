// Drafts of a week in the database: which guilds get one, when, versions after late facts, corrections, and an interrupted run.
import { settlementApprove } from '@greenroom/contract/settlement'
import { userBan } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { sweepGuilds } from '../guild/guild.rounds.ts'
import { ensureWeeks } from '../weeks/weeks.service.ts'
import { makeDrafts } from './settlement.drafts.ts'
import { aGuildOf, draftingAt, earn, emptyGuilds, testWeek } from './settlement.fixture.ts'
import { renewDrafts } from './settlement.late.ts'

let product: TestProduct | undefined
beforeEach(async () => {
  product ??= await startProduct()
  await emptyGuilds(product.owner)
})
afterAll(() => product?.close())

type Row = {
  id: number
  guild_id: number
  week: string
  state: string
  sum_version: number
  payable_cents: bigint
  carried_in_cents: bigint
  carried_out_cents: bigint
  correction_cents: bigint
  parked_reason: string
  confirm_by: Date
}
const settlements = async () =>
  (
    await sql<Row>`
      select id, guild_id, to_char(week, 'YYYY-MM-DD') as week, state, sum_version, payable_cents, carried_in_cents,
             carried_out_cents, correction_cents, parked_reason, confirm_by
        from guilds.settlement order by week, guild_id`.execute(product!.database)
  ).rows
const of = async (guildId: number, week = testWeek) =>
  (await settlements()).find((row) => row.guild_id === guildId && row.week === week)!
const setState = (id: number, state: string) =>
  sql`update guilds.settlement set state = ${state} where id = ${id}`.execute(product!.database)

test('from Monday 02:00 on, once, for guilds that were approved and for all with figures', async () => {
  const { database } = product!
  const earning = await aGuildOf(database, {
    anchors: [
      { bonus: 60_000, paidPercent: 90, validDays: 4 },
      { bonus: 25_000, validDays: 3 },
    ],
  })
  const empty = await aGuildOf(database)
  const banned = await aGuildOf(database, { state: 'banned' })
  const gone = await aGuildOf(database, { state: 'dissolved', anchors: [{ bonus: 100 }] })
  await aGuildOf(database, { state: 'under review' })
  await aGuildOf(database, { state: 'dissolved' })
  const drafting = draftingAt(product!, '2026-11-23T01:59:59Z')
  expect(await makeDrafts(drafting)).toBe(false)
  expect(await settlements()).toEqual([])
  drafting.clock.set('2026-11-23T02:00:00Z')
  expect(await makeDrafts(drafting)).toBe(true)
  expect(await makeDrafts(drafting)).toBe(false)
  expect((await settlements()).map(({ guild_id, state }) => [guild_id, state])).toEqual(
    [earning, empty, banned, gone].map(({ id }) => [id, 'draft']),
  )
  expect(await of(earning.id)).toMatchObject({ payable_cents: 92_320n, confirm_by: new Date('2026-11-25T02:00:00Z') })
  const { rows } = await sql<{ total: bigint }>`
    select sum(amount_cents)::bigint as total from guilds.settlement_line
     where settlement_id = ${(await of(earning.id)).id} and sum_version = 1`.execute(database)
  expect(rows[0]?.total).toBe(92_320n)
})

test('a guild whose sum fails is parked with its reason, and the others go on', async () => {
  const { database } = product!
  const broken = await aGuildOf(database, { anchors: [{ bonus: 100 }] })
  const complete = await aGuildOf(database, { anchors: [{ bonus: 100 }] })
  await sql`update guilds.anchor_week set base_micros = 9e18::bigint where guild_id = ${broken.id}`.execute(database)
  await makeDrafts(draftingAt(product!, '2026-11-23T02:00:00Z'))
  expect(await of(broken.id)).toMatchObject({ state: 'parked', parked_reason: expect.stringMatching(/exact/) })
  expect(await of(complete.id)).toMatchObject({ state: 'draft', payable_cents: 105n })
})

test('an interrupted run continues after the last complete chunk and repeats nothing', async () => {
  const { database } = product!
  const guilds = []
  for (let number = 0; number < 5; number++)
    guilds.push(await aGuildOf(database, { anchors: [{ bonus: 100 + number }] }))
  // As a killed process leaves it: two guilds done.
  const done = guilds[1]!.id
  const drafting = draftingAt(product!, '2026-11-23T02:00:00Z')
  await makeDrafts(drafting)
  const before = await settlements()
  await sql`truncate guilds.settlement_version, guilds.settlement_line cascade`.execute(product!.owner)
  await sql`delete from guilds.settlement where guild_id > ${done}`.execute(database)
  await sql`update guilds.settlement_run set finished_at = null, after_guild = ${done}`.execute(database)
  expect(await makeDrafts(drafting)).toBe(true)
  const amounts = (rows: Row[]) =>
    rows.map(({ guild_id, payable_cents, sum_version }) => [guild_id, payable_cents, sum_version])
  expect(amounts(await settlements())).toEqual(amounts(before))
})

test('late facts make a new version until Friday 02:00, and a correcting line of the next week afterwards', async () => {
  const { database } = product!
  const guild = await aGuildOf(database, { anchors: [{ bonus: 45_000 }] })
  const userId = guild.anchors[0]!
  const drafting = draftingAt(product!, '2026-11-23T02:00:00Z')
  await makeDrafts(drafting)
  await renewDrafts(drafting)
  expect(await of(guild.id)).toMatchObject({ sum_version: 1, payable_cents: 47_250n })

  drafting.clock.set('2026-11-25T01:00:00Z')
  await earn(database, { guildId: guild.id, userId, bonus: 1_000 })
  await renewDrafts(drafting)
  expect(await of(guild.id)).toMatchObject({
    sum_version: 2,
    payable_cents: 46_000n + 2_300n,
    confirm_by: new Date('2026-11-27T01:00:00Z'),
  })

  await setState((await of(guild.id)).id, 'confirmed')
  drafting.clock.set('2026-11-27T03:00:00Z')
  await earn(database, { guildId: guild.id, userId, bonus: 4_000 })
  await renewDrafts(drafting)
  expect(await of(guild.id)).toMatchObject({ sum_version: 2, state: 'confirmed' })

  await ensureWeeks(database, new Date('2026-11-30T01:00:00Z'), 'UTC')
  drafting.clock.set('2026-11-30T02:00:00Z')
  await makeDrafts(drafting)
  // 500.00 at 8 % instead of 460.00 at 5 %: 17.00 more, and 40.00 of bonus.
  expect(await of(guild.id, '2026-11-23')).toMatchObject({ correction_cents: 5_700n, payable_cents: 5_700n })
  await renewDrafts(drafting)
  expect(await of(guild.id, '2026-11-23')).toMatchObject({ sum_version: 1 })
  // The following week does not correct it again.
  await setState((await of(guild.id, '2026-11-23')).id, 'confirmed')
  await ensureWeeks(database, new Date('2026-12-07T01:00:00Z'), 'UTC')
  drafting.clock.set('2026-12-07T02:00:00Z')
  await makeDrafts(drafting)
  expect(await of(guild.id, '2026-11-30')).toMatchObject({ correction_cents: 0n })
})

test('a negative week carries into the next, and a change of the earlier one propagates', async () => {
  const { database } = product!
  const guild = await aGuildOf(database, { method: 'anchor withdrawal', anchors: [{ bonus: 10_000 }] })
  const deduct = (cents: number, week: string) =>
    sql`insert into guilds.deduction (guild_id, kind, usd_cents, reason, week, created_by, created_at)
        values (${guild.id}, 'penalty', ${cents}, 'late', ${week}, 'test', '2026-11-20')`.execute(database)
  await deduct(4_000, testWeek)
  const drafting = draftingAt(product!, '2026-11-23T02:00:00Z')
  await makeDrafts(drafting)
  expect(await of(guild.id)).toMatchObject({ payable_cents: 0n, carried_out_cents: 3_500n })
  await ensureWeeks(database, new Date('2026-11-30T01:00:00Z'), 'UTC')
  await earn(database, { guildId: guild.id, userId: guild.anchors[0]!, bonus: 90_000, week: '2026-11-23' })
  drafting.clock.set('2026-11-30T02:00:00Z')
  await makeDrafts(drafting)
  expect(await of(guild.id, '2026-11-23')).toMatchObject({ carried_in_cents: 3_500n, payable_cents: 3_700n })
  // The first week is recomputed, as after a dispute: the next follows.
  await sql`update guilds.settlement set carried_out_cents = 1_000 where week = ${testWeek}`.execute(database)
  await sql`update guilds.settlement set state = 'confirmed' where week = ${testWeek}`.execute(database)
  await renewDrafts(drafting)
  expect(await of(guild.id, '2026-11-23')).toMatchObject({
    sum_version: 2,
    carried_in_cents: 1_000n,
    payable_cents: 6_200n,
  })
})

test('a family: the parent gets the difference, and late base of a sub-agency is a new version of the parent', async () => {
  const { database } = product!
  const parent = await aGuildOf(database, { method: 'anchor withdrawal', anchors: [{ bonus: 120_000, validDays: 5 }] })
  const own = await aGuildOf(database, {
    parentId: parent.id,
    method: 'anchor withdrawal',
    anchors: [{ bonus: 40_000 }],
  })
  const agreed = await aGuildOf(database, {
    parentId: parent.id,
    agreedBp: 1_100,
    method: 'anchor withdrawal',
    anchors: [{ bonus: 350_000 }],
  })
  const drafting = draftingAt(product!, '2026-11-23T02:00:00Z')
  await makeDrafts(drafting)
  expect(await of(parent.id)).toMatchObject({ payable_cents: 20_700n })
  expect(await of(own.id)).toMatchObject({ payable_cents: 2_000n })
  expect(await of(agreed.id)).toMatchObject({ payable_cents: 38_500n })
  await earn(database, { guildId: own.id, userId: own.anchors[0]!, bonus: 10_000 })
  await renewDrafts(drafting)
  // 500 of base is level 2, 8 %: 40.00 for the sub-agency, 4 % of it for the parent.
  expect(await of(own.id)).toMatchObject({ sum_version: 2, payable_cents: 4_000n })
  expect(await of(parent.id)).toMatchObject({ sum_version: 2, payable_cents: 14_400n + 2_000n + 3_500n })
})

test('a change of method counts from its week on', async () => {
  const { database } = product!
  const guild = await aGuildOf(database, { method: 'anchor withdrawal', anchors: [{ bonus: 1_000 }] })
  await sql`update guilds.guild set method_from = '2026-11-23' where id = ${guild.id}`.execute(database)
  await makeDrafts(draftingAt(product!, '2026-11-23T02:00:00Z'))
  expect(await of(guild.id)).toMatchObject({ payable_cents: 1_050n })
})

test('a ban in the middle of the run: each line is held or not, and no line of a banned anchor is approved', async () => {
  const { database } = product!
  const guilds = []
  for (let number = 0; number < 12; number++) guilds.push(await aGuildOf(database, { anchors: [{ bonus: 1_000 }] }))
  const userIds = guilds.map(({ anchors }) => anchors[0]!)
  const drafting = { ...draftingAt(product!, '2026-11-23T02:00:00Z'), chunk: 1 }
  const admin = await product!.administrator()
  await Promise.all([
    makeDrafts(drafting),
    admin.call(userBan, { ids: userIds.map(Number), kind: 'id', hours: 24, reason: 'a test' }),
  ])
  const { rows } = await sql<{ id: number; held: boolean; payable: bigint }>`
    select s.id, l.held, s.payable_cents as payable from guilds.settlement s
      join guilds.settlement_line l on l.settlement_id = s.id and l.kind = 'anchor' order by s.guild_id`.execute(
    database,
  )
  expect(rows).toHaveLength(guilds.length)
  // A held line counts only in the base.
  for (const { held, payable } of rows) expect(payable).toBe(held ? 50n : 1_050n)
  await sql`update guilds.settlement set state = 'confirmed'`.execute(database)
  const open = rows.filter(({ held }) => !held).map(({ id }) => id)
  if (open.length === 0) return
  const { outcomes } = await admin.call(settlementApprove, { ids: open })
  expect(outcomes.map(({ reason }) => reason)).toEqual(open.map(() => 'settlement.anchorBanned'))
})

test('a change of method at the edge of the week: the ended week keeps the old one, in either order', async () => {
  const { database, params } = product!
  for (let number = 0; number < 6; number++) await aGuildOf(database, { anchors: [{ bonus: 1_000 }] })
  await sql`update guilds.guild set method_from = '2026-11-23' where state = 'normal'`.execute(database)
  await sql`
    insert into guilds.week values ('2026-11-23', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z')`.execute(database)
  const drafting = { ...draftingAt(product!, '2026-11-23T02:00:00Z'), chunk: 1 }
  const effects = { closeWeek: async () => [] }
  await Promise.all([
    makeDrafts(drafting),
    sweepGuilds({ database, clock: drafting.clock, effects, timeZone: () => params.text('platform_time_zone') }),
  ])
  const { rows } = await sql<{ now: string; drafted: string }>`
    select distinct g.settlement_method as now, s.method as drafted
      from guilds.settlement s join guilds.guild g on g.id = s.guild_id`.execute(database)
  expect(rows).toEqual([{ now: 'anchor withdrawal', drafted: 'guild pickup' }])
})
