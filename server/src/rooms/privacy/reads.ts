// Who opened a person's page, counted by day, and which contacts were revealed.
import type { Answer } from '@greenroom/contract/call'
import type { personData } from '@greenroom/contract/privacy'
import { sql } from 'kysely'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import type { Reader } from '../../kit/database/database.ts'
import { textOf } from '../../kit/time.ts'

/** Counts that the caller opened a person's page. Not while an administrator looks as somebody else would: nothing is written then. */
export async function noteRead(context: Context, userId: bigint): Promise<void> {
  const staff = staffOf(context)
  if (staff.seeing || context.whole) return
  const day = textOf(context.now, context.timeZone).slice(0, 10)
  await sql`
    insert into privacy.read_day as r (user_id, day, staff_id, times, last_at)
    select ${userId}, ${day}::date, ${staff.id}, 1, ${context.now} where exists (select from users.app_user where id = ${userId})
    on conflict (user_id, day, staff_id) do update set times = r.times + 1, last_at = greatest(r.last_at, excluded.last_at)`.execute(
    context.database,
  )
}

type Read = Omit<NonNullable<Answer<typeof personData>['readers']>[number], 'lastAt'> & { lastAt: Date }

/**
 * Readers of a person by day, newest first: how often they opened the page, and which of the contacts that it hides they revealed, there or on
 * the page of the guild or agent that the person is.
 */
export async function readersOf(reader: Reader, userId: bigint, timeZone: string) {
  const { rows } = await sql<Read>`
    select r.day::text as day, s.username, sum(r.times)::int as times, max(r.last_at) as "lastAt",
           coalesce(array_agg(distinct r.field order by r.field) filter (where r.field is not null), '{}') as fields
      from (select day, staff_id, times, last_at, null as field from privacy.read_day where user_id = ${userId}
             union all
            select (v.at at time zone ${timeZone})::date, v.staff_id, 0, v.at, v.field from users.reveal v where v.user_id = ${userId}) r
      join access.staff s on s.id = r.staff_id
     group by r.day, r.staff_id, s.username
     order by r.day desc, max(r.last_at) desc limit 100`.execute(reader)
  return rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }))
}
