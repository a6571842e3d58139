// Every fact is settled once: random orders of drafts, late facts, deductions, recomputations, disputes, approvals, payments, parked weeks and
// dissolutions over three weeks of many families, against what a small model says is due.
import { flowReconcile } from '@greenroom/contract/flow'
import { guildDissolve } from '@greenroom/contract/guilds'
import { weekPay } from '@greenroom/contract/payouts'
import * as calls from '@greenroom/contract/settlement'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { balanceAt, bonus as bonusOf, guildDebt, guildPayable, verifyLedger } from '../../../ledger/index.ts'
import { aProof } from '../payouts/guildPayouts.fixture.ts'
import { accountInForce } from '../payouts/guildPayouts.payable.fixture.ts'
import { ensureWeeks } from '../weeks/weeks.service.ts'
import { makeDrafts } from './settlement.drafts.ts'
import {
  addFacts,
  aGuildOf,
  draftingAt,
  emptyGuilds,
  type Fact,
  giveBonus,
  type MadeGuild,
} from './settlement.fixture.ts'
import { renewDrafts } from './settlement.late.ts'
import { confirmAll } from './settlement.queries.ts'

const weeks = ['2026-11-16', '2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'] as const
const families = 24
const enough = 10_000_000

let product: TestProduct
let staff: Client
let payer: Client
let proofFileId: string
beforeAll(async () => {
  product = await startProduct()
  await emptyGuilds(product.owner)
  staff = (await person(product, { permissions: everyMenu(3) })).client
  payer = (await person(product, { permissions: everyMenu(3) })).client
  proofFileId = await aProof(product)
  // Four eyes are tested elsewhere.
  await sql`
    insert into system.param (key, type, value, built_in, updated_at, updated_by)
    values ('payout_approval_usd', 'integer', '1000000', true, now(), 'test')`.execute(product.database)
  await product.params.refresh()
})
afterAll(() => product.close())

// The model: facts by anchor, week and day; what a week of them is worth under the standard plan, in cents.
type Day = { live: number; call: number; bonus: number }
type Anchor = { userId: bigint; days: Map<string, Day> }
type Guild = Omit<MadeGuild, 'leader'> & {
  parent: Guild | null
  sub: Guild | null
  people: Anchor[]
  deductions: Map<number, number>
  gone: boolean
  leader: Client
}

const dayOf = ({ days }: Anchor, week: string, day: number): Day => {
  const key = `${week} ${day}`
  const found = days.get(key) ?? { live: 0, call: 0, bonus: 0 }
  days.set(key, found)
  return found
}
const rates = [
  [150_000, 20],
  [50_000, 18],
  [15_000, 15],
  [5_000, 12],
  [1_500, 10],
  [500, 8],
  [0, 5],
] as const
const salaries = [
  [1_000_000, 6, 350],
  [500_000, 6, 150],
  [250_000, 5, 60],
  [100_000, 5, 25],
  [50_000, 4, 10],
] as const
const rateOf = (cents: number) => rates.find(([from]) => cents >= from * 100)![1]
const share = (cents: number, rate: number) => Math.floor((cents * rate) / 100)
const daysOf = (anchor: Anchor, week: string) => [0, 1, 2, 3, 4, 5, 6].map((day) => dayOf(anchor, week, day))
const bonusIn = (anchor: Anchor, week: string) => daysOf(anchor, week).reduce((sum, { bonus }) => sum + bonus, 0)
const baseIn = (guild: Guild, week: string) => guild.people.reduce((sum, one) => sum + bonusIn(one, week), 0)
/** A bonus is a cent, all of it paid for. */
function dueIn(guild: Guild, week: string): number {
  const own = baseIn(guild, week)
  const below = guild.sub ? baseIn(guild.sub, week) : 0
  const rate = rateOf(own + below)
  const salary = (one: Anchor) => {
    const valid = daysOf(one, week).filter(({ live, call }) => live >= 3_600 || call >= 1_200).length
    return (salaries.find(([points, days]) => bonusIn(one, week) >= points && valid >= days)?.[2] ?? 0) * 100
  }
  return (
    share(own, rate) +
    share(below, Math.max(0, rate - rateOf(below))) +
    guild.people.reduce((sum, one) => sum + bonusIn(one, week) + salary(one), 0)
  )
}
const dueOf = (guild: Guild) =>
  weeks.reduce((sum, week) => sum + dueIn(guild, week), 0) -
  [...guild.deductions.values()].reduce((sum, cents) => sum + cents, 0)

/** A parent with two anchors and its sub-agency with two. */
async function aFamily(): Promise<[Guild, Guild]> {
  const made = async (parent: Guild | null): Promise<Guild> => {
    const guild = await aGuildOf(product.database, {
      ...(parent && { parentId: parent.id }),
      anchors: [{ bonus: 0 }, { bonus: 0 }],
    })
    for (const userId of guild.anchors)
      await giveBonus(product.database, userId, enough, new Date('2026-11-01T00:00:00Z'))
    await accountInForce(product.database, {
      guildId: guild.id,
      at: new Date('2026-11-01T00:00:00Z'),
      seals: product.seals,
    })
    const leader = (await person(product, { permissions: everyMenu(3), unionId: guild.id })).client
    return {
      ...guild,
      leader,
      parent,
      sub: null,
      people: guild.anchors.map((userId) => ({ userId, days: new Map() })),
      deductions: new Map(),
      gone: false,
    }
  }
  const parent = await made(null)
  const sub = await made(parent)
  parent.sub = sub
  return [parent, sub]
}

const which = { guild: fc.nat(1), anchor: fc.nat(1), back: fc.nat(2), day: fc.nat(6), to: fc.nat(6) }
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('earn' as const), ...which, bonus: fc.integer({ min: 1, max: 120 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('week of days' as const), ...which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('move day' as const, 'to call' as const, 'to other' as const),
      ...which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('deduct' as const, 'reverse' as const), ...which }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('recompute' as const), ...which }) },
  {
    weight: 8,
    arbitrary: fc.record({ act: fc.constant('late' as const), ...which, bonus: fc.integer({ min: 1, max: 120 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('dispute' as const, 'park' as const), ...which }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('confirm' as const), ...which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('approve' as const, 'pay' as const), ...which }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

type Row = { id: number; guild_id: number; week: string; state: string; version: number }
const rowsOf = async (guildIds: readonly number[]) =>
  (
    await sql<Row>`
      select id, guild_id, to_char(week, 'YYYY-MM-DD') as week, state, version from guilds.settlement
       where guild_id = any(${guildIds}::int[]) order by week, id`.execute(product.database)
  ).rows
const confirm = (ids: readonly number[]) =>
  inTransaction(product.database, (tx) => confirmAll(tx, ids, new Date('2026-11-25T00:00:00Z')))
const setPlan = (state: 'published' | 'withdrawn') =>
  sql`update guilds.plan set state = ${state}`.execute(product.database)

async function add(guild: Guild, anchor: Anchor, week: string, facts: readonly Fact[]): Promise<void> {
  for (const { day, live = 0, call = 0, bonus = 0 } of facts) {
    const of = dayOf(anchor, week, day)
    of.live += live
    of.call += call
    of.bonus += bonus
  }
  await addFacts(product.database, { guildId: guild.id, userId: anchor.userId, week, days: facts })
}

/** One act on a family, `now`: the index of the week that runs. */
async function perform(family: readonly [Guild, Guild], one: Step, now: number): Promise<void> {
  const guild = family[one.guild]!
  const week = weeks[Math.max(0, now - one.back)]!
  const anchor = guild.people[one.anchor]!
  const other = guild.people[1 - one.anchor]!
  const day = dayOf(anchor, week, one.day)
  const settlement = async (...states: string[]) =>
    (await rowsOf([guild.id])).find((row) => row.week === week && states.includes(row.state))
  const isOpen = !guild.gone
  switch (one.act) {
    case 'earn':
      if (isOpen) await add(guild, anchor, week, [{ day: one.day, bonus: one.bonus * 1_000 }])
      break
    case 'week of days':
      if (isOpen)
        await add(
          guild,
          anchor,
          week,
          [1, 2, 3, 4].map((at) => ({ day: at, live: 3_600 })),
        )
      break
    case 'move day':
      if (isOpen && day.live + day.bonus > 0 && one.to !== one.day) {
        const { live, bonus } = day
        await add(guild, anchor, week, [
          { day: one.day, live: -live, bonus: -bonus },
          { day: one.to, live, bonus },
        ])
      }
      break
    case 'to call':
      if (isOpen && day.live >= 3_600) await add(guild, anchor, week, [{ day: one.day, live: -3_000, call: 3_000 }])
      break
    case 'to other':
      if (isOpen && day.bonus > 0) {
        const { bonus } = day
        await add(guild, anchor, week, [{ day: one.day, bonus: -bonus }])
        await add(guild, other, week, [{ day: one.day, bonus }])
      }
      break
    case 'deduct':
      if (isOpen && (await settlement('approved')) === undefined) {
        const { rows } = await sql<{ id: number }>`
          insert into guilds.deduction (guild_id, kind, usd_cents, reason, week, created_by, created_at)
          values (${guild.id}, 'penalty', 300, 'late', ${week}, 'test', '2026-11-20') returning id`.execute(
          product.database,
        )
        guild.deductions.set(rows[0]!.id, 300)
      }
      break
    case 'reverse': {
      const id = guild.deductions.keys().next().value
      if (!isOpen || id === undefined) break
      await sql`update guilds.deduction set state = 'reversed' where id = ${id}`.execute(product.database)
      guild.deductions.delete(id)
      break
    }
    case 'late': {
      const ended = weeks[now - 1]
      if (!isOpen || ended === undefined) break
      const found = (await rowsOf([guild.id])).find((row) => row.week === ended && row.state === 'draft')
      if (found) await confirm([found.id])
      const from = dayOf(anchor, ended, one.day)
      const { live, bonus } = from
      if (one.to === one.day) await add(guild, anchor, ended, [{ day: one.day, bonus: one.bonus * 1_000 }])
      else
        await add(guild, anchor, ended, [
          { day: one.day, live: -live, bonus: -bonus },
          { day: one.to, live, bonus },
        ])
      break
    }
    case 'recompute': {
      // Half of the time the oldest: what it lacked may be in a later one already.
      const found =
        one.day % 2 === 0
          ? (await rowsOf([guild.id])).find(({ state }) => state !== 'approved')
          : await settlement('draft', 'confirmed', 'disputed', 'parked')
      if (found) await staff.call(calls.settlementRecompute, { ids: [found.id], reason: 'a test' })
      break
    }
    case 'park': {
      const found = await settlement('draft', 'confirmed')
      if (!found) break
      await setPlan('withdrawn')
      await staff.call(calls.settlementRecompute, { ids: [found.id], reason: 'a test' })
      await setPlan('published')
      break
    }
    case 'dispute': {
      const found = await settlement('draft')
      if (!found) break
      const { id: settlementId, version } = found
      const disputed = await guild.leader.send(calls.settlementDispute, {
        settlementId,
        version,
        reason: 'x',
        lines: [1],
      })
      if (disputed.code === 200 && one.day % 2 === 0)
        await staff.call(calls.settlementAnswer, {
          settlementId,
          version: version + 1,
          outcome: one.day === 0 ? 'kept' : 'recomputed',
          answer: 'x',
        })
      break
    }
    case 'confirm': {
      const found = await settlement('draft')
      if (found) await confirm([found.id])
      break
    }
    case 'approve': {
      const ids = (await rowsOf(family.map(({ id }) => id)))
        .filter(({ state }) => state === 'confirmed')
        .map(({ id }) => id)
      if (ids.length > 0) await staff.call(calls.settlementApprove, { ids })
      break
    }
    default: {
      const ids = (await rowsOf([guild.id])).filter(({ state }) => state === 'approved').map(({ id }) => id)
      if (ids.length > 0) await payer.call(weekPay, { ids, reference: 'FT', proofFileId })
    }
  }
}

/** Answers, recomputes, confirms and approves everything, until nothing is open. */
async function finish(drafting: ReturnType<typeof draftingAt>, all: readonly Guild[]): Promise<void> {
  const ids = all.map(({ id }) => id)
  for (let turn = 0; turn < 4; turn++) {
    await renewDrafts(drafting)
    const rows = await rowsOf(ids)
    const again = rows.filter(({ state }) => state === 'parked' || state === 'disputed').map(({ id }) => id)
    if (again.length > 0) await staff.call(calls.settlementRecompute, { ids: again, reason: 'a test' })
    await renewDrafts(drafting)
    const drafts = (await rowsOf(ids)).filter(({ state }) => state === 'draft').map(({ id }) => id)
    await confirm(drafts)
    await renewDrafts(drafting)
    const confirmed = (await rowsOf(ids)).filter(({ state }) => state === 'confirmed').map(({ id }) => id)
    if (confirmed.length > 0) await staff.call(calls.settlementApprove, { ids: confirmed })
    if ((await rowsOf(ids)).every(({ state }) => state === 'approved')) return
  }
  throw new Error(`still open: ${JSON.stringify((await rowsOf(ids)).filter(({ state }) => state !== 'approved'))}`)
}

/** What a guild got in all, in cents: what it may still ask for, what it was paid, less what it owes. */
async function gotOf(guild: Guild): Promise<number> {
  const cents = async (key: ReturnType<typeof guildPayable>) => {
    const balance = await balanceAt(product.database, key, new Date('2027-01-01T00:00:00Z'))
    return Number((balance?.posted ?? 0n) / 10_000n)
  }
  const { rows } = await sql<{ paid: number; lost: number }>`
    select (select coalesce(sum(usd_cents), 0)::int from guilds.payment where guild_id = ${guild.id}) as paid,
           (select coalesce(sum(carried_out_cents), 0)::int from guilds.settlement where guild_id = ${guild.id} and is_final) as lost`.execute(
    product.database,
  )
  return (await cents(guildPayable(guild.id))) + (await cents(guildDebt(guild.id))) + rows[0]!.paid - rows[0]!.lost
}

const reconciled = async () =>
  (await staff.call(flowReconcile, {})).checks.find(({ key }) => key === 'settledWeeks')!.differences

test('what families get in all is what is due, each fact once, in any order', async () => {
  const { database } = product
  const made: [Guild, Guild][] = []
  for (let at = 0; at < families; at++) made.push(await aFamily())
  const all = made.flat()
  const drafting = draftingAt(product, '2026-11-16T12:00:00Z')
  const steps = fc.sample(fc.array(step, { minLength: 3, maxLength: 7 }), { numRuns: families * 3, seed: 30 })
  const nextWeek = async (index: number) => {
    drafting.clock.set(`${weeks[index]}T02:00:00Z`)
    await ensureWeeks(database, new Date(`${weeks[index]}T01:00:00Z`), 'UTC')
    // These figures are not folded from facts: what a dissolution queues is nothing to count.
    await sql`delete from guilds.refold`.execute(database)
    while (await makeDrafts(drafting));
  }
  for (const [now, day] of [
    [0, 'none'],
    [1, 'Tuesday'],
    [2, 'Saturday'],
  ] as const) {
    if (now > 0) await nextWeek(now)
    // Until Friday late facts make new versions, afterwards corrections.
    if (day === 'Saturday') drafting.clock.set('2026-12-05T12:00:00Z')
    for (const [at, family] of made.entries()) {
      // Just enough for a salary: a day or an amount that moves changes it.
      for (const guild of family)
        await add(guild, guild.people[0]!, weeks[now], [
          { day: 1, live: 3_600, bonus: 50_000 + at * 1_000 },
          ...[2, 3, 4].map((each) => ({ day: each, live: 3_600 })),
        ])
      for (const one of steps[at * 3 + now]!) await perform(family, one, now)
      if (at % 4 === 0) await renewDrafts(drafting)
      if (now === 2 && at % 6 === 5) {
        const gone = family[1]
        gone.gone = true
        await staff.call(guildDissolve, { ids: [gone.id], reason: 'a test' })
      }
    }
    await renewDrafts(drafting)
    expect(await reconciled()).toEqual([])
  }
  await nextWeek(3)
  await finish(drafting, all)
  expect(await reconciled()).toEqual([])
  // What came too late for the sums above.
  await nextWeek(4)
  await finish(drafting, all)
  expect(await reconciled()).toEqual([])
  const differing = []
  for (const [at, guild] of all.entries()) {
    const [got, due] = [await gotOf(guild), dueOf(guild)]
    const redeemed = []
    for (const { userId } of guild.people) {
      const balance = await balanceAt(database, bonusOf(userId), new Date('2027-01-01T00:00:00Z'))
      redeemed.push(enough - Number(balance!.posted))
    }
    const earned = guild.people.map((one) => weeks.reduce((sum, week) => sum + bonusIn(one, week), 0))
    if (got !== due || String(redeemed) !== String(earned)) differing.push({ at, got, due, redeemed, earned })
  }
  expect(differing).toEqual([])
  expect(await verifyLedger(database)).toEqual([])
}, 60_000)
