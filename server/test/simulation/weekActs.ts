// A guild's weeks: days that pass, confirming, disputing, recomputing, approving one or several at once, deductions.
import { deductionList, deductionReverse, deductionSave } from '@greenroom/contract/guildMoney'
import * as calls from '@greenroom/contract/settlement'
import { sql } from 'kysely'
import { type Act, alone, expectDone, expectToWait, refusalOf, waits } from './act.ts'
import { openWeeks, purseOf } from './model.ts'
import { deciders, someone, writers } from './people.ts'
import { type Account, Found, type World } from './world.ts'

const hour = 3_600_000

export type Row = {
  id: number
  guild: number
  week: string
  state: string
  version: number
  payable: bigint
  out: bigint
}

/** All settlements, oldest first. */
export const settlements = async ({ product }: World): Promise<Row[]> =>
  (
    await sql<Row>`
      select id, guild_id as guild, to_char(week, 'YYYY-MM-DD') as week, state, version, payable_cents as payable,
             carried_out_cents as out
        from guilds.settlement order by week, guild_id`.execute(product.database)
  ).rows

const passTime: Act = {
  name: 'time',
  weight: 26,
  async run(world, random) {
    await world.pass(random.whole(20, 80) * hour)
    await world.rounds('guilds')
  },
}

/** Only her leader confirms a draft, and only the version that she saw. */
export async function confirmOne(world: World, by: Account, row: Row, version = row.version): Promise<void> {
  const own = world.guilds.find(({ id }) => id === row.guild)!.leader
  const answer = await world.ask(by, calls.settlementConfirm, { settlementId: row.id, version })
  const should = by === own && row.state === 'draft' && version === row.version
  expectDone(answer, should, `confirming ${row.id} (${row.state})`)
}

const confirm: Act = {
  name: 'confirm',
  weight: 8,
  async run(world, random) {
    const all = await settlements(world)
    const row = random.once(4) ? random.some(all) : random.some(all.filter(({ state }) => state === 'draft'))
    if (!row) return false
    const own = world.guilds.find(({ id }) => id === row.guild)!.leader
    const by = random.once(8) ? random.one([...world.staff, ...world.guilds.map(({ leader }) => leader)]) : own
    const version = random.once(8) ? row.version + 1 : row.version
    await confirmOne(world, by, row, version)
    return true
  },
}

const dispute: Act = {
  name: 'dispute',
  weight: 2,
  async run(world, random) {
    const row = random.some((await settlements(world)).filter(({ state }) => state === 'draft'))
    if (!row) return false
    const { leader } = world.guilds.find(({ id }) => id === row.guild)!
    const sent = { settlementId: row.id, version: row.version, reason: 'too little', lines: [1] }
    const answer = await world.ask(leader, calls.settlementDispute, sent)
    // Each version can be disputed once.
    if (answer.code === 200) world.count('disputed')
    return true
  },
}

const answerDispute: Act = {
  name: 'answer a dispute',
  weight: 10,
  async run(world, random) {
    const row = random.some((await settlements(world)).filter(({ state }) => state === 'disputed'))
    if (!row) return false
    const outcome = random.one(['kept', 'recomputed'] as const)
    const sent = { settlementId: row.id, version: row.version, outcome, answer: 'looked at it' }
    expectDone(await world.ask(random.one(deciders(world)), calls.settlementAnswer, sent), true, `answering ${row.id}`)
    return true
  },
}

export async function recomputeOne(world: World, by: Account, row: Row): Promise<void> {
  const answer = await world.ask(by, calls.settlementRecompute, { ids: [row.id], reason: 'late facts' })
  if (refusalOf(answer) !== null) return
  if (row.state === 'approved') throw new Found(`${row.id} was approved and recomputed`)
  world.count(`recomputed from ${row.state}`)
}

const recompute: Act = {
  name: 'recompute',
  weight: 6,
  async run(world, random) {
    const all = (await settlements(world)).slice(-9)
    const row = random.once(3) ? random.some(all) : random.some(all.filter(({ state }) => state === 'confirmed'))
    if (!row) return false
    await recomputeOne(world, someone(world, random, deciders(world)), row)
    return true
  },
}

type LineRow = { userId: number | null; redeem: bigint; anchorCents: bigint }

/** What an approval did to people, by the lines of its sum: the sums themselves are judged at the end of a run, by the facts. */
export async function applyApproval(world: World, row: Row): Promise<void> {
  const { model, product, users } = world
  const { rows } = await sql<LineRow>`
    select l.user_id::int as "userId", l.redeem_bonus as redeem, l.anchor_cents as "anchorCents"
      from guilds.settlement s
      join guilds.settlement_line l on l.settlement_id = s.id and l.sum_version = s.sum_version
     where s.id = ${row.id} and l.user_id is not null`.execute(product.database)
  for (const line of rows) {
    const user = model.users[users.indexOf(line.userId!)]!
    user.bonus -= line.redeem
  }
  const { rows: sums } = await sql<{ payable: bigint; debt: bigint; leader: number | null }>`
    select payable_cents as payable, debt_tokens as debt, debt_user_id::int as leader
      from guilds.settlement where id = ${row.id}`.execute(product.database)
  const [sum] = sums
  if (sum!.leader !== null) model.users[users.indexOf(sum!.leader)]!.debt -= sum!.debt
  purseOf(model, row.guild).approved.push({ id: row.id, week: row.week, cents: sum!.payable })
  purseOf(model, row.guild).approved.sort((a, b) => (a.week < b.week ? -1 : 1))
  // Under anchor withdrawal salaries and deductions reach the anchors' bonus, as far as it goes.
  const { rows: moved } = await sql<{ userId: number; amount: bigint }>`
    select substr(a.owner, 6)::int as "userId", sum(e.amount)::bigint as amount
      from ledger.transfer t join ledger.entry e on e.transfer_id = t.id join ledger.account a on a.id = e.account_id
     where t.kind in ('settlement.salary', 'settlement.deduct') and t.reference = ${`settlement ${row.id}`}
       and a.owner like 'user:%' and a.purpose = 'bonus' group by 1`.execute(product.database)
  for (const { userId, amount } of moved) model.users[users.indexOf(userId)]!.bonus += amount
}

const approve: Act = {
  name: 'approve weeks',
  weight: 6,
  async run(world, random) {
    const all = await settlements(world)
    const ready = all.filter(({ state }) => state === 'confirmed')
    // All that a guild has open together: one between others may be refused.
    const open = all.filter(({ state }) => state !== 'approved')
    const guild = random.some(open)?.guild
    const ofOne = open.filter((row) => row.guild === guild)
    const chosen = random.once(8) ? random.few(all, 1) : random.once(3) ? ofOne : random.few(ready, 4)
    if (chosen.length === 0) return false
    const by = someone(world, random, deciders(world))
    const sent = { ids: chosen.map(({ id }) => id) }
    // Two at once: each week is approved once.
    const other = random.once(5) ? random.one(deciders(world)) : null
    const answers = other
      ? await world.atOnce(
          () => world.ask(by, calls.settlementApprove, sent),
          () => world.ask(other, calls.settlementApprove, sent),
        )
      : [await world.ask(by, calls.settlementApprove, sent)]
    for (const row of chosen) {
      const done = answers.filter(
        (answer) => answer.code === 200 && answer.result.outcomes.some(({ id, ok }) => Number(id) === row.id && ok),
      ).length
      if (done > 1) throw new Found(`week ${row.id} was approved twice`)
      if (done === 0) world.count('week not approved')
      else if (row.state !== 'confirmed') throw new Found(`week ${row.id} was approved when ${row.state}`)
      else {
        await applyApproval(world, row)
        world.count('week approved')
        if (chosen.length > 1) world.count('weeks approved at once')
      }
    }
    return true
  },
}

const deduct: Act = {
  name: 'deduct',
  weight: 5,
  async run(world, random) {
    const { model, users } = world
    const guild = random.one(world.guilds)
    const user = random.once(2) ? random.one(guild.anchors) : null
    const weeks = [...new Set([world.week(), ...(await settlements(world)).map(({ week }) => week)])]
    const week = random.one(weeks.slice(-3))
    const usdCents = random.whole(1, 40) * 250
    const sent = {
      of: user === null ? ('guild' as const) : ('anchor' as const),
      ids: [user === null ? guild.id : users[user]!],
      kind: 'penalty' as const,
      usdCents,
      week,
      reason: 'late',
    }
    const by = someone(world, random, writers(world))
    const answer = await world.ask(by, deductionSave, sent)
    if (refusalOf(answer) !== null || answer.code !== 200) return world.count('deduction refused')
    const cents = BigInt(usdCents)
    const added = async () => {
      const { records } = await world.makers[0]!.client.call(deductionList, { guildId: guild.id, size: 1 })
      model.weeks.deductions.push({ id: records[0]!.id, guild: guild.id, user, week, cents, effective: true })
      world.count('deducted')
    }
    const { approvalId } = answer.result
    if (approvalId === undefined) {
      await added()
      alone(world, by, 'deduction', cents, `deduction ${model.weeks.deductions.at(-1)!.id}`)
    } else {
      expectToWait(world, by, 'deduction', cents)
      const possible = () => !purseOf(model, guild.id).approved.some((one) => one.week === week)
      waits(world, approvalId, by, { kind: 'deduction', possible, apply: added, ended: () => {} })
    }
    return true
  },
}

const reverseDeduction: Act = {
  name: 'reverse a deduction',
  weight: 4,
  async run(world, random) {
    const one = random.some(world.model.weeks.deductions)
    if (!one) return false
    const by = someone(world, random, writers(world))
    const answer = await world.ask(by, deductionReverse, { ids: [one.id], reason: 'wrong' })
    if (refusalOf(answer) !== null || answer.code !== 200) return true
    if (!one.effective) throw new Found(`deduction ${one.id} was reversed twice`)
    const reversed = () => {
      one.effective = false
      world.count('deduction reversed')
    }
    const { approvalId } = answer.result
    if (approvalId === undefined) {
      alone(world, by, 'deduction', one.cents, `reversal ${one.id}`)
      reversed()
    } else {
      expectToWait(world, by, 'deduction', one.cents)
      // Somebody else may reverse it alone, or its week be paid.
      const { guild, week } = one
      const isPaid = () => openWeeks(world.model, guild).some((open) => open.week === week && open.cents === 0n)
      const possible = () => one.effective && !isPaid()
      waits(world, approvalId, by, { kind: 'reversed deduction', possible, apply: reversed, ended: () => {} })
    }
    return true
  },
}

export const weekActs: Act[] = [passTime, confirm, dispute, answerDispute, recompute, approve, deduct, reverseDeduction]
