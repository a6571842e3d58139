// The course of days: a subject's users and amounts by minute, for Home.
import { type RawBuilder, sql } from 'kysely'
import type { SubjectName } from '../indicators.subjects.ts'

/** Adds `changes (minute, users, amount)` to the minutes of a subject, from `from` on. */
export const addToCourse = (name: SubjectName, from: Date, changes: RawBuilder<unknown>) => sql`
    insert into indicators.course as c (subject, minute, users, amount)
    select ${name}, to_timestamp(x.minute::bigint * 60), sum(x.users), sum(x.amount)
      from (${changes}) x
     where x.minute >= ${Math.ceil(from.getTime() / 60_000)}::int
     group by x.minute having sum(x.users) <> 0 or sum(x.amount) <> 0
     order by 2
    on conflict (subject, minute) do update set users = c.users + excluded.users, amount = c.amount + excluded.amount`

/**
 * The changes of `differences`. A day mostly gets later minutes only, so the minutes that it begins with before and after are left out; the
 * last of them may have got a larger amount.
 */
export const changedMinutes = sql`
    select x.minute, x.sign * (x.place = 1)::int as users, x.sign * coalesce(x.amount, 0) as amount
      from differences d
     cross join lateral (
       select case when d.minutes[:n.last - 1] = d.was_minutes[:n.last - 1] and d.amounts[:n.last - 1] = d.was_amounts[:n.last - 1]
                   then n.last else 1 end as first
         from (select greatest(cardinality(d.was_minutes), 1) as last) n) k
     cross join lateral (
       select 1 as sign, n.minute, n.amount, n.place + k.first - 1 as place
         from unnest(d.minutes[k.first:], d.amounts[k.first:]) with ordinality as n(minute, amount, place)
       union all
       select -1, n.minute, n.amount, n.place + k.first - 1
         from unnest(d.was_minutes[k.first:], d.was_amounts[k.first:]) with ordinality as n(minute, amount, place)) x`
