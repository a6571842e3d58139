// The most simultaneous broadcasts of a day, and when they ran.
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'

/** Longer broadcasts are not counted on the days after. */
const reach = sql`interval '1 day'`

/** Broadcasts `s` of users `u` that ran at this moment of the day that begins at `from`, as the day's peak counts them. */
export const ranAt = (moment: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql<boolean>`
  s.started_at <= ${moment} and s.started_at >= ${from} - ${reach} and coalesce(s.ended_at > ${moment}, true)
    and not u.market_audit and not u.internal`

/** The maximum of concurrent broadcasts on these days, from the running sessions. */
export async function recountPeaks(
  tx: Transaction,
  days: readonly { day: string; from: Date; to: Date }[],
): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into indicators.peak (day, broadcasts, at)
    select d.day, coalesce(p.running, 0), p.at
      from unnest(${days.map((d) => d.day)}::date[], ${days.map((d) => d.from)}::timestamptz[], ${days.map((d) => d.to)}::timestamptz[])
        as d(day, from_at, to_at)
     left join lateral (
       select running, at from (
         select at, sum(sum(step)) over (order by at) as running from (
           select greatest(s.started_at, d.from_at) as at, 1 as step from live.session s join users.app_user u on u.id = s.user_id
            where s.started_at < d.to_at and s.started_at >= d.from_at - ${reach} and coalesce(s.ended_at > d.from_at, true)
              and not u.market_audit and not u.internal
           union all
           select s.ended_at, -1 from live.session s join users.app_user u on u.id = s.user_id
            where s.started_at < d.to_at and s.started_at >= d.from_at - ${reach} and s.ended_at > d.from_at and s.ended_at < d.to_at
              and not u.market_audit and not u.internal) steps
          group by at) sums
        where running > 0 order by running desc, at limit 1) p on true
    on conflict (day) do update set broadcasts = excluded.broadcasts, at = excluded.at`.execute(tx)
}
