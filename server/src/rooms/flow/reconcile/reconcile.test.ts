// The reconciliation over a small ledger: it agrees, and finds differences.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settled } from '../../../../test/settled.ts'
import { gift, recharge } from '../../../ledger/items.fixture.ts'
import { foldFigures } from '../../guilds/figures/guildFold.service.ts'
import { ensureWeeks } from '../../guilds/weeks/weeks.service.ts'
import { differences } from './reconcile.differences.suite.ts'
import { answer, caughtUp, product, run, startReconciled } from './reconcile.fixture.ts'

startReconciled()
differences()

/** The sums that triggers keep, by what they sum, and the same by adding up the tables. */
const keptAndSummed = async () => {
  const { rows } = await sql<{ what: string; kept: bigint; summed: bigint }>`
    select what, coalesce(k.amount, 0)::bigint as kept, coalesce(t.amount, 0)::bigint as summed
      from (select what, sum(amount) as amount from kit.kept_sum group by what) k
      full join (
        select 'guild.approved' as what, sum(payable_cents) as amount from guilds.settlement where state = 'approved'
        union all select 'guild.paid', sum(usd_cents) from guilds.payment
        union all select 'guild.deducted', sum(usd_micros / 10000) from topup_agents.purchase where kind = 'salary' and state = 'credited'
        union all select 'agent.bought', sum(tokens - taken_tokens) from topup_agents.purchase where state in ('credited', 'reversed')
        union all select 'agent.debt', sum(debt_micros) from topup_agents.purchase where state in ('credited', 'reversed')
        union all select 'agent.returned', sum(tokens) from topup_agents.refund where state = 'agreed'
        union all select 'chain.settled', sum(usdt_micros) from chain.deposit
                   where vanished_at is null and state in ('credited', 'matched', 'unmatched', 'rejected')
        union all select 'chain.unclaimed', sum(usdt_micros) from chain.deposit
                   where vanished_at is null and state in ('unmatched', 'rejected')
        union all select 'chain.paid', sum(usdt_micros) from chain.instruction where state = 'success') t using (what)`.execute(
    product.database,
  )
  const side = (of: 'kept' | 'summed') => Object.fromEntries(rows.map((row) => [row.what, row[of]]))
  return { kept: side('kept'), summed: side('summed') }
}

test('the sums beside weeks, purchases, sales and deposits follow every change of them', async () => {
  const steps = [
    "update guilds.settlement set state = 'approved' where guild_id = 901",
    'update guilds.settlement set payable_cents = 650 where guild_id = 901',
    `insert into topup_agents.purchase (id, agent_id, kind, state, usd_micros, guild_id, asked_at, asked_by)
       values (uuidv7(), 900, 'salary', 'in review', 30000000, 901, now(), 'x')`,
    "update topup_agents.purchase set state = 'credited', tokens = 90, month = '2026-01-01'",
    "update topup_agents.purchase set state = 'reversed', taken_tokens = 50, debt_micros = 4",
    `insert into topup_agents.sale (id, agent_id, key, user_id, tokens, cost_micros, at, new_buyer, at_night)
       values (uuidv7(), 900, uuidv7(), 1, 20, 1, now(), false, false)`,
    "insert into topup_agents.refund (sale_id, agent_id, sold_at, asked_at, asked_for) select id, agent_id, at, now(), 'x' from topup_agents.sale",
    "update topup_agents.refund set state = 'agreed', tokens = 15",
    'update chain.deposit set vanished_at = null',
    "update chain.deposit set state = 'matched'",
    `insert into chain.instruction (payout_id, payee_name, payee_id, chain, address, usdt_micros, not_before, created_at)
       values ('p', 'n', 'user:1', 'erc20', '0xe', 6, now(), now())`,
    "update chain.instruction set state = 'success', ordinal = 0",
    "update chain.instruction set state = 'failure', ordinal = null",
    'delete from topup_agents.refund',
    'truncate chain.deposit, chain.instruction, topup_agents.receipt, topup_agents.refund, topup_agents.sale, topup_agents.purchase',
    'truncate guilds.settlement cascade',
  ]
  for (const step of steps) {
    await sql.raw(step).execute(product.owner)
    const { kept, summed } = await keptAndSummed()
    expect({ step, ...kept }).toEqual({ step, ...summed })
  }
})

test('new entries are verified as they arrive, and findings are kept', async () => {
  await run(recharge(10n, 0n, 3n), gift(5n, 2n, 3n))
  await caughtUp()
  expect((await answer()).get('entries')).toMatchObject({ left: 19, right: 19, differences: [] })
  await run(gift(1n, 2n, 3n))
  await sql`update ledger.account set posted = posted + 1 where owner = 'user:3' and purpose = 'paid'`.execute(
    product.owner,
  )
  await caughtUp()
  await sql`update ledger.account set posted = posted - 1 where owner = 'user:3' and purpose = 'paid'`.execute(
    product.owner,
  )
  const { left, right, differences } = (await answer()).get('entries')!
  expect(left - right).toBe(1)
  expect(differences).toEqual([
    {
      subject: 'user:3/paid/TOKEN',
      left: 'lastEntry',
      right: expect.stringContaining('posted 5'),
      href: '/user/detail/3',
    },
  ])
})

test('guilds’ figures equal their members’ earnings, up to the fold’s progress', async () => {
  const { database, clock } = product
  const now = clock.now()
  await sql`insert into guilds.guild (id, name, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at)
    overriding system value values (900, 'G', 1, 'l', 'l@l.l', '1', '1', 'normal', ${now})`.execute(database)
  await sql`insert into guilds.member (guild_id, user_id, state, since)
    values (900, 2, 'active', ${now}::timestamptz - interval '40 days')`.execute(database)
  const fold = async () => {
    await settled(database)
    await ensureWeeks(database, now, 'UTC')
    while (await foldFigures({ database, now, zone: 'UTC' }));
  }
  // A membership queued for a recount is left out.
  expect((await answer()).get('guildBonus')).toMatchObject({ left: 0, right: 0, differences: [] })
  await fold()
  const { left, right, differences } = (await answer()).get('guildBonus')!
  expect(left).toBeGreaterThan(0)
  expect([right, differences]).toEqual([left, []])
  await run(gift(5n, 2n, 1n))
  expect((await answer()).get('guildBonus')).toMatchObject({ left, right, differences: [] })
  await sql`update guilds.anchor_week set gift_bonus = gift_bonus + 1 where user_id = 2`.execute(database)
  await sql`update guilds.anchor_day set gift_bonus = gift_bonus + 1 where user_id = 2`.execute(database)
  await sql`update guilds.guild_day set gift_bonus = gift_bonus + 2 where guild_id = 900`.execute(database)
  const found = await answer()
  expect(found.get('guildBonus')!.differences).toMatchObject([
    { subject: 'user:2', left: String(left), right: String(left + 1), href: '/user/detail/2' },
  ])
  expect(found.get('guildAnchors')!.differences).toMatchObject([{ left: String(left), right: String(left + 1) }])
  expect(found.get('guildDays')!.differences).toMatchObject([{ left: String(left), right: String(left + 2) }])
})
