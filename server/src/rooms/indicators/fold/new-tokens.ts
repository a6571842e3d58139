// New entries of the ledger are added to users' days, not counted again with all others: half of all facts are entries, and a user may have
// hundreds on a day. Each is read once (`kit/new-rows.ts`); its sums wait in `indicators.new_tokens` until the user is due.
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../kit/database.ts'
import { type Part, usersEntriesIn } from '../../../ledger/index.ts'
import { measuresOf, tokensByQuarter, touchBits } from '../subjects.ts'
import { addToDue } from './queries.ts'

const width = measuresOf('tokens').length
const sums = (of: (place: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql`array[${sql.join(Array.from({ length: width }, (_, place) => of(sql.lit(place + 1))))}]::bigint[]`

function merged(what: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select array_agg(o.${what} order by o.minute)
      from (select x.minute, sum(x.amount)::bigint as amount
              from unnest(u.minutes || c.minutes, u.amounts || c.amounts) as x(minute, amount) group by x.minute) o`
}

/** Adds the part's entries to what is due. */
export async function takeEntries(tx: Transaction, part: Part): Promise<void> {
  await sql`
    with fresh as materialized (${tokensByQuarter(usersEntriesIn(part))}),
    kept as (
      insert into indicators.new_tokens (user_id, at, m, minutes, amounts)
      select user_id, day, m, minutes, amounts from fresh order by user_id, day)
    ${addToDue(sql`select user_id, day::timestamptz(0) as at, ${touchBits.newEntries}::int as what from fresh`)}`.execute(
    tx,
  )
}

/** Takes what waits for the `due` days. */
export const takenTokens = sql`
  taken as (
    delete from indicators.new_tokens n using due d where n.user_id = d.user_id and n.at >= d.from_at and n.at < d.to_at
    returning d.day, n.user_id, n.m, n.minutes, n.amounts)`

/**
 * The `due` days with what was `taken` for them, as a subject's query returns them. New minutes nearly always follow those of the day, and
 * are appended then.
 */
export const tokensWithNew = sql`
  select d.day, d.user_id,
         case when n.user_id is null then u.m when u.user_id is null then n.m else ${sums((place) => sql`u.m[${place}] + n.m[${place}]`)} end as m,
         case when u.minutes[cardinality(u.minutes)] >= c.minutes[1] then (${merged(sql`minute`)})
              else coalesce(u.minutes, '{}') || coalesce(c.minutes, '{}') end as minutes,
         case when u.minutes[cardinality(u.minutes)] >= c.minutes[1] then (${merged(sql`amount`)})
              else coalesce(u.amounts, '{}') || coalesce(c.amounts, '{}') end as amounts
    from due d
    left join (
      select t.day, t.user_id, ${sums((place) => sql`sum(t.m[${place}])`)} as m from taken t group by 1, 2) n using (day, user_id)
    left join (
      select m.day, m.user_id, array_agg(m.minute order by m.minute) as minutes, array_agg(m.amount order by m.minute) as amounts
        from (select t.day, t.user_id, x.minute, sum(x.amount)::bigint as amount
                from taken t cross join lateral unnest(t.minutes, t.amounts) as x(minute, amount) group by 1, 2, 3) m
       group by 1, 2) c using (day, user_id)
    left join stale u on u.day = d.day and u.user_id = d.user_id
   where n.user_id is not null or u.user_id is not null`
