// Money by orders, chargebacks, withdrawals, payouts and batches, in the reconciliation's snapshot.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { idAt } from '../../../kit/random.ts'
import { isUnreadBy } from '../../../ledger/index.ts'
import type { Sided } from './reconcile.rules.ts'

const orderHref = sql`'/finance/recharge?orderId=' || o.id`

/** Orders whose recharge happened since the time of `fromId`, with their cents less the gateway's fee. */
export async function rechargeCash(reader: Reader, fromId: string): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select o.recharge_id as id, 'order ' || o.id as name, o.fee_usd_cents - o.usd_cents as amount, ${orderHref} as href
      from finance.recharge_order o
     where o.recharge_id >= ${fromId}::uuid and o.fee_usd_cents <> o.usd_cents`.execute(reader)
  return rows
}

/** Orders' refunds, chargebacks, or won chargebacks since the time of `fromId`, with their cents. */
export async function returnCash(
  reader: Reader,
  fromId: string,
  what: 'refund' | 'chargeback' | 'won',
): Promise<Sided[]> {
  const [transfer, cents] =
    what === 'won' ? [sql`r.reverse_id`, sql`-o.usd_cents`] : [sql`r.transfer_id`, sql`o.usd_cents`]
  const { rows } = await sql<Sided>`
    select ${transfer} as id, 'order ' || o.id as name, ${cents} as amount, ${orderHref} as href
      from finance.order_return r join finance.recharge_order o on o.id = r.order_id
     where ${transfer} >= ${fromId}::uuid ${what === 'won' ? sql`` : sql`and r.kind = ${what}`} and o.usd_cents <> 0`.execute(
    reader,
  )
  return rows
}

/**
 * Orders paid or returned since a given time, or with movements: how many movements each should have by its state, and how many it has.
 * Unpaid and failed ones should have none.
 */
export async function orderStates(reader: Reader, since: Date): Promise<{ recorded: Sided[]; posted: Sided[] }> {
  const { rows } = await sql<{ id: string; recorded: bigint; posted: bigint; href: string }>`
    select 'order ' || o.id as id, ${orderHref} as href,
           (case when o.state = 'success' and o.paid_at is not null then 1 + r.counted else 0 end)::bigint as recorded,
           ((o.recharge_id is not null)::int + r.posted)::bigint as posted
      from (select * from finance.recharge_order where paid_at >= ${since}
            union
            select o.* from finance.recharge_order o where o.id in (select order_id from finance.order_return where counts and at >= ${since})
            union
            select * from finance.recharge_order where recharge_id >= ${idAt(since)}::uuid) o
     cross join lateral (
       select coalesce(sum(1 + (reversed_at is not null)::int), 0) as counted,
              coalesce(sum((transfer_id is not null)::int + (reverse_id is not null)::int), 0) as posted
         from finance.order_return where order_id = o.id and counts) r
     where o.created_at is not null`.execute(reader)
  const side = (of: 'recorded' | 'posted') =>
    rows.map((row): Sided => ({ id: row.id, name: row.id, amount: row[of], href: row.href }))
  return { recorded: side('recorded'), posted: side('posted') }
}

/**
 * Orders that were paid before a moment, and whose `recharge.created` is still missing: what they buy, and for whom, is unknown, so nothing is
 * booked. One that was returned as a whole pays for nothing any more.
 */
export async function paidWithoutCreated(reader: Reader, before: Date): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select o.id, 'order ' || o.id as name, 1::bigint as amount, '/sys/bridge?tab=rejections&type=recharge.created' as href
      from finance.recharge_order o
     where o.paid_at < ${before} and o.created_at is null and (o.refund = 'none' or o.reversed_at is not null)
     order by o.paid_at, o.id`.execute(reader)
  return rows
}

/** Debts from chargebacks, by user. */
export async function chargebacksOwed(reader: Reader): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select 'user:' || user_id as id, 'user:' || user_id as name, sum(owed_tokens)::bigint as amount,
           '/finance/chargeback?userId=' || user_id as href
      from finance.chargeback where owed_tokens > 0 group by user_id order by user_id`.execute(reader)
  return rows
}

const withdrawalHref = sql`'/finance/withdraw?tab=all&withdrawalId=' || w.id`

/** Withdrawals that were paid since a moment, in cents and in bonus. */
export async function paidWithdrawals(reader: Reader, since: Date): Promise<{ cents: Sided[]; bonus: Sided[] }> {
  const { rows } = await sql<{ id: string; cents: bigint; bonus: bigint; href: string }>`
    select 'withdrawal ' || w.id as id, w.net_cents as cents, w.bonus, ${withdrawalHref} as href from finance.withdrawal w
     where w.state in ('success', 'manual processing successful') and w.ended_at >= ${since}`.execute(reader)
  const side = (of: 'cents' | 'bonus') =>
    rows.flatMap((row): Sided[] =>
      row[of] === 0n ? [] : [{ id: row.id, name: row.id, amount: row[of], href: row.href }],
    )
  return { cents: side('cents'), bonus: side('bonus') }
}

/** What was taken from withdrawals for debts since the time of `fromId`, and not given back, in tokens. */
export async function withdrawalDebts(reader: Reader, fromId: string): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select 'withdrawal ' || w.id as id, 'withdrawal ' || w.id as name, w.debt_tokens as amount, ${withdrawalHref} as href
      from finance.withdrawal w where w.debt_id >= ${fromId}::uuid`.execute(reader)
  return rows
}

export type HeldWithdrawal = { id: string; holdId: string; ends: 'open' | 'post' | 'void'; href: string }

/**
 * Withdrawals requested or paid since a given time, and open ones, the newest of each, with the state of their hold that follows from
 * their own: open, bonus taken, or released.
 */
export async function heldWithdrawals(reader: Reader, since: Date, newest: number): Promise<HeldWithdrawal[]> {
  const { rows } = await sql<HeldWithdrawal>`
    select 'withdrawal ' || w.id as id, w.hold_id as "holdId", ${withdrawalHref} as href,
           case when w.state in ('success', 'manual processing successful') then 'post'
                when w.state = 'audit failed' or w.released_at is not null then 'void' else 'open' end as ends
      from ((select * from finance.withdrawal where requested_at >= ${since} order by requested_at desc, id desc limit ${newest})
            union
            (select * from finance.withdrawal where state in ('success', 'manual processing successful') and ended_at >= ${since}
              order by ended_at desc limit ${newest})
            union
            (select * from finance.withdrawal where state = 'in review' order by requested_at desc, id desc limit ${newest})
            union
            (select * from finance.withdrawal where state = 'withdrawing' order by requested_at desc, id desc limit ${newest})
            union
            (select * from finance.withdrawal where state = 'failure' order by requested_at desc, id desc limit ${newest})) w`.execute(
    reader,
  )
  return rows
}

/** Payouts that ended as paid since a moment, and the same amounts by their withdrawals and guild payments. */
export async function paidPayouts(reader: Reader, since: Date): Promise<{ payouts: Sided[]; owners: Sided[] }> {
  const payouts = await sql<Sided>`
    select p.source || ' ' || p.source_id || ' ' || p.reference as id, 'payout ' || p.id as name, p.usd_cents as amount,
           '/finance/payout?tab=batches&drawer=batch:' || p.batch_id as href
      from finance.payout p
     where p.state = 'paid' and p.ended_at >= ${since} and p.source in ('withdrawal', 'guild.request', 'guild.week')`.execute(
    reader,
  )
  // Manual payments to guilds have no payout.
  const owners = await sql<Sided>`
    select 'withdrawal ' || w.id || ' ' || w.reference as id, 'withdrawal ' || w.id as name, w.net_cents as amount, ${withdrawalHref} as href
      from finance.withdrawal w where w.state = 'success' and w.net_cents > 0 and w.ended_at >= ${since}
    union all
    select m.id, m.id as name, p.usd_cents as amount, '/sociatyManage/withdrawalManage' as href
      from guilds.payment p
     cross join lateral (select case when p.request_id is not null then 'guild.request ' || p.request_id else 'guild.week ' || p.settlement_id end
                                || ' ' || p.reference as id) m
     where p.paid_at >= ${since}
       and exists (select from finance.payout o where o.state = 'paid' and o.reference = p.reference
                      and o.source_id = coalesce(p.request_id, p.settlement_id)::text
                      and o.source = case when p.request_id is not null then 'guild.request' else 'guild.week' end)`.execute(
    reader,
  )
  return { payouts: payouts.rows, owners: owners.rows }
}

/** Maximum number of batches that are summed again: the newest. */
const newestBatches = 500

/** Batches as made, and the sums of their payouts; a batch whose state doesn't match its payouts counts as zero. */
export async function batchSums(reader: Reader): Promise<{ batches: Sided[]; lines: Sided[] }> {
  const { rows } = await sql<{ id: string; batch: bigint; lines: bigint; href: string }>`
    select 'batch ' || b.id as id, b.usd_cents as batch, '/finance/payout?tab=batches&drawer=batch:' || b.id as href,
           case when s.count = b.lines and case b.state when 'done' then s.waiting = 0 when 'dropped' then s.paid = 0 and s.waiting = 0
                                                        when 'sent' then s.waiting > 0 else s.waiting = s.count end
                then s.cents else 0 end as lines
      from (select * from finance.payout_batch order by id desc limit ${newestBatches}) b
     cross join lateral (
       select count(*)::int as count, coalesce(sum(p.usd_cents), 0)::bigint as cents, count(*) filter (where p.state = 'waiting') as waiting,
              count(*) filter (where p.state = 'paid') as paid
         from finance.payout p where p.batch_id = b.id) s`.execute(reader)
  const side = (of: 'batch' | 'lines') =>
    rows.map((row): Sided => ({ id: row.id, name: row.id, amount: row[of], href: row.href }))
  return { batches: side('batch'), lines: side('lines') }
}

const userSums = 'finance.userSums'

/** A day's recharges by orders, as far as folded, and by the folded sums; in cents. */
export async function rechargedOn(
  reader: Reader,
  day: string,
  from: Date,
  to: Date,
): Promise<{ orders: bigint; folded: bigint }> {
  const { rows } = await sql<{ orders: bigint; folded: bigint }>`
    select (select coalesce(sum(o.usd_cents), 0)::bigint from finance.recharge_order o
             where o.paid_at >= ${from} and o.paid_at < ${to} and o.recharge_id is not null
               and not ${isUnreadBy(userSums, 'o.recharge_id')}) as orders,
           (select coalesce(sum(recharged_cents), 0)::bigint from finance.users_sum
             where grain = 'day' and start = ${day}::date) as folded`.execute(reader)
  return rows[0]!
}
