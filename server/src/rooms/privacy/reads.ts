// Who opened a person's page, counted by day.
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

/** Readers of a person's page by day, newest first. */
export async function readersOf(
  reader: Reader,
  userId: bigint,
): Promise<{ day: string; username: string; times: number; lastAt: string }[]> {
  const { rows } = await sql<{ day: string; username: string; times: number; lastAt: Date }>`
    select r.day::text as day, s.username, r.times, r.last_at as "lastAt"
      from privacy.read_day r join access.staff s on s.id = r.staff_id
     where r.user_id = ${userId} order by r.day desc, r.last_at desc limit 100`.execute(reader)
  return rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }))
}
