// Settlements from draft to approved through the calls: permissions, ledger transfers, commands, and races.

import { randomUUID } from 'node:crypto'
import { flowReconcile } from '@greenroom/contract/flow'
import { guildDissolve } from '@greenroom/contract/guilds'
import * as calls from '@greenroom/contract/settlement'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { balanceAt, bonus as bonusOf, guildDebt, guildPayable, verifyLedger } from '../../../ledger/index.ts'
import { anApp } from '../../users/people.fixture.ts'
import { aProof } from '../payouts/guildPayouts.fixture.ts'
import { weekAt } from '../weeks/weeks.queries.ts'
import { ensureWeeks } from '../weeks/weeks.service.ts'
import { confirmDue } from './settlement.confirming.ts'
import {
  aDraft,
  aGuildOf,
  draftingAt,
  earn,
  emptyGuilds,
  giveBonus,
  putInState,
  testWeek,
} from './settlement.fixture.ts'
import { renewDrafts } from './settlement.late.ts'
import { disputeProofsInUse } from './settlement.queries.ts'

let product: TestProduct
let staff: Client
const reason = 'a test'

beforeAll(async () => {
  product = await startProduct()
  await anApp(product)
  staff = (await person(product, { permissions: everyMenu(3) })).client
})
beforeEach(() => emptyGuilds(product.owner))
afterAll(() => product.close())

const leaderOf = async (guildId: number) =>
  (await person(product, { permissions: everyMenu(3), unionId: guildId })).client
const rowOf = async (settlementId: number) => (await staff.call(calls.settlementInfo, { settlementId })).settlement
const balance = async (key: ReturnType<typeof guildPayable>) =>
  (await balanceAt(product.database, key, product.clock.now()))?.posted ?? 0n
const approve = async (...ids: number[]) => (await staff.call(calls.settlementApprove, { ids })).outcomes
const slipsOf = async (userId: bigint) =>
  (
    await sql<{ data: { settlementId: number; lines: unknown[] } }>`
      select data from bridge.command where type = 'settlement.published' and subject = ${`user:${userId}`} order by id`.execute(
      product.database,
    )
  ).rows.map(({ data }) => data)

// Totals that name no guild are stored: after each test they are those of the rows, in all and by week, state and method.
afterEach(async () => {
  const every = (await staff.call(calls.settlementList, { size: 200 })).records
  const sums = (of: typeof every) => {
    const total = (read: (one: (typeof every)[number]) => number) => of.reduce((sum, one) => sum + read(one), 0)
    return {
      settlements: of.length,
      baseMicros: total((one) => one.baseMicros),
      commissionCents: total((one) => one.commissionCents),
      overrideCents: total((one) => one.overrideCents),
      bonusCents: total((one) => one.bonusCents),
      salaryCents: total((one) => one.salaryCents),
      payableCents: total((one) => one.payableCents),
      paidCents: total((one) => one.paidCents),
      carriedOutCents: total((one) => one.carriedOutCents),
    }
  }
  expect(await staff.call(calls.settlementTotals, {})).toEqual(sums(every))
  for (const of of Map.groupBy(every, ({ week, state, method }) => `${week} ${state} ${method}`).values()) {
    const { week, state, method } = of[0]!
    expect(await staff.call(calls.settlementTotals, { weekFrom: week, weekTo: week, state, method })).toEqual(sums(of))
  }
})

describe('a leader', () => {
  test('confirms the current draft once; no one else can', async () => {
    const { settlementId, guild } = await aDraft(product, { anchors: [{ bonus: 1_000 }] })
    const leader = await leaderOf(guild.id)
    const other = await leaderOf((await aGuildOf(product.database)).id)
    const requested = { settlementId, version: 1 }
    expect((await other.refused(calls.settlementConfirm, requested)).code).toBe(10032)
    expect(await staff.refused(calls.settlementConfirm, requested)).toMatchObject({
      code: 10026,
      reason: 'settlement.leaderOnly',
    })
    expect(await leader.refused(calls.settlementConfirm, { settlementId, version: 2 })).toMatchObject({
      code: 20000,
      reason: 'stale.byOnly',
    })
    await leader.call(calls.settlementConfirm, requested)
    expect(await rowOf(settlementId)).toMatchObject({ state: 'confirmed', version: 2 })
    expect(await leader.refused(calls.settlementConfirm, { settlementId, version: 2 })).toMatchObject({
      code: 20000,
      reason: 'settlement.notDraft',
    })
    expect(
      await leader.refused(calls.settlementDispute, { settlementId, version: 2, reason, lines: [1] }),
    ).toMatchObject({ code: 20000, reason: 'settlement.notDraft' })
  })

  test('disputes lines with a reason; staff keep or recompute, and each version is disputed once', async () => {
    const { settlementId, guild } = await aDraft(product, { anchors: [{ bonus: 1_000 }] })
    const leader = await leaderOf(guild.id)
    const dispute = { settlementId, version: 1, reason, lines: [2] }
    expect((await leader.refused(calls.settlementDispute, { ...dispute, reason: '' })).code).toBe(11004)
    expect(await leader.refused(calls.settlementDispute, { ...dispute, lines: [99] })).toMatchObject({
      code: 10009,
      reason: 'settlement.lines',
    })
    const anchor = Number(guild.anchors[0]!)
    const week = (await leader.call(calls.settlementInfo, { settlementId })).settlement.week
    for (const days of [[{ userId: anchor, day: '2020-01-06' }], [{ userId: anchor + 1_000_000, day: week }]])
      expect(await leader.refused(calls.settlementDispute, { ...dispute, days })).toMatchObject({
        code: 10009,
        reason: 'settlement.days',
      })
    expect(await leader.refused(calls.settlementDispute, { ...dispute, proofFileIds: [randomUUID()] })).toMatchObject({
      code: 10009,
      reason: 'settlement.noProof',
    })
    const proof = await aProof(product)
    const withPicture = { ...dispute, proofFileIds: [proof] }
    // A picture of something else proves nothing here.
    expect(await leader.refused(calls.settlementDispute, withPicture)).toMatchObject({ reason: 'settlement.noProof' })
    await sql`update files.file set purpose = 'disputeProof' where id = ${proof}`.execute(product.owner)
    await leader.call(calls.settlementDispute, {
      ...dispute,
      days: [{ userId: anchor, day: week }],
      proofFileIds: [proof, proof],
    })
    // Both sides read the same: the line's day with what was counted of it, and the picture.
    for (const reader of [leader, staff]) {
      const [shown] = (await reader.call(calls.settlementInfo, { settlementId })).disputes
      expect(shown!.days).toMatchObject([{ user: { userId: anchor }, day: week, bonus: expect.any(Number) }])
      expect(shown!.disputed).toMatchObject([{ line: 2, user: { userId: anchor } }])
      expect(shown!.proofUrls).toEqual([expect.stringContaining(`/files/${proof}.png`)])
    }
    expect(await disputeProofsInUse(product.database as never, [proof, randomUUID()])).toEqual([proof])
    const answered = { settlementId, version: 2, answer: 'counted again' }
    expect(await staff.refused(calls.settlementAnswer, { ...answered, outcome: 'kept', version: 1 })).toMatchObject({
      code: 20000,
      reason: 'stale.byOnly',
    })
    await staff.call(calls.settlementAnswer, { ...answered, outcome: 'kept' })
    expect(await rowOf(settlementId)).toMatchObject({ state: 'draft', version: 3, sumVersion: 1 })
    expect(await leader.refused(calls.settlementDispute, { ...dispute, version: 3 })).toMatchObject({
      code: 20000,
      reason: 'settlement.disputedOnce',
    })
    await earn(product.database, { guildId: guild.id, userId: guild.anchors[0]!, bonus: 500 }, true)
    await staff.call(calls.settlementRecompute, { ids: [settlementId], reason })
    const info = await leader.call(calls.settlementInfo, { settlementId })
    expect(info.settlement).toMatchObject({ state: 'draft', sumVersion: 2, payableCents: 1_575 })
    expect(info.versions.map(({ why, payableCents }) => [why, payableCents])).toEqual([
      ['recomputed', 1_575],
      ['drafted', 1_050],
    ])
    expect(info.disputes).toMatchObject([{ reason, lines: [2], outcome: 'kept', answer: 'counted again' }])
    const { version } = info.settlement
    await leader.call(calls.settlementDispute, { ...dispute, version })
    await staff.call(calls.settlementAnswer, { ...answered, version: version + 1, outcome: 'recomputed' })
    expect(await rowOf(settlementId)).toMatchObject({ state: 'draft', sumVersion: 3 })
  })

  test('sees their own guild in full, only totals of sub-agencies, and nothing of others', async () => {
    const parent = await aDraft(product, { anchors: [{ bonus: 1_000 }] })
    const sub = await aDraft(product, { parentId: parent.guild.id, anchors: [{ bonus: 2_000 }] })
    const strange = await aDraft(product, { anchors: [{ bonus: 3_000 }] })
    const leader = await leaderOf(parent.guild.id)
    const listed = (await leader.call(calls.settlementList, {})).records.map(({ settlementId }) => settlementId)
    expect(listed.toSorted((a, b) => a - b)).toEqual([parent.settlementId, sub.settlementId])
    expect((await leader.call(calls.settlementTotals, { guildId: strange.guild.id })).settlements).toBe(0)
    expect((await leader.call(calls.settlementTotals, {})).settlements).toBe(2)
    for (const { settlementId, guild } of [sub, strange]) {
      expect((await leader.refused(calls.settlementInfo, { settlementId })).code).toBe(10032)
      expect((await leader.refused(calls.settlementLineList, { settlementId })).code).toBe(10032)
      const slip = { settlementId, userId: Number(guild.anchors[0]) }
      expect((await leader.refused(calls.settlementSlip, slip)).code).toBe(10032)
      expect((await leader.refused(calls.settlementConfirm, { settlementId, version: 1 })).code).toBe(10032)
    }
    const below = await leaderOf(sub.guild.id)
    expect((await below.call(calls.settlementList, {})).records.map(({ guild }) => guild.guildId)).toEqual([
      sub.guild.id,
    ])
    expect(await leader.refused(calls.settlementApprove, { ids: [parent.settlementId] })).toMatchObject({
      code: 10026,
      reason: 'account.kind',
    })
  })
})

describe('approval', () => {
  test('under guild pickup redeems the week’s bonus, credits the payable, and informs each anchor once', async () => {
    const { settlementId, guild } = await aDraft(product, {
      anchors: [
        { bonus: 60_000, paidPercent: 90, validDays: 4 },
        { bonus: 25_000, validDays: 3 },
      ],
    })
    const [first, second] = guild.anchors as [bigint, bigint]
    await giveBonus(product.database, first, 700, new Date('2026-11-01T00:00:00Z'))
    expect(await approve(settlementId)).toMatchObject([
      { ok: false, errorCode: 20000, reason: 'settlement.notConfirmed' },
    ])
    await putInState(product.database, settlementId, 'confirmed')
    expect(await approve(settlementId)).toEqual([{ id: settlementId, ok: true }])
    expect(await balance(guildPayable(guild.id))).toBe(923_200_000n)
    expect([await balance(bonusOf(first)), await balance(bonusOf(second))]).toEqual([700n, 0n])
    expect(await slipsOf(first)).toMatchObject([
      { settlementId, version: 1, lines: [{ bonus: 60_000, salaryCents: 1_000 }] },
    ])
    expect(await slipsOf(second)).toHaveLength(1)
    expect(await approve(settlementId)).toMatchObject([{ ok: false, errorCode: 20000, reason: 'settlement.approved' }])
    expect(await rowOf(settlementId)).toMatchObject({ state: 'approved', payableCents: 92_320, paidCents: 0 })
    const differing = async () => {
      const { checks } = await staff.call(flowReconcile, {})
      return checks.flatMap(({ key, differences }) =>
        key === 'settlements' || key === 'redeemed' ? differences.map(({ subject }) => `${key}: ${subject}`) : [],
      )
    }
    expect(await differing()).toEqual([])
    await sql`update guilds.settlement set payable_cents = payable_cents + 1 where id = ${settlementId}`.execute(
      product.database,
    )
    expect(await differing()).toEqual([`settlements: settlement ${settlementId}`])
    await sql`update guilds.settlement set payable_cents = payable_cents - 1 where id = ${settlementId}`.execute(
      product.database,
    )
  })

  test('under anchor withdrawal pays salaries to the anchors, takes their deductions, and the rest stays owed', async () => {
    const guild = await aGuildOf(product.database, {
      method: 'anchor withdrawal',
      ledger: true,
      anchors: [{ bonus: 60_000, validDays: 4 }, { bonus: 1_000 }],
    })
    const [first, second] = guild.anchors as [bigint, bigint]
    const deduct = (userId: bigint, cents: number, week = testWeek) =>
      sql`insert into guilds.deduction (guild_id, user_id, kind, usd_cents, reason, week, created_by, created_at)
          values (${guild.id}, ${userId}, 'penalty', ${cents}, 'late', ${week}, 'test', '2026-11-20')`.execute(
        product.database,
      )
    await deduct(first, 300)
    await deduct(second, 2_500)
    const { settlementId } = await aDraft(product, { guild })
    await putInState(product.database, settlementId, 'confirmed')
    expect(await approve(settlementId)).toEqual([{ id: settlementId, ok: true }])
    // All of it is booked in the month of the week's last instant, the dollars behind the bonus included.
    const { rows } = await sql<{ kind: string; booked_at: Date }>`
      select kind, booked_at from ledger.transfer where reference = ${`settlement ${settlementId}`}`.execute(
      product.database,
    )
    expect(rows.map(({ kind }) => kind)).toContain('settlement.salary.usd')
    expect(new Set(rows.map(({ booked_at }) => booked_at.toISOString()))).toEqual(new Set(['2026-11-22T23:59:59.999Z']))
    expect(await balance(guildPayable(guild.id))).toBe(48_800_000n)
    expect(await balance(bonusOf(first))).toBe(60_000n + 1_000n - 300n)
    expect(await balance(bonusOf(second))).toBe(0n)
    const owed = async () =>
      (
        await sql<{ usd_cents: bigint }>`select usd_cents from guilds.anchor_debt where user_id = ${second}`.execute(
          product.database,
        )
      ).rows
    expect(await owed()).toEqual([{ usd_cents: 1_500n }])
    await giveBonus(product.database, second, 2_000, new Date('2026-11-24T00:00:00Z'))
    const next = await aDraft(product, { guild, week: '2026-11-23' })
    await putInState(product.database, next.settlementId, 'confirmed')
    await approve(next.settlementId)
    expect(await balance(bonusOf(second))).toBe(500n)
    expect(await owed()).toEqual([])
  })

  test('books a negative week as the guild’s debt, which the next reduces; the earlier comes first', async () => {
    const guild = await aGuildOf(product.database, { method: 'anchor withdrawal', anchors: [{ bonus: 10_000 }] })
    await sql`insert into guilds.deduction (guild_id, kind, usd_cents, reason, week, created_by, created_at)
              values (${guild.id}, 'advance', 4000, 'advance', ${testWeek}, 'test', '2026-11-20')`.execute(
      product.database,
    )
    const first = (await aDraft(product, { guild })).settlementId
    await earn(product.database, { guildId: guild.id, userId: guild.anchors[0]!, bonus: 90_000, week: '2026-11-23' })
    const second = (await aDraft(product, { guild, week: '2026-11-23' })).settlementId
    await putInState(product.database, second, 'confirmed')
    expect(await approve(second)).toMatchObject([{ ok: false, reason: 'settlement.earlierFirst' }])
    await putInState(product.database, first, 'confirmed')
    expect(await approve(first)).toMatchObject([{ ok: true }])
    expect(await balance(guildDebt(guild.id))).toBe(-35_000_000n)
    expect((await rowOf(first)).state).toBe('paid')
    expect(await approve(second)).toMatchObject([{ ok: true }])
    expect(await balance(guildDebt(guild.id))).toBe(0n)
    expect(await balance(guildPayable(guild.id))).toBe(37_000_000n)
  })

  test('waits while the guild is banned, and does not pay an anchor banned after the calculation', async () => {
    const { settlementId, guild } = await aDraft(product, { anchors: [{ bonus: 1_000 }, { bonus: 2_000 }] })
    await putInState(product.database, settlementId, 'confirmed')
    const guildState = (state: string) =>
      sql`update guilds.guild set state = ${state} where id = ${guild.id}`.execute(product.database)
    await guildState('banned')
    expect(await approve(settlementId)).toMatchObject([{ ok: false, reason: 'settlement.guildBanned' }])
    await guildState('normal')
    await sql`update users.app_user set state = 'ban ID' where id = ${guild.anchors[1]!}`.execute(product.database)
    expect(await approve(settlementId)).toMatchObject([{ ok: false, reason: 'settlement.anchorBanned' }])
    expect((await staff.call(calls.settlementRecompute, { ids: [settlementId], reason })).outcomes).toMatchObject([
      { ok: true },
    ])
    expect(await rowOf(settlementId)).toMatchObject({ state: 'draft', bonusCents: 1_000 })
    await putInState(product.database, settlementId, 'confirmed')
    expect(await approve(settlementId)).toMatchObject([{ ok: true }])
    expect(await balance(bonusOf(guild.anchors[1]!))).toBe(2_000n)
  })

  test('is refused with the anchor’s id if the bonus is gone, and the others of the call are approved', async () => {
    const gone = await aDraft(product, { anchors: [{ bonus: 1_000 }], ledger: false })
    const good = await aDraft(product, { anchors: [{ bonus: 1_000 }] })
    for (const { settlementId } of [gone, good]) await putInState(product.database, settlementId, 'confirmed')
    expect(await approve(gone.settlementId, good.settlementId, 999_999)).toMatchObject([
      { ok: false, errorCode: 60002, reason: 'settlement.bonusMissing' },
      { ok: true },
      { ok: false, errorCode: 10032 },
    ])
  })
})

describe('races', () => {
  test('two approvers: one approves, nothing is posted twice', async () => {
    const { settlementId, guild } = await aDraft(product, { anchors: [{ bonus: 5_000 }] })
    await putInState(product.database, settlementId, 'confirmed')
    const answers = await Promise.all([1, 2, 3].map(() => approve(settlementId)))
    expect(answers.flat().filter(({ ok }) => ok)).toHaveLength(1)
    expect(await balance(guildPayable(guild.id))).toBe(52_500_000n)
    expect(await slipsOf(guild.anchors[0]!)).toHaveLength(1)
  })

  test('the leader and the round confirm at the same moment: it is confirmed once', async () => {
    const { settlementId, guild } = await aDraft(product, { anchors: [{ bonus: 5_000 }] })
    const leader = await leaderOf(guild.id)
    const drafting = draftingAt(product, '2026-11-25T02:00:00Z')
    const [answer] = await Promise.all([
      leader.send(calls.settlementConfirm, { settlementId, version: 1 }),
      confirmDue(drafting),
    ])
    const row = await rowOf(settlementId)
    expect(row).toMatchObject({ state: 'confirmed', version: 2 })
    expect(answer.code === 200).toBe(row.confirmedBy !== 'system')
  })

  test('a dispute races the round and an approval: one of them counts', async () => {
    const { settlementId, guild } = await aDraft(product, { anchors: [{ bonus: 5_000 }] })
    const leader = await leaderOf(guild.id)
    const [disputed, , approved] = await Promise.all([
      leader.send(calls.settlementDispute, { settlementId, version: 1, reason, lines: [1] }),
      confirmDue(draftingAt(product, '2026-11-25T02:00:00Z')),
      approve(settlementId),
    ])
    const { state } = await rowOf(settlementId)
    expect(state === 'disputed').toBe(disputed.code === 200)
    expect(state === 'approved').toBe(approved[0]!.ok)
  })
})

test('drafts are confirmed automatically after 48 hours, and say so', async () => {
  const { settlementId } = await aDraft(product, { anchors: [{ bonus: 5_000 }] })
  await confirmDue(draftingAt(product, '2026-11-25T01:59:59Z'))
  expect((await rowOf(settlementId)).state).toBe('draft')
  await confirmDue(draftingAt(product, '2026-11-25T02:00:00Z'))
  expect(await rowOf(settlementId)).toMatchObject({ state: 'confirmed', confirmedBy: 'system' })
})

test('a payslip has the anchor’s lines, sums and days', async () => {
  const { settlementId, guild } = await aDraft(product, { anchors: [{ bonus: 60_000, validDays: 4 }] })
  const slip = await staff.call(calls.settlementSlip, { settlementId, userId: Number(guild.anchors[0]) })
  expect(slip).toMatchObject({ bonus: 60_000, salaryCents: 1_000, deductionCents: 0 })
  expect(slip.days.map(({ valid }) => valid)).toEqual([true, true, true, true])
  expect((await staff.refused(calls.settlementSlip, { settlementId, userId: 1 })).code).toBe(10032)
})

describe('a guild that dissolves', () => {
  const runningWeek = async (guildId: number, userId: bigint) => {
    const { database, clock, params } = product
    await ensureWeeks(database, clock.now(), params.text('platform_time_zone'))
    const { week } = (await weekAt(database, clock.now()))!
    await earn(database, { guildId, userId, bonus: 3_000, week }, false)
    await giveBonus(database, userId, 3_000, clock.now())
    return week
  }
  const lastOf = async (guildId: number) => (await staff.call(calls.settlementList, { guildId })).records[0]!

  test('closes its week: confirmed at once, later facts counted, approved as it is, and debts written off', async () => {
    const { database } = product
    const guild = await aGuildOf(database, { anchors: [{ bonus: 1_000 }] })
    const [userId] = guild.anchors as [bigint]
    const week = await runningWeek(guild.id, userId)
    expect((await staff.call(guildDissolve, { ids: [guild.id], reason })).outcomes).toEqual([
      { id: guild.id, ok: true },
    ])
    expect(await lastOf(guild.id)).toMatchObject({ week, state: 'confirmed', isFinal: true, payableCents: 3_150 })
    await earn(database, { guildId: guild.id, userId, bonus: 1_000, week })
    await giveBonus(database, userId, 1_000, product.clock.now())
    await sql`insert into guilds.deduction (guild_id, kind, usd_cents, reason, week, created_by, created_at)
              values (${guild.id}, 'penalty', 10000, 'late', ${week}, 'test', '2026-11-20')`.execute(database)
    await renewDrafts({ database, clock: product.clock, params: product.params })
    const last = await lastOf(guild.id)
    expect(last).toMatchObject({ state: 'confirmed', sumVersion: 2, payableCents: 0, carriedOutCents: 5_800 })
    // Ended weeks without a draft are drafted now, and come first.
    const earlier = (await staff.call(calls.settlementList, { guildId: guild.id })).records.filter(
      (row) => !row.isFinal,
    )
    for (const { settlementId } of earlier) {
      await putInState(database, settlementId, 'confirmed')
    }
    await giveBonus(database, userId, 1_000, product.clock.now())
    const ids = [...earlier.map(({ settlementId }) => settlementId), last.settlementId]
    const outcomes = await approve(...ids)
    expect(outcomes.filter(({ ok }) => !ok).map(({ id, reason: why }) => [id, why])).toEqual([])
    expect(await balance(guildDebt(guild.id))).toBe(0n)
  })

  test('while another approves an earlier week: both happen, without duplicates', async () => {
    const { settlementId, guild } = await aDraft(product, { anchors: [{ bonus: 5_000 }] })
    await putInState(product.database, settlementId, 'confirmed')
    await runningWeek(guild.id, guild.anchors[0]!)
    const [dissolved, approved] = await Promise.all([
      staff.call(guildDissolve, { ids: [guild.id], reason }),
      approve(settlementId),
    ])
    expect([...dissolved.outcomes, ...approved].every(({ ok }) => ok)).toBe(true)
    expect(await balance(guildPayable(guild.id))).toBe(52_500_000n)
    expect((await lastOf(guild.id)).isFinal).toBe(true)
  })
})

test('the ledger is consistent after all tests above', async () => {
  const findings = await verifyLedger(product.database)
  expect(findings).toEqual([])
})
