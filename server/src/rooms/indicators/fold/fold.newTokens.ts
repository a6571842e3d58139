// New entries of the ledger are added to users' days, not counted again with all others: half of all facts are entries, and a user may have
// hundreds on a day. Each is read once (`kit/database/newRows.ts`). The sums of the first ones of a user's day wait in `indicators.new_tokens` until
// the user is due: they need their cell.
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { type Part, usersEntriesIn } from '../../../ledger/index.ts'
import { measuresOf, tokensByDay, touchBits } from '../indicators.subjects.ts'
import { addToCells } from './fold.cells.ts'
import { addToCourse } from './fold.course.ts'
import { addToDue } from './fold.queries.ts'
import type { Zone } from './fold.rules.ts'
import { dayIn, startIn } from './fold.zone.ts'

const width = measuresOf('tokens').length
const sums = (of: (place: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql`array[${sql.join(Array.from({ length: width }, (_, place) => of(sql.lit(place + 1))))}]::bigint[]`

function merged(what: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select array_agg(o.${what} order by o.minute)
      from (select x.minute, sum(x.amount)::bigint as amount
              from unnest(u.minutes || c.minutes, u.amounts || c.amounts) as x(minute, amount) group by x.minute) o`
}

const last = sql`cardinality(u.minutes)`

/** New minutes nearly always follow those of the day, or begin with its last one. `c` may be null. */
const joined = {
  minutes: sql`
         case when u.minutes[${last}] > c.minutes[1] then (${merged(sql`minute`)})
              when u.minutes[${last}] = c.minutes[1] then u.minutes || c.minutes[2:]
              else coalesce(u.minutes, '{}') || coalesce(c.minutes, '{}') end`,
  amounts: sql`
         case when u.minutes[${last}] > c.minutes[1] then (${merged(sql`amount`)})
              when u.minutes[${last}] = c.minutes[1] then u.amounts[:${last} - 1] || u.amounts[${last}] + c.amounts[1] || c.amounts[2:]
              else coalesce(u.amounts, '{}') || coalesce(c.amounts, '{}') end`,
}

const places = sql.join(['country', 'channel', 'sex', 'platform', 'old'].map((name) => sql.ref(name)))

/**
 * Adds the part's entries to the stored days, cells and minutes, in the transaction that moves the reader's cursor. Those of days that are
 * not stored wait, and become due.
 *
 * @param first entries of earlier days change nothing.
 * @param courseFrom earlier minutes are not corrected, since nobody reads them.
 */
export async function addEntries(
  tx: Transaction,
  part: Part,
  { zones, first, courseFrom }: { zones: readonly Zone[]; first: string; courseFrom: Date },
): Promise<void> {
  // Sorts and hashes of so many entries would go through the disk otherwise.
  await sql`set local work_mem = '64MB'`.execute(tx)
  await sql`
    with fresh as materialized (
      select f.* from (${tokensByDay(usersEntriesIn(part), dayIn(zones, sql`n.at`))}) f where f.day >= ${first}::date
       order by f.user_id),
    -- In the order of users, whose days lie together. One join for both, since no plan knows how many entries are new. Without \`offset\`, it may read the days of all users.
    met as materialized (
      select c.day, c.user_id, u.tid, c.m as added, c.minutes as new_minutes, c.amounts as new_amounts,
             u.country, u.channel, u.sex, u.platform, u.old, u.minutes as was_minutes,
             ${sums((place) => sql`coalesce(u.m[${place}], 0) + c.m[${place}]`)} as m, ${joined.minutes} as minutes, ${joined.amounts} as amounts
        from fresh c
        left join lateral (
          select s.*, s.ctid as tid from indicators.user_day s
           where s.subject = 'tokens' and s.day = c.day and s.user_id = c.user_id offset 0) u on true),
    corrected as (
      update indicators.user_day u set (m, minutes, amounts) = row(d.m, d.minutes, d.amounts) from met d where u.ctid = d.tid),
    course as (${addToCourse(
      'tokens',
      courseFrom,
      sql`
        select x.minute, x.users, x.amount
          from met d
         cross join lateral (
           select n.minute, 0 as users, n.amount from unnest(d.new_minutes, d.new_amounts) as n(minute, amount)
           union all select d.minutes[1], 1, 0 where d.minutes[1] is distinct from d.was_minutes[1]
           union all select d.was_minutes[1], -1, 0 where d.minutes[1] < d.was_minutes[1]) x
         where d.tid is not null and d.new_minutes <> '{}'`,
    )}),
    cells as (${addToCells('tokens', sql`select day, ${places}, added as m, null::bigint[] as was from met where tid is not null`)}),
    waiting as materialized (
      select user_id, ${startIn(zones, sql`day`)} as at, added, new_minutes, new_amounts
        from met where tid is null),
    kept as (
      insert into indicators.new_tokens (user_id, at, m, minutes, amounts)
      select user_id, at, added, new_minutes, new_amounts from waiting order by user_id, at)
    ${addToDue(sql`select user_id, at, ${touchBits.newEntries}::int as what from waiting`)}`.execute(tx)
}

/** Takes what waits for the `due` days. */
export const takenTokens = sql`
  taken as (
    delete from indicators.new_tokens n using due d where n.user_id = d.user_id and n.at >= d.from_at and n.at < d.to_at
    returning d.day, n.user_id, n.m, n.minutes, n.amounts)`

/** The `due` days with what was `taken` for them, as a subject's query returns them. */
export const tokensWithNew = sql`
  select d.day, d.user_id,
         case when n.user_id is null then u.m when u.user_id is null then n.m else ${sums((place) => sql`coalesce(u.m[${place}], 0) + coalesce(n.m[${place}], 0)`)} end as m,
         ${joined.minutes} as minutes, ${joined.amounts} as amounts
    from due d
    left join (
      select t.day, t.user_id, ${sums((place) => sql`coalesce(sum(t.m[${place}]), 0)`)} as m from taken t group by 1, 2) n using (day, user_id)
    left join (
      select m.day, m.user_id, array_agg(m.minute order by m.minute) as minutes, array_agg(m.amount order by m.minute) as amounts
        from (select t.day, t.user_id, x.minute, sum(x.amount)::bigint as amount
                from taken t cross join lateral unnest(t.minutes, t.amounts) as x(minute, amount) group by 1, 2, 3) m
       group by 1, 2) c using (day, user_id)
    left join stale u on u.day = d.day and u.user_id = d.user_id
   where n.user_id is not null or u.user_id is not null`
