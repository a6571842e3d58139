// What holds after each step, now and then, and at the end: balances equal the model's, no due is paid twice, the books agree.
import { flowReconcile } from '@greenroom/contract/flow'
import { settlementApprove, settlementRecompute } from '@greenroom/contract/settlement'
import { type RawBuilder, sql } from 'kysely'
import { foldPlatform, verifyLedger, verifyNew } from '../../src/ledger/index.ts'
import { settled } from '../settled.ts'
import { expectDone, limitOf } from './act.ts'
import { aloneSum, heldOf, type Model, payable } from './model.ts'
import { applyApproval, settlements } from './weekActs.ts'
import { anchorOf, dueOf } from './weekModel.ts'
import { Found, type World } from './world.ts'

const show = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))

/** @throws Found naming what differs */
export function same(what: string, found: unknown, expected: unknown): void {
  if (show(found) !== show(expected)) throw new Found(`${what}: ${show(found)}, not ${show(expected)}`)
}

type Balance = { owner: string; purpose: string; posted: bigint; reserved: bigint }

/** All balances in one query, from accounts and entries themselves. */
async function balancesOf({ product }: World): Promise<(owner: string, purpose: string) => Balance> {
  const { rows } = await sql<Balance>`
    select owner, purpose, posted, reserved from ledger.account where not derived
     union all
    select a.owner, a.purpose, sum(e.amount)::bigint, 0
      from ledger.account a join ledger.entry e on e.account_id = a.id
     where a.derived and a.purpose in ('cash.gateway', 'cash.bank', 'deferredTokens') and a.currency = 'USD' group by 1, 2
     union all
    select a.owner, a.purpose, sum(e.amount)::bigint, 0
      from ledger.account a join ledger.entry e on e.account_id = a.id
     where a.purpose = 'cash.usdt.erc20' group by 1, 2
     union all
    select 'holders', 'cost', sum(cost_micros)::bigint, 0 from ledger.account`.execute(product.database)
  const all = new Map(rows.map((row) => [`${row.owner} ${row.purpose}`, row]))
  return (owner, purpose) => all.get(`${owner} ${purpose}`) ?? { owner, purpose, posted: 0n, reserved: 0n }
}

/** The balances of the ledger and of the model. */
export async function compareBalances(world: World): Promise<void> {
  const { model, users, guilds, agentId } = world
  const of = await balancesOf(world)
  for (const [index, expected] of model.users.entries()) {
    const has = (purpose: string) => of(`user:${users[index]}`, purpose).posted
    const bonus = of(`user:${users[index]}`, 'bonus')
    const found = {
      paid: has('paid'),
      promo: has('promo'),
      debt: -has('debt'),
      bonus: bonus.posted,
      held: bonus.reserved,
    }
    same(`user ${index}`, found, expected)
  }
  const agent = (purpose: string) => of(`agent:${agentId}`, purpose).posted
  same('stock and what the agent owes', [agent('stock'), -agent('debt')], [model.stock, model.stockDebt])
  for (const { id } of guilds) {
    const { posted, reserved } = of(`guild:${id}`, 'payable')
    const found = [posted / 10_000n, reserved / 10_000n]
    same(`guild ${id}: payable and held`, found, [payable(model, id), heldOf(model, id)])
    if (posted < 0n) throw new Found(`guild ${id} was paid more than was approved`)
  }
  const cash = (purpose: string) => -of('platform', purpose).posted
  // The price of tokens is deferred exactly as long as somebody holds them.
  same('deferred', of('platform', 'deferredTokens').posted, of('holders', 'cost').posted)
  const cashOf = [cash('cash.gateway'), cash('cash.bank'), cash('cash.usdt.erc20')]
  same('cash', cashOf, [model.gatewayMicros, model.bankMicros, model.usdtMicros])
}

/** Nothing that an anchor earned in a week is redeemed by approved sums more than once, whichever weeks corrected it. */
export async function redeemedOnce({ product, model, users }: World): Promise<void> {
  const { rows } = await sql<{ guild: number; week: string; userId: number; redeem: bigint }>`
    select s.guild_id as guild, to_char(coalesce(l.of_week, s.week), 'YYYY-MM-DD') as week, l.user_id::int as "userId",
           sum(l.redeem_bonus)::bigint as redeem
      from guilds.settlement s
      join guilds.settlement_line l on l.settlement_id = s.id and l.sum_version = s.sum_version
     where s.state = 'approved' and l.user_id is not null group by 1, 2, 3`.execute(product.database)
  for (const { guild, week, userId, redeem } of rows) {
    const { bonus } = anchorOf(model.weeks, guild, week, users.indexOf(userId))
    if (redeem > bonus)
      throw new Found(
        `user ${users.indexOf(userId)} earned ${bonus} in ${week}; ${redeem} of it was paid to guild ${guild}`,
      )
  }
}

/** A guild's week is approved after all earlier ones: a later one may correct and redeem what they left. */
export async function approvedInOrder({ product }: World): Promise<void> {
  const { rows } = await sql<{ guild: number; week: string; before: string }>`
    select s.guild_id as guild, to_char(s.week, 'YYYY-MM-DD') as week, to_char(e.week, 'YYYY-MM-DD') as before
      from guilds.settlement s
      join guilds.settlement e on e.guild_id = s.guild_id and e.week < s.week and e.state <> 'approved'
     where s.state = 'approved'`.execute(product.database)
  same('weeks approved before an earlier one', rows, [])
}

/** No account's sum alone within 24 hours is above the limit, by what the test saw. */
export function aloneWithinLimits(model: Model, at: number): void {
  for (const { kind, by } of model.alone) {
    const sum = aloneSum(model, { kind, by, at })
    if (sum > limitOf(kind)) throw new Found(`${by} did ${sum} of ${kind} alone within 24 hours`)
  }
}

/** All reconciliation checks without differences, once all rounds have caught up. */
export async function reconciles(world: World): Promise<void> {
  const { product, now, administrators } = world
  const { database } = product
  await world.rounds('all')
  await settled(database)
  while ((await foldPlatform(database)) > 0);
  while (await verifyNew(database, now()));
  const { checks } = await administrators[0]!.client.call(flowReconcile, {})
  const differing = checks.flatMap(({ key, left, right, differences }) =>
    left === right && differences.length === 0 ? [] : [{ key, left, right, differences }],
  )
  same('reconcile', differing, [])
  await copiesAgree(world)
}

/** A kept copy that no reconciliation check compares, and the same computed from what it is kept of. */
const copies: readonly (readonly [name: string, kept: RawBuilder<unknown>, counted: RawBuilder<unknown>])[] = [
  [
    'guilds.guild.members',
    sql`select id, members from guilds.guild where members <> 0`,
    sql`select guild_id, count(*)::int from guilds.member where state in ('active', 'leaving') group by 1`,
  ],
  [
    'guilds.settlement_sum',
    sql`select week, state, method, settlements::numeric, payable_cents::numeric, paid_cents::numeric, commission_cents::numeric
          from guilds.settlement_sum where settlements <> 0`,
    sql`select s.week, case when s.state = 'approved' and s.paid_cents >= s.payable_cents then 'paid' else s.state end, s.method,
               count(*)::numeric, sum(s.payable_cents), sum(s.paid_cents), sum(s.commission_cents)
          from guilds.settlement s group by 1, 2, 3`,
  ],
  ...['day', 'week'].map((period) => {
    const sums = sql`sum(g.live_seconds)::numeric, sum(g.gift_bonus)::numeric, sum(g.bonus_micros)::numeric, sum(g.anchors)::numeric`
    return [
      `guilds.sub_${period}`,
      sql`select ${sql.ref(period)}, guilds::numeric, live_seconds::numeric, gift_bonus::numeric, bonus_micros::numeric, anchors::numeric
            from ${sql.table(`guilds.sub_${period}`)} where guilds <> 0`,
      sql`select g.${sql.ref(period)}, count(*)::numeric, ${sums} from ${sql.table(`guilds.guild_${period}`)} g
            join guilds.guild u on u.id = g.guild_id where u.parent_id is not null group by 1`,
    ] as const
  }),
]

/** What triggers keep beside the rows that it is counted from equals them. */
async function copiesAgree({ product }: World): Promise<void> {
  for (const [name, kept, counted] of copies) {
    const { rows } = await sql`(select 'kept', k from (${kept}) k except select 'kept', c from (${counted}) c) union all
      (select 'counted', c from (${counted}) c except select 'counted', k from (${kept}) k)`.execute(product.database)
    same(`${name} and its rows`, rows, [])
  }
}

/** The ledger verifies as a whole. */
export const verifies = async ({ product }: World) => same('ledger', await verifyLedger(product.database), [])

const day = 86_400_000
/** Longer than corrections look back is a rule of its own: a run is shorter. */
const quietWeeks = 4
/** By then two weeks of each guild are confirmed. */
const approvedFrom = 16

/** Of a guild's open weeks the oldest is approved first: the newest alone is refused. */
async function refusesLaterFirst(world: World, ready: Awaited<ReturnType<typeof settlements>>): Promise<void> {
  for (const [guild, weeks] of Map.groupBy(ready, (row) => row.guild)) {
    const [first, ...later] = weeks.toSorted((a, b) => (a.week < b.week ? -1 : 1))
    const newest = later.at(-1)
    if (!newest) continue
    const answer = await world.ask(world.checkers[0]!, settlementApprove, { ids: [newest.id] })
    expectDone(answer, false, `approving ${newest.week} of guild ${guild} before ${first!.week}`)
    world.count('a later week first')
  }
}

/** Without further facts, weeks are drafted, confirmed and approved until everything is settled: in all, exactly what the facts are due. */
export async function settlesExactly(world: World): Promise<void> {
  const { model, product, guilds, checkers } = world
  for (let passed = 0; passed < quietWeeks * 7; passed += 2) {
    await world.pass(2 * day)
    await world.rounds('guilds')
    const all = await settlements(world)
    const disputed = all.filter(({ state }) => state === 'disputed' || state === 'parked').map(({ id }) => id)
    if (disputed.length > 0) await recomputeAll(world, disputed)
    const ready = all.filter(({ state }) => state === 'confirmed')
    if (ready.length === 0 || passed < approvedFrom) continue
    await refusesLaterFirst(world, ready)
    const answer = await world.ask(checkers[0]!, settlementApprove, { ids: ready.map(({ id }) => id) })
    if (answer.code !== 200) throw new Found(`nothing could be approved: ${show(answer)}`)
    for (const { id, ok } of answer.result.outcomes)
      if (ok) await applyApproval(world, ready.find((row) => row.id === Number(id))!)
      else await recomputeAll(world, [Number(id)])
  }
  const { rows } = await sql<{ guild: number; week: string; cents: bigint; anchors: bigint }>`
    select s.guild_id as guild, to_char(coalesce(l.of_week, s.week), 'YYYY-MM-DD') as week,
           sum(l.amount_cents)::bigint as cents, sum(l.anchor_cents)::bigint as anchors
      from guilds.settlement s
      join guilds.settlement_line l on l.settlement_id = s.id and l.sum_version = s.sum_version
     where s.state = 'approved' and l.kind not in ('carried', 'debt') group by 1, 2`.execute(product.database)
  const settledBy = new Map(rows.map(({ guild, week, cents, anchors }) => [`${guild} ${week}`, [cents, anchors]]))
  const weeks = [...new Set(rows.map(({ week }) => week))].sort()
  for (const guild of guilds)
    for (const week of weeks) {
      const { guildCents, anchorCents } = dueOf(model.weeks, guild, week)
      const found = settledBy.get(`${guild.id} ${week}`) ?? [0n, 0n]
      same(`guild ${guild.id}, week ${week}: settled and corrected in all`, found, [guildCents, anchorCents])
    }
}

async function recomputeAll(world: World, ids: number[]): Promise<void> {
  await world.ask(world.checkers[1]!, settlementRecompute, { ids, reason: 'again' })
}
