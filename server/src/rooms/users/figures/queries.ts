// Figures of Home. Market-audit and internal accounts never count (product.md section 6). Reads other rooms' tables:
// Home asks once a minute, and each figure is one scan of an index over three stretches of a day.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database.ts'
import type { Stretch } from './rules.ts'

export type Figures = {
  key: string
  registrations: number
  activeUsers: number
  rechargeUsdCents: bigint
  payers: number
  tokensSpent: bigint
  calls: number
  broadcasts: number
}

/** Few, so that leaving them out costs one look into a small set. */
const leftOut = sql`(select id from users.app_user where market_audit or internal)`
const counts = (column: string) => sql`${sql.ref(column)} not in ${leftOut}`

export async function figuresOf(reader: Reader, stretches: readonly Stretch[]): Promise<Map<string, Figures>> {
  const { rows } = await sql<Figures>`
    select s.key,
           (select count(*)::int from users.app_user u
             where u.registered_at is not null and u.created_at >= s.from and u.created_at < s.to
               and not u.market_audit and not u.internal) as registrations,
           (select count(*)::int from users.active_day a
             where a.day = s.day and a.first_at < s.to and ${counts('a.user_id')}) as "activeUsers",
           o.cents as "rechargeUsdCents", o.payers,
           (select coalesce(sum(m.tokens), 0)::bigint from users.spent_minute m
             where m.minute >= s.from and m.minute < s.to) as "tokensSpent",
           (select count(*)::int from live.call c
             where c.requested_at >= s.from and c.requested_at < s.to and ${counts('c.caller_id')}) as calls,
           (select count(*)::int from live.session l
             where l.started_at >= s.from and l.started_at < s.to and ${counts('l.user_id')}) as broadcasts
      from unnest(${stretches.map((s) => s.key)}::text[], ${stretches.map((s) => s.day)}::date[],
                  ${stretches.map((s) => s.from)}::timestamptz[], ${stretches.map((s) => s.to)}::timestamptz[])
        as s(key, day, "from", "to")
      cross join lateral (
        select coalesce(sum(r.usd_cents), 0)::bigint as cents, count(distinct r.user_id)::int as payers
          from finance.recharge_order r
         where r.paid_at >= s.from and r.paid_at < s.to and r.state = 'success' and ${counts('r.user_id')}) o`.execute(
    reader,
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** What goes on at this moment. */
export async function nowOf(reader: Reader): Promise<{ online: number; liveNow: number; callsNow: number }> {
  const { rows } = await sql<{ online: number; liveNow: number; callsNow: number }>`
    select (select count(*)::int from users.app_user where online)
           -- Taken off, so that the many are counted by their index alone.
           - (select count(*)::int from users.app_user where online and (market_audit or internal)) as online,
           (select count(*)::int from live.session l
             where l.ended_at is null and l.started_at is not null and ${counts('l.user_id')}) as "liveNow",
           (select count(*)::int from live.call c
             where c.ended_at is null and c.answered_at is not null and ${counts('c.caller_id')}) as "callsNow"`.execute(
    reader,
  )
  return rows[0]!
}
