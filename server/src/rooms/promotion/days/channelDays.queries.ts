// Recounts days of channels from their facts.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { cost, counted, termOn } from './channelDays.figures.ts'

/** One fold at a time: waits for another. */
export const lockDays = (tx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('promotion.days', 0))`.execute(tx)

export type ChannelDay = { channel: string; day: string }

/** Dequeues up to `limit` touched facts: the days they belong to in `zone`. */
export async function takeQueuedDays(
  tx: Transaction,
  zone: string,
  limit: number,
): Promise<{ count: number; days: ChannelDay[] }> {
  const { rows } = await sql<ChannelDay & { count: number }>`
    with taken as (
      delete from promotion.dirty_day where id in (select id from promotion.dirty_day order by id limit ${limit})
      returning channel, (at at time zone ${zone})::date as day)
    select channel, to_char(day, 'YYYY-MM-DD') as day, count(*)::int as count from taken
     group by taken.channel, taken.day order by taken.day, taken.channel`.execute(tx)
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    days: rows.map(({ channel, day }) => ({ channel, day })),
  }
}

/** Counts these days from their facts and writes them; market-audit and internal users never count. */
export async function countDays(tx: Transaction, zone: string, days: readonly ChannelDay[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    with asked as materialized (
      select a.channel, a.day, a.day::timestamp at time zone ${zone} as starts,
             (a.day + 1)::timestamp at time zone ${zone} as ends
        from unnest(${days.map((d) => d.channel)}::text[], ${days.map((d) => d.day)}::date[]) as a(channel, day)
    ), spans as materialized (
      select distinct day, starts, ends from asked
    ), recharged as (
      select u.channel, s.day, sum(o.usd_cents) as cents, count(*) filter (where o.first_recharge) as firsts
        from spans s
        join finance.recharge_order o on o.paid_at >= s.starts and o.paid_at < s.ends and o.recharge_id is not null
        join users.app_user u on u.id = o.user_id and not u.market_audit and not u.internal
       where u.channel <> '' group by 1, 2
    ), refunded as (
      select u.channel, s.day, sum(o.usd_cents) as cents
        from spans s
        -- A chargeback that was won is no refund.
        join finance.order_return r on r.at >= s.starts and r.at < s.ends and r.counts and r.transfer_id is not null and r.reversed_at is null
        join finance.recharge_order o on o.id = r.order_id
        join users.app_user u on u.id = o.user_id and not u.market_audit and not u.internal
       where u.channel <> '' group by 1, 2
    ), visited as (
      select c.number as channel, v.day, sum(v.visits) as visits, sum(v.clicks) as clicks
        from promotion.landing_day v
        join promotion.landing_phase p on p.id = v.phase_id
        join promotion.landing l on l.id = p.landing_id
        join promotion.channel c on c.id = l.channel_id
       where v.day in (select day from spans) group by 1, 2
    )
    insert into promotion.channel_day
      (key, day, channel, visits, clicks, installs, registrations, first_payers, recharge_cents, refund_cents, returned)
    select to_char(a.day, 'YYYY-MM-DD') || ' ' || a.channel, a.day, a.channel, coalesce(v.visits, 0), coalesce(v.clicks, 0),
           i.installs, r.registrations, coalesce(p.firsts, 0), coalesce(p.cents, 0), coalesce(f.cents, 0), r.returned
      from asked a
      left join recharged p using (channel, day)
      left join refunded f using (channel, day)
      left join visited v using (channel, day)
     cross join lateral (
       select count(*) as installs from promotion.install i
        where i.channel = a.channel and i.at >= a.starts and i.at < a.ends) i
     cross join lateral (
       select count(*) as registrations,
              count(*) filter (where exists (
                select from users.active_day y where y.day = a.day + 1 and y.user_id = u.id)) as returned
         from users.app_user u
        where u.channel = a.channel and u.created_at >= a.starts and u.created_at < a.ends
          and u.registered_at is not null and not u.market_audit and not u.internal and not u.stamps ? 'import') r
     order by 1
    on conflict (key) do update set
      visits = excluded.visits, clicks = excluded.clicks, installs = excluded.installs,
      registrations = excluded.registrations, first_payers = excluded.first_payers,
      recharge_cents = excluded.recharge_cents, refund_cents = excluded.refund_cents,
      returned = excluded.returned`.execute(tx)
}

/** Stores the cost of these days by their terms, so that sums over many days need no terms. */
export async function priceDays(tx: Transaction, days: readonly ChannelDay[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    update promotion.channel_day d set counted = p.counted, cost_cents = p.cost
      from (select d.key, ${counted} as counted, ${cost} as cost
              from promotion.channel_day d
              left join promotion.channel c on c.number = d.channel ${termOn(sql`d.day`)}
             where d.key = any(${days.map(({ day, channel }) => `${day} ${channel}`)}::text[])) p
     where d.key = p.key and (d.counted, d.cost_cents) is distinct from (p.counted, p.cost)`.execute(tx)
}

/** Adds missing days up to today for channels with a fixed price, which also apply without events. @returns the new days. */
export async function ensureFixedDays(tx: Transaction, today: string): Promise<ChannelDay[]> {
  const { rows } = await sql<ChannelDay>`
    insert into promotion.channel_day (key, day, channel)
    select to_char(g.day, 'YYYY-MM-DD') || ' ' || c.number, g.day, c.number
      from promotion.channel c
      join lateral (select min(from_day) as day from promotion.term where channel_id = c.id and model = 'fixed') f on f.day <= ${today}::date
     cross join lateral (select gs::date as day from generate_series(
       greatest(f.day, ${today}::date - 92)::timestamp, ${today}::timestamp, interval '1 day') gs) g
      join lateral (select x.model from promotion.term x where x.channel_id = c.id and x.from_day <= g.day
                     order by x.from_day desc, x.id desc limit 1) t on t.model = 'fixed'
    on conflict do nothing returning channel, to_char(day, 'YYYY-MM-DD') as day`.execute(tx)
  return rows
}

/** Queues days of a channel whose promoter or terms changed, so that promoters' lines are updated. */
export const queueDays = (tx: Transaction, number: string, from: string) =>
  sql`
    insert into promotion.dirty_day (channel, at)
    select d.channel, d.day::timestamp at time zone coalesce((select zone from promotion.zone), 'UTC')
      from promotion.channel_day d where d.channel = ${number} and d.key >= ${from}`.execute(tx)

/** The zone of the stored days; undefined if there are none yet. */
export const zoneOfDays = async (reader: Reader): Promise<string | undefined> =>
  (await reader.selectFrom('promotion.zone').select('zone').executeTakeFirst())?.zone

/** Queues every day that has facts, once for each channel, so that all are recounted in `zone`; visits keep their days. */
export async function restartFold(tx: Transaction, zone: string): Promise<void> {
  await sql`delete from promotion.channel_day`.execute(tx)
  await sql`
    with fact as (
      select channel, at from promotion.install
      union all select channel, registered_at from users.app_user where channel <> '' and registered_at is not null
      union all select u.channel, o.paid_at from finance.recharge_order o join users.app_user u on u.id = o.user_id
         where u.channel <> '' and o.paid_at is not null
      union all select u.channel, r.at from finance.order_return r join finance.recharge_order o on o.id = r.order_id
         join users.app_user u on u.id = o.user_id where u.channel <> '' and r.counts
      union all select c.number, v.day::timestamp at time zone ${zone} from promotion.landing_day v
         join promotion.landing_phase p on p.id = v.phase_id join promotion.landing l on l.id = p.landing_id
         join promotion.channel c on c.id = l.channel_id)
    insert into promotion.dirty_day (channel, at)
    select channel, day::timestamp at time zone ${zone}
      from (select distinct channel, (at at time zone ${zone})::date as day from fact) d`.execute(tx)
  await tx
    .insertInto('promotion.zone')
    .values({ zone })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ zone }))
    .execute()
}
