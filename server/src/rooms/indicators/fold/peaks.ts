// The most simultaneous broadcasts of a day.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database.ts'

/** The maximum of concurrent broadcasts on these days, from the running sessions. */
export async function recountPeaks(
  tx: Transaction,
  days: readonly { day: string; from: Date; to: Date }[],
): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into indicators.peak (day, broadcasts)
    select d.day, coalesce(p.most, 0)
      from unnest(${days.map((d) => d.day)}::date[], ${days.map((d) => d.from)}::timestamptz[], ${days.map((d) => d.to)}::timestamptz[])
        as d(day, from_at, to_at)
     cross join lateral (
       select max(running) as most from (
         select sum(sum(step)) over (order by at) as running from (
           select greatest(s.started_at, d.from_at) as at, 1 as step from live.session s join users.app_user u on u.id = s.user_id
            where s.started_at < d.to_at and s.started_at >= d.from_at - interval '1 day' and coalesce(s.ended_at > d.from_at, true)
              and not u.market_audit and not u.internal
           union all
           select s.ended_at, -1 from live.session s join users.app_user u on u.id = s.user_id
            where s.started_at < d.to_at and s.started_at >= d.from_at - interval '1 day' and s.ended_at > d.from_at and s.ended_at < d.to_at
              and not u.market_audit and not u.internal) steps
          group by at) sums) p
    on conflict (day) do update set broadcasts = excluded.broadcasts`.execute(tx)
}
