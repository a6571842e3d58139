// What reconciliation compares, and every difference it finds. Run by `reconcile.test.ts`, on its database.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../kit/database/database.ts'
import { answer, caughtUp, differing, ids, product } from './reconcile.fixture.ts'

/** A catalogue of one gift. */
const catalogue = (id: number, price: number) => `
  with picture as (
    insert into files.file (id, purpose, mime, bytes, width, height, sha256, storage_key, created_at)
    values (uuidv7(), 'giftPicture', 'image/webp', 1, 1, 1, '', gen_random_uuid(), now()) returning id)
  insert into official.gift (id, texts, type, continuous, floating_screen, sort, picture_id,
                             created_by, created_at, updated_by, updated_at)
    select ${id}, '{"en": "Rose", "cn": "玫瑰"}', 'ordinary', true, false, 1, id, 'x', now(), 'x', now() from picture;
  insert into official.gift_price values (${id}, now() - interval '30 days', ${price}, 'x', now())`

export function differences(): void {
  test('agrees, whether rounds have caught up or not', async () => {
    const before = await answer()
    expect(before.get('entries')).toMatchObject({ left: 0, right: 0, differences: [] })
    expect(before.get('zeroSum.TOKEN')).toMatchObject({ left: 60, right: 60, differences: [] })
    expect(before.get('daily.TOKEN')).toMatchObject({ left: 0, right: 0, differences: [] })
    await caughtUp()
    const checks = await answer()
    expect([...checks].map(([key, { left, right }]) => [key, left, right])).toEqual([
      ['zeroSum.TOKEN', 60, 60],
      ['zeroSum.BONUS', 20, 20],
      ['zeroSum.USD', 0, 0],
      ['zeroSum.USDT', 0, 0],
      ['balances', 80, 80],
      ['entries', 13, 13],
      ['reserved', 15, 15],
      ['withdrawals', 10, 10],
      ['daily.BONUS', 20, 20],
      ['daily.TOKEN', 60, 60],
      ['wallets.TOKEN', 0, 0],
      ['wallets.BONUS', 0, 0],
      ['guildPayable', 0, 0],
      ['guildRequests', 0, 0],
      ['settlements', 0, 0],
      ['redeemed', 0, 0],
      ['settledWeeks', 0, 0],
      ['guildBonus', 0, 0],
      ['guildDays', 0, 0],
      ['guildAnchors', 0, 0],
      ['promoterPayable', 0, 0],
      ['promoterSettlements', 0, 0],
      ['promoterPayments', 0, 0],
      ['import.TOKEN', 0, 0],
      ['import.BONUS', 0, 0],
      ['import.USD', 0, 0],
      ['importFiles', 0, 0],
      ['usdtCash.trc20', 0, 0],
      ['usdtCash.erc20', 0, 0],
      ['usdtSuspense', 0, 0],
      ['usdtBalances', 0, 0],
      ['usdtDeposits', 0, 0],
      ['usdtPayments', 0, 0],
      ['usdtStates', 0, 0],
      ['agentStock', 0, 0],
      ['agentPayable', 0, 0],
      ['agentDebt', 0, 0],
      ['agentSales', 0, 0],
      ['agentPurchases', 0, 0],
      ['orderStates', 1, 1],
      ['paidWithoutCreated', 0, 0],
      ['rechargeCash', 0, 0],
      ['refundCash', 0, 0],
      ['chargebackCash', 0, 0],
      ['wonCash', 0, 0],
      ['chargebacks', 0, 0],
      ['withdrawalCash', 0, 0],
      ['withdrawalBonus', 0, 0],
      ['withdrawalDebts', 0, 0],
      ['withdrawalStates', 0, 0],
      ['payouts', 0, 0],
      ['batches', 0, 0],
      ['userSums', 0, 0],
      ['orders', 100, 100],
      ['benefits', 0, 0],
      ['gifts', 50, 50],
      ['giftPrices', 0, 0],
      ['texts', 0, 0],
      ['calls', 0, 0],
      ['rooms', 0, 0],
    ])
    expect(await differing()).toEqual([])
    expect(checks.get('entries')!.until).toMatch(/Z$/)
    expect(checks.get('orders')!.since).toMatch(/T00:00:00.000Z$/)
  })

  test('the last entry is the one with the highest version, whatever the clock of its server showed', async () => {
    const balance = sql`account_id = (select id from ledger.account where owner = 'user:1' and purpose = 'paid')`
    const { rows } = await sql<{ recorded_at: Date }>`
    select recorded_at from ledger.entry where ${balance} order by version`.execute(product.database)
    expect(rows.length).toBeGreaterThan(1)
    const ahead = (minutes: number) =>
      inTransaction(product.owner, async (tx) => {
        await sql`alter table ledger.entry disable trigger user`.execute(tx)
        await sql`update ledger.entry set recorded_at = recorded_at + make_interval(mins => ${minutes})
                 where ${balance} and version = 1`.execute(tx)
        await sql`alter table ledger.entry enable trigger user`.execute(tx)
      })
    await ahead(7)
    expect((await answer()).get('balances')).toMatchObject({ left: 80, right: 80, differences: [] })
    await ahead(-7)
  })

  test('wallets are compared up to the fold’s progress', async () => {
    // The round that folds wallets has read everything.
    await sql`insert into kit.reader (name, boundary) values ('users.wallet', kit.horizon())
    on conflict (name) do update set boundary = excluded.boundary`.execute(product.database)
    expect((await answer()).get('wallets.TOKEN')).toMatchObject({ left: 60, right: 60, differences: [] })
    await sql`update users.wallet set paid_tokens = 61 where user_id = 1`.execute(product.database)
    expect((await answer()).get('wallets.TOKEN')).toMatchObject({
      left: 60,
      right: 61,
      differences: [{ subject: 'user:1', left: '60', right: '61', href: '/user/detail/1' }],
    })
    await sql`update users.wallet set paid_tokens = 60 where user_id = 1`.execute(product.database)
  })

  test.each([
    [
      'an order of another amount',
      'orders',
      'update finance.recharge_order set tokens = 99',
      'update finance.recharge_order set tokens = 100',
      { subject: 'order o1', left: '100', right: '99', href: '/flow/token?reference=order%20o1' },
    ],
    [
      'an order without its recharge',
      'orders',
      'update finance.recharge_order set recharge_id = uuidv7()',
      '',
      { left: '-', right: '100' },
    ],
    [
      'an order whose recharge never came',
      'orderStates',
      'update finance.recharge_order set recharge_id = null',
      '',
      { subject: 'order o1', left: '0', right: '1', href: '/finance/recharge?orderId=o1' },
    ],
    [
      'an order’s price without cash',
      'rechargeCash',
      'update finance.recharge_order set usd_cents = 99',
      'update finance.recharge_order set usd_cents = 0',
      { subject: 'order o1', left: '-', right: '-99', href: '/finance/recharge?orderId=o1' },
    ],
    [
      'a chargeback without a debt',
      'chargebacks',
      `insert into finance.chargeback (id, order_id, kind, user_id, usd_cents, taken_tokens, debt_tokens, state, at)
     values (uuidv7(), 'o1', 'chargeback', 1, 100, 40, 60, 'open', now())`,
      'delete from finance.chargeback',
      { subject: 'user:1', left: '-', right: '60', href: '/finance/chargeback?userId=1' },
    ],
    [
      'a paid withdrawal without a payment',
      'withdrawalCash',
      "update finance.withdrawal set state = 'success', ended_at = now()",
      "update finance.withdrawal set state = 'in review', ended_at = null",
      { subject: 'withdrawal w1', left: '-', right: '10', href: '/finance/withdraw?tab=all&withdrawalId=w1' },
    ],
    [
      'a withdrawal that took a debt nobody posted',
      'withdrawalDebts',
      'update finance.withdrawal set debt_tokens = 3, debt_cents = 3, debt_id = uuidv7()',
      'update finance.withdrawal set debt_tokens = 0, debt_cents = 0, debt_id = null',
      { subject: 'withdrawal w1', left: '-', right: '3', href: '/finance/withdraw?tab=all&withdrawalId=w1' },
    ],
    [
      'a return that was never posted',
      'orderStates',
      `insert into finance.order_return (id, order_id, n, kind, at, counts) values (uuidv7(), 'o1', 1, 'refund', now(), true)`,
      'delete from finance.order_return',
      { subject: 'order o1', left: '1', right: '2', href: '/finance/recharge?orderId=o1' },
    ],
    [
      'a payout that differs from its withdrawal',
      'payouts',
      `with b as (insert into finance.payout_batch (kind, state, lines, usd_cents, control, made_by, made_by_id, made_at)
                values ('bank', 'done', 1, 10, '', 'x', 1, now()) returning id)
     insert into finance.payout (id, batch_id, source, source_id, payee_id, payee_name, usd_cents, kind, usdt_cents, sealed, seal_owner, last_four, state, reference, ended_at)
     select uuidv7(), id, 'withdrawal', 'w1', 'user:2', 'n2', 10, 'bank', 100, '', '', '', 'paid', 'R', now() from b`,
      'delete from finance.payout; delete from finance.payout_batch',
      { left: '10', right: '-' },
    ],
    [
      'a batch that is not the sum of its payouts',
      'batches',
      `insert into finance.payout_batch (kind, state, lines, usd_cents, control, made_by, made_by_id, made_at)
     values ('bank', 'sent', 1, 10, '', 'x', 1, now())`,
      'delete from finance.payout_batch',
      { left: '10', right: '0' },
    ],
    [
      'users’ sums of a day without orders',
      'userSums',
      `insert into finance.users_sum (grain, start, recharged_cents)
     values ('day', (now() at time zone 'UTC')::date - 1, 5)`,
      'delete from finance.users_sum',
      { left: '0', right: '5' },
    ],
    [
      'a withdrawal that differs from its hold',
      'withdrawals',
      'update finance.withdrawal set bonus = 11',
      'update finance.withdrawal set bonus = 10',
      { subject: 'user:2', left: '10', right: '11', href: '/user/detail/2' },
    ],
    [
      'a day that is wrong',
      'daily.BONUS',
      "update flow.daily set in_sum = in_sum + 1 where currency = 'BONUS'",
      "update flow.daily set in_sum = in_sum - 1 where currency = 'BONUS'",
      { left: '20', right: '21' },
    ],
    [
      'a balance without an entry',
      'balances',
      "update ledger.account set posted = posted + 1 where owner = 'user:2' and purpose = 'bonus'",
      "update ledger.account set posted = posted - 1 where owner = 'user:2' and purpose = 'bonus'",
      { subject: 'user:2/bonus/BONUS', left: '21', right: '20', href: '/user/detail/2' },
    ],
    [
      'books whose days don’t net to zero',
      'zeroSum.BONUS',
      "update ledger.booked_day set credit = credit + 1 where holder = 'user' and purpose = 'bonus'",
      "update ledger.booked_day set credit = credit - 1 where holder = 'user' and purpose = 'bonus'",
      { left: '21', right: '20' },
    ],
    [
      'a failed order for which money moved',
      'orderStates',
      "update finance.recharge_order set state = 'failure'",
      "update finance.recharge_order set state = 'success'",
      { subject: 'order o1', left: '1', right: '0' },
    ],
    [
      'a refused withdrawal whose bonus is still held',
      'withdrawalStates',
      "update finance.withdrawal set state = 'audit failed'",
      "update finance.withdrawal set state = 'in review'",
      { subject: 'withdrawal w1', left: '0', right: '2', href: '/finance/withdraw?tab=all&withdrawalId=w1' },
    ],
    [
      'a credited deposit without a transfer',
      'usdtStates',
      `insert into chain.deposit (id, chain, transaction, ordinal, block_number, block_hash, at, from_address, address, usdt_micros,
                                state, detected_at)
     values (uuidv7(), 'trc20', '0xa', 0, 1, '0xb', now(), '0xc', '0xd', 1, 'credited', now())`,
      'delete from chain.deposit',
      { left: '0', right: '1', href: '/finance/usdtIn?transaction=0xa' },
    ],
    [
      'an approved week without a transfer',
      'guildPayable',
      `insert into guilds.guild (id, name, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at)
       overriding system value values (901, 'W', 3, 'l', 'l@w.l', '1', '2', 'normal', now());
     insert into guilds.settlement (guild_id, week, state, method, payable_cents, drafted_at, confirm_by)
       values (901, '2026-01-05', 'draft', 'guild pickup', 700, now(), now());
     update guilds.settlement set state = 'approved' where guild_id = 901`,
      "update guilds.settlement set state = 'parked' where guild_id = 901",
      { subject: 'guild:901', left: '-', right: '700', href: '/flow/token?owner=guild%3A901' },
    ],
    [
      'a payment of a guild without a transfer',
      'guildPayable',
      `with o as (insert into guilds.payout_order (id, pays, ids, usd_cents, reference, made_by, made_by_id, made_at)
                select uuidv7(), 'week', '{}', 300, 'R', 'x', min(id), now() from access.staff returning id)
     insert into guilds.payment (guild_id, settlement_id, usd_cents, transfer_id, reference, paid_by, paid_at, order_id)
       select s.guild_id, s.id, 300, uuidv7(), 'R', 'x', now(), o.id from o, guilds.settlement s where s.guild_id = 901`,
      'delete from guilds.payment; delete from guilds.payout_order',
      { subject: 'guild:901', left: '-', right: '-300' },
    ],
    [
      'a credited purchase without a transfer',
      'agentStock',
      `insert into topup_agents.application (user_id, contact, note, state, applied_at) values (3, 'c', '', 'approved', now());
     insert into topup_agents.agent (id, user_id, approved_at) overriding system value values (900, 3, now());
     insert into topup_agents.purchase (id, agent_id, kind, state, usd_micros, tokens, month, asked_at, asked_by)
       values (uuidv7(), 900, 'bank', 'credited', 50, 40, '2026-01-01', now(), 'x')`,
      'delete from topup_agents.purchase',
      { subject: 'agent:900', left: '-', right: '40' },
    ],
    [
      'a deposit of nobody without its suspense',
      'usdtSuspense',
      `insert into chain.deposit (id, chain, transaction, ordinal, block_number, block_hash, at, from_address, address, usdt_micros,
                                state, detected_at)
     values (uuidv7(), 'erc20', '0xa', 0, 1, '0xb', now(), '0xc', '0xd', 8, 'detected', now());
     update chain.deposit set state = 'unmatched'`,
      'update chain.deposit set vanished_at = now()',
      { left: '0', right: '8' },
    ],
    [
      'addresses whose balances differ, though their sums agree',
      'usdtBalances',
      `insert into chain.balance (chain, address, usdt_micros, expected_micros, block_number, at)
     values ('trc20', '0xa', 5, 4, 1, now()), ('erc20', '0xb', 5, 6, 1, now()), ('erc20', '0xc', 7, 7, 1, now())`,
      'delete from chain.balance',
      { subject: 'trc20 0xa', left: '5', right: '4', href: '/finance/wallet?differs=true' },
    ],
    [
      'wallets whose sum is not that of their owners’ balances',
      'wallets.BONUS',
      'update users.wallet_sum set bonus = bonus + 1',
      'update users.wallet_sum set bonus = bonus - 1',
      { left: '20', right: '21' },
    ],
    [
      'a gift of another price than the catalogue’s',
      'giftPrices',
      catalogue(1, 49),
      'delete from official.gift',
      { subject: expect.stringMatching(/^gift 1 × 1, /), left: '50', right: '49' },
    ],
    [
      'a gift that the catalogue does not have',
      'giftPrices',
      catalogue(2, 50),
      'delete from official.gift',
      { subject: expect.stringMatching(/^gift 1 × 1, /), left: '50', right: '-' },
    ],
    [
      'a reserve without a hold',
      'reserved',
      "update ledger.account set reserved = reserved + 1 where owner = 'user:1' and purpose = 'paid'",
      "update ledger.account set reserved = reserved - 1 where owner = 'user:1' and purpose = 'paid'",
      { subject: 'user:1/paid/TOKEN', left: '6', right: '5', href: '/user/detail/1' },
    ],
  ])('finds %s', async (_, key, wrong, right, difference) => {
    await sql.raw(wrong).execute(product.owner)
    expect((await answer()).get(key)!.differences).toContainEqual(expect.objectContaining(difference))
    if (right) await sql.raw(right).execute(product.owner)
    else await sql`update finance.recharge_order set recharge_id = ${ids['recharge']}`.execute(product.database)
    expect(await differing()).toEqual([])
  })
}
