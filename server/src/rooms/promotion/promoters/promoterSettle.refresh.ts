// Updates promoters' lines from their channels' days: open lines follow them, frozen ones keep their sums and record the current sum of
// their days.
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { cost, counted, net, termOn } from '../days/channelDays.figures.ts'

/** Days of promoters' channels with the terms in force on them. */
export const paidDays: RawBuilder<unknown> = sql`
  promotion.channel_day d
  join promotion.channel c on c.number = d.channel and c.promoter_id is not null
  ${termOn(sql`d.day`)}`

/** Sums of days; over any group of `paidDays`. */
export const sums: RawBuilder<unknown> = sql`
  count(*)::int as days, sum(d.installs)::int as installs, sum(${counted})::int as counted,
  sum(d.registrations)::int as registrations, sum(${net})::bigint as net, sum(${cost})::bigint as cents`

/** Recalculates the lines of these months, given by their first days, from their channels' days; a line whose days came to nothing is 0. */
async function countMonths(tx: Transaction, months: readonly string[], zone: string, now: Date): Promise<void> {
  await sql`
    with counted as (
      select c.promoter_id, t.model, m.period, ${sums}
        from unnest(${months}::date[]) m(period)
        join promotion.channel_day d on d.key >= to_char(m.period, 'YYYY-MM-DD')
         and d.key < to_char(m.period + interval '1 month', 'YYYY-MM-DD')
        join promotion.channel c on c.number = d.channel and c.promoter_id is not null
        ${termOn(sql`d.day`)}
       where t.model is not null group by 1, 2, 3
    ), found as (
      select promoter_id, model, period, coalesce(f.days, 0) as days, coalesce(f.installs, 0) as installs,
             coalesce(f.counted, 0) as counted, coalesce(f.registrations, 0) as registrations, coalesce(f.net, 0) as net,
             coalesce(f.cents, 0) as cents
        from (select promoter_id, model, period from promotion.settlement where period = any(${months}::date[])
               union select promoter_id, model, period from counted where installs <> 0 or cents <> 0 or net <> 0) x
        left join counted f using (promoter_id, model, period))
    insert into promotion.settlement as s
      (promoter_id, model, period, ends_at, days, installs, counted, registrations, net_cents, now_cents, own_cents,
       payable_cents, carried_out_cents, updated_at)
    select f.promoter_id, f.model, f.period, (f.period + interval '1 month')::timestamp at time zone ${zone}, f.days, f.installs,
           f.counted, f.registrations, f.net, f.cents, f.cents, greatest(f.cents, 0), least(f.cents, 0), ${now}::timestamptz
      from found f
     order by f.promoter_id, f.model, f.period
    on conflict (promoter_id, model, period) do update set
      -- What an import brought has no days here.
      now_cents = case when s.approved_by like 'import %' then s.now_cents else excluded.now_cents end,
      ends_at = case when s.state = 'open' then excluded.ends_at else s.ends_at end,
      days = case when s.state = 'open' then excluded.days else s.days end,
      installs = case when s.state = 'open' then excluded.installs else s.installs end,
      counted = case when s.state = 'open' then excluded.counted else s.counted end,
      registrations = case when s.state = 'open' then excluded.registrations else s.registrations end,
      net_cents = case when s.state = 'open' then excluded.net_cents else s.net_cents end`.execute(tx)
}

/** A correction or negative remainder without an open line opens one in the running month. */
async function openForRests(tx: Transaction, today: string, zone: string, now: Date): Promise<void> {
  await sql`
    insert into promotion.settlement (promoter_id, model, period, ends_at, updated_at)
    select s.promoter_id, s.model, greatest(date_trunc('month', ${today}::date)::date, max(s.period) + interval '1 month')::date,
           (greatest(date_trunc('month', ${today}::date)::date, max(s.period) + interval '1 month') + interval '1 month')::timestamp
             at time zone ${zone}, ${now}::timestamptz
      from promotion.settlement s
     group by s.promoter_id, s.model
    having bool_and(s.state <> 'open')
       and (sum(s.now_cents - s.own_cents - s.correction_cents) <> 0
            or sum(s.carried_out_cents - s.carried_in_cents) <> 0)
    on conflict do nothing`.execute(tx)
}

/** Open lines: their days and, in the earliest of each promoter and model, corrections and the carried-in sum. */
async function sumOpen(tx: Transaction): Promise<void> {
  await sql`
    with settled as (
      select promoter_id, model, sum(now_cents - own_cents - correction_cents)::bigint as missing,
             sum(carried_out_cents - carried_in_cents)::bigint as carried
        from promotion.settlement where state <> 'open' group by 1, 2
    ), earliest as (
      select distinct on (promoter_id, model) id from promotion.settlement where state = 'open'
       order by promoter_id, model, period
    ), wanted as (
      select s.id, s.now_cents as own, case when e.id is null then 0 else coalesce(d.missing, 0) end as correction,
             case when e.id is null then 0 else coalesce(d.carried, 0) end as carried
        from promotion.settlement s
        left join earliest e on e.id = s.id
        left join settled d on d.promoter_id = s.promoter_id and d.model = s.model
       where s.state = 'open')
    update promotion.settlement s
       set own_cents = w.own, correction_cents = w.correction, carried_in_cents = w.carried,
           payable_cents = greatest(w.own + w.correction + w.carried, 0),
           carried_out_cents = least(w.own + w.correction + w.carried, 0)
      from wanted w
     where s.id = w.id and (s.own_cents, s.correction_cents, s.carried_in_cents) is distinct from (w.own, w.correction, w.carried)`.execute(
    tx,
  )
}

/** One at a time: lines of a promoter depend on each other. The caller's transaction holds it until it ends. */
export const lockLines = (tx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('promotion.settlement', 0))`.execute(tx)

/** The first days of these days' months. */
export const monthsOf = (days: readonly string[]): string[] => [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))]

/**
 * Updates all lines from their channels' days; days are recounted for these months. The caller holds `lockLines`.
 *
 * @param days texts such as `2026-11-20`; any of each month.
 */
export async function refreshLines(
  tx: Transaction,
  days: readonly string[],
  { zone, now, today }: { zone: string; now: Date; today: string },
): Promise<void> {
  const months = monthsOf(days)
  if (months.length > 0) await countMonths(tx, months, zone, now)
  await openForRests(tx, today, zone, now)
  await sumOpen(tx)
}
