// Late facts and corrections: each is settled by exactly one sum, and what moves without changing a total is seen.
import { flowReconcile } from '@greenroom/contract/flow'
import * as calls from '@greenroom/contract/settlement'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { balanceAt, bonus as bonusOf, guildPayable, verifyLedger } from '../../../ledger/index.ts'
import { ensureWeeks } from '../weeks/weeks.service.ts'
import { makeDrafts } from './settlement.drafts.ts'
import {
  aDraft,
  addFacts,
  aGuildOf,
  draftingAt,
  earn,
  emptyGuilds,
  type MadeGuild,
  putInState,
  testWeek,
} from './settlement.fixture.ts'
import { renewDrafts } from './settlement.late.ts'

const nextWeek = '2026-11-23'
let product: TestProduct
let staff: Client
beforeAll(async () => {
  product = await startProduct()
  staff = (await person(product, { permissions: everyMenu(3) })).client
})
beforeEach(() => emptyGuilds(product.owner))
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

type Row = { id: number; week: string; state: string; sumVersion: number; payable: number; corrected: number }
const of = async ({ id }: Pick<MadeGuild, 'id'>, week = testWeek): Promise<Row> =>
  (
    await sql<Row>`
      select id, week::text as week, state, sum_version as "sumVersion", payable_cents::int as payable, correction_cents::int as corrected
        from guilds.settlement where guild_id = ${id} and week = ${week}::date`.execute(product.database)
  ).rows[0]!
const approve = async (...ids: number[]) => (await staff.call(calls.settlementApprove, { ids })).outcomes
const recompute = (...ids: number[]) => staff.call(calls.settlementRecompute, { ids, reason: 'a test' })
const payableOf = async ({ id }: MadeGuild) =>
  Number(((await balanceAt(product.database, guildPayable(id), product.clock.now()))?.posted ?? 0n) / 10_000n)
const settledWeeks = async () =>
  (await staff.call(flowReconcile, {})).checks.find(({ key }) => key === 'settledWeeks')!.differences

/** Drafts the next week on its Monday. */
async function draftNext(week = nextWeek) {
  const monday = new Date(Date.parse(`${week}T02:00:00Z`) + 7 * 86_400_000)
  await ensureWeeks(product.database, monday, 'UTC')
  const drafting = draftingAt(product, monday.toISOString())
  while (await makeDrafts(drafting));
  return drafting
}

describe('a late fact of a confirmed week', () => {
  /** The first week confirmed, 50.00 late, and in the draft of the second as a correction. */
  async function lateFact() {
    const guild = await aGuildOf(product.database, { anchors: [{ bonus: 10_000 }], ledger: true })
    const userId = guild.anchors[0]!
    await earn(product.database, { guildId: guild.id, userId, bonus: 20_000, week: nextWeek }, true)
    await makeDrafts(draftingAt(product, '2026-11-23T02:00:00Z'))
    await putInState(product.database, (await of(guild)).id, 'confirmed')
    await earn(product.database, { guildId: guild.id, userId, bonus: 5_000 }, true)
    const drafting = await draftNext()
    expect([await of(guild), await of(guild, nextWeek)]).toMatchObject([
      { payable: 10_500, corrected: 0 },
      { payable: 26_250, corrected: 5_250 },
    ])
    return { guild, drafting }
  }

  test('is paid once, though staff recompute the week: the later one is renewed', async () => {
    const { guild, drafting } = await lateFact()
    const [first, second] = [await of(guild), await of(guild, nextWeek)]
    await putInState(product.database, second.id, 'confirmed')
    await recompute(first.id)
    expect(await of(guild)).toMatchObject({ state: 'draft', payable: 15_750 })
    await putInState(product.database, first.id, 'confirmed')
    expect(await approve(first.id, second.id)).toMatchObject([
      { ok: true },
      { ok: false, errorCode: 20000, reason: 'settlement.outdated' },
    ])
    expect(await settledWeeks()).toEqual([])
    await renewDrafts(drafting)
    expect(await of(guild, nextWeek)).toMatchObject({ state: 'draft', sumVersion: 2, payable: 21_000, corrected: 0 })
    await putInState(product.database, second.id, 'confirmed')
    expect(await approve(second.id)).toMatchObject([{ ok: true }])
    expect(await payableOf(guild)).toBe(36_750)
    const balance = await balanceAt(product.database, bonusOf(guild.anchors[0]!), product.clock.now())
    expect(balance?.posted).toBe(0n)
    expect(await settledWeeks()).toEqual([])
  })

  test('that is paid twice by hand is shown on the reconciliation', async () => {
    const { guild } = await lateFact()
    await sql`
      update guilds.settlement_line set amount_cents = amount_cents + 1
       where settlement_id = ${(await of(guild, nextWeek)).id} and of_kind = 'anchor'`.execute(product.database)
    expect(await settledWeeks()).toMatchObject([
      { subject: `guild:${guild.id} ${testWeek} anchor ${guild.anchors[0]}`, left: '15001', right: '15000' },
    ])
  })

  test('that arrives after the later draft waits for the next, and is no difference meanwhile', async () => {
    const { guild } = await lateFact()
    await earn(product.database, { guildId: guild.id, userId: guild.anchors[0]!, bonus: 1_000 }, true)
    expect(await settledWeeks()).toEqual([])
    await putInState(product.database, (await of(guild, nextWeek)).id, 'confirmed')
    await draftNext('2026-11-30')
    expect(await of(guild, '2026-11-30')).toMatchObject({ corrected: 1_050 })
    expect(await settledWeeks()).toEqual([])
  })
})

describe('equal totals', () => {
  const salaried = { bonus: 60_000, validDays: 4 }

  const moved: [string, (guild: MadeGuild) => Promise<void>, number][] = [
    [
      'an hour of another day',
      ({ id: guildId, anchors }) =>
        addFacts(product.database, {
          guildId,
          userId: anchors[0]!,
          week: testWeek,
          days: [
            { day: 1, live: -3_600 },
            { day: 0, live: 3_600 },
          ],
        }),
      -1_000,
    ],
    [
      'from live to call',
      ({ id: guildId, anchors }) =>
        addFacts(product.database, {
          guildId,
          userId: anchors[0]!,
          week: testWeek,
          days: [{ day: 1, live: -600, call: 600 }],
        }),
      -1_000,
    ],
    [
      'bonus from one anchor to another',
      async ({ id: guildId, anchors }) => {
        const move = (userId: bigint, bonus: number) =>
          addFacts(product.database, { guildId, userId, week: testWeek, days: [{ day: 0, bonus }] })
        await move(anchors[0]!, -20_000)
        await move(anchors[1]!, 20_000)
      },
      -1_000,
    ],
  ]
  test.each(moved)('%s: a new version of the draft', async (_, move, cents) => {
    const guild = await aGuildOf(product.database, { anchors: [salaried, { bonus: 1_000 }] })
    const drafting = draftingAt(product, '2026-11-23T02:00:00Z')
    await makeDrafts(drafting)
    const before = await of(guild)
    await move(guild)
    await renewDrafts(drafting)
    expect(await of(guild)).toMatchObject({ sumVersion: 2, payable: before.payable + cents })
    await renewDrafts(drafting)
    expect(await of(guild)).toMatchObject({ sumVersion: 2 })
  })

  test.each(moved)('%s: a correction of a settled week', async (_, move, cents) => {
    const guild = await aGuildOf(product.database, { anchors: [salaried, { bonus: 1_000 }] })
    await makeDrafts(draftingAt(product, '2026-11-23T02:00:00Z'))
    await putInState(product.database, (await of(guild)).id, 'confirmed')
    await move(guild)
    await draftNext()
    expect(await of(guild, nextWeek)).toMatchObject({ corrected: cents })
  })

  test('two sub-agencies whose bases move to each other correct the parent', async () => {
    const parent = await aGuildOf(product.database)
    const [low, high] = [
      await aGuildOf(product.database, { parentId: parent.id, anchors: [{ bonus: 40_000 }] }),
      await aGuildOf(product.database, { parentId: parent.id, anchors: [{ bonus: 160_000 }] }),
    ]
    await makeDrafts(draftingAt(product, '2026-11-23T02:00:00Z'))
    // 10 % of all; the sub-agencies get 5 % and 10 %.
    expect(await of(parent)).toMatchObject({ payable: 2_000 })
    await putInState(product.database, (await of(parent)).id, 'confirmed')
    await earn(product.database, { guildId: high.id, userId: high.anchors[0]!, bonus: -20_000 })
    await earn(product.database, { guildId: low.id, userId: low.anchors[0]!, bonus: 20_000 })
    await draftNext()
    // Now 8 % and 8 %: 2 % of 600 and 2 % of 1,400.
    expect(await of(parent, nextWeek)).toMatchObject({ corrected: 1_200 + 2_800 - 2_000 })
  })
})

test('a week that carries what an earlier one left before that was computed again is approved once it is computed again, too', async () => {
  const guild = await aGuildOf(product.database, {
    method: 'anchor withdrawal',
    anchors: [{ bonus: 10_000 }],
    ledger: true,
  })
  const deduct = (cents: number) =>
    sql`insert into guilds.deduction (guild_id, kind, usd_cents, reason, week, created_by, created_at)
        values (${guild.id}, 'penalty', ${cents}, 'late', ${testWeek}, 'test', '2026-11-20')`.execute(product.database)
  await deduct(4_000)
  await earn(product.database, { guildId: guild.id, userId: guild.anchors[0]!, bonus: 90_000, week: nextWeek }, true)
  await makeDrafts(draftingAt(product, '2026-11-23T02:00:00Z'))
  await draftNext()
  const [first, second] = [await of(guild), await of(guild, nextWeek)]
  expect([first.payable, second.payable]).toEqual([0, 3_700])
  await deduct(1_000)
  await recompute(first.id)
  for (const { id } of [first, second]) await putInState(product.database, id, 'confirmed')
  expect(await approve(first.id, second.id)).toMatchObject([
    { ok: true },
    { ok: false, errorCode: 20000, reason: 'settlement.carried' },
  ])
  expect(await payableOf(guild)).toBe(0)
  await recompute(second.id)
  expect(await of(guild, nextWeek)).toMatchObject({ state: 'draft', payable: 2_700 })
  await putInState(product.database, second.id, 'confirmed')
  expect(await approve(second.id)).toMatchObject([{ ok: true }])
  expect(await payableOf(guild)).toBe(2_700)
})

test('a week keeps the family and the rates of its first version', async () => {
  const parent = await aGuildOf(product.database)
  const sub = await aGuildOf(product.database, { parentId: parent.id, agreedBp: 300, anchors: [{ bonus: 100_000 }] })
  const drafting = draftingAt(product, '2026-11-23T02:00:00Z')
  await makeDrafts(drafting)
  expect([await of(parent), await of(sub)]).toMatchObject([{ payable: 5_000 }, { payable: 103_000 }])
  await sql`update guilds.guild set parent_id = null, agreed_rate_bp = null where id = ${sub.id}`.execute(
    product.database,
  )
  await earn(product.database, { guildId: sub.id, userId: sub.anchors[0]!, bonus: 10_000 })
  await renewDrafts(drafting)
  expect([await of(parent), await of(sub)]).toMatchObject([{ payable: 5_500 }, { payable: 113_300 }])
})

describe('anchors’ deductions', () => {
  const deduct = (guild: MadeGuild, week: string, cents: number) =>
    sql<{ id: number }>`
      insert into guilds.deduction (guild_id, user_id, kind, usd_cents, reason, week, created_by, created_at)
      values (${guild.id}, ${guild.anchors[0]!}, 'penalty', ${cents}, 'late', ${week}, 'test', '2026-11-20')
      returning id`.execute(product.database)
  const owedBy = async ({ anchors }: MadeGuild) =>
    (
      await sql<{ cents: number }>`
        select usd_cents::int as cents from guilds.anchor_debt where user_id = ${anchors[0]!}`.execute(product.database)
    ).rows.map(({ cents }) => cents)
  const bonusLeft = async ({ anchors }: MadeGuild) =>
    Number((await balanceAt(product.database, bonusOf(anchors[0]!), product.clock.now()))?.posted ?? 0n)

  /** Two confirmed weeks, each with a deduction of more than the anchor has. */
  async function twoWeeks() {
    const guild = await aGuildOf(product.database, {
      method: 'anchor withdrawal',
      anchors: [{ bonus: 500 }],
      ledger: true,
    })
    await deduct(guild, testWeek, 2_000)
    await deduct(guild, nextWeek, 3_000)
    const ids: number[] = []
    for (const week of [testWeek, nextWeek]) {
      const { settlementId } = await aDraft(product, { guild, week })
      await putInState(product.database, settlementId, 'confirmed')
      ids.push(settlementId)
    }
    return { guild, ids }
  }

  test('of two weeks approved at once are those of one after the other', async () => {
    const together = await twoWeeks()
    expect(await approve(...together.ids)).toMatchObject([{ ok: true }, { ok: true }])
    const apart = await twoWeeks()
    for (const id of apart.ids) expect(await approve(id)).toMatchObject([{ ok: true }])
    expect([await owedBy(together.guild), await bonusLeft(together.guild)]).toEqual([[4_500], 0])
    expect([await owedBy(apart.guild), await bonusLeft(apart.guild)]).toEqual([[4_500], 0])
  })

  test('that were taken and are reversed afterwards are given back, and are no longer owed', async () => {
    const guild = await aGuildOf(product.database, {
      method: 'anchor withdrawal',
      anchors: [{ bonus: 500 }],
      ledger: true,
    })
    const { rows } = await deduct(guild, testWeek, 2_000)
    const { settlementId } = await aDraft(product, { guild })
    await putInState(product.database, settlementId, 'confirmed')
    await approve(settlementId)
    expect([await owedBy(guild), await bonusLeft(guild)]).toEqual([[1_500], 0])
    await sql`update guilds.deduction set state = 'reversed' where id = ${rows[0]!.id}`.execute(product.database)
    const next = await aDraft(product, { guild, week: nextWeek })
    await putInState(product.database, next.settlementId, 'confirmed')
    expect(await approve(next.settlementId)).toMatchObject([{ ok: true }])
    expect([await owedBy(guild), await bonusLeft(guild)]).toEqual([[], 500])
  })
})
