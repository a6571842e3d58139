// Home's queries: sums by minute, and running broadcasts and calls.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { type CourseSubject, courseSubjects } from '../indicators.subjects.ts'
import type { Period } from './indicatorHome.rules.ts'

export type Course = { key: string; subject: CourseSubject; users: number; amount: number }

/** By period and subject, up to and including the minute in which the period ends. */
export async function courseOf(reader: Reader, stretches: readonly Period[]): Promise<Course[]> {
  const { rows } = await sql<Course>`
    select s.key, c.subject, sum(c.users)::float8 as users, sum(c.amount)::float8 as amount
      from unnest(${stretches.map((s) => s.key)}::text[], ${stretches.map((s) => s.from)}::timestamptz[],
                  ${stretches.map((s) => s.to)}::timestamptz[]) as s(key, "from", "to")
     cross join unnest(${[...courseSubjects]}::text[]) as asked
      join indicators.course c on c.subject = asked and c.minute >= s.from and c.minute <= s.to
     group by 1, 2`.execute(reader)
  return rows
}

/** There are few, so excluding them is a look-up in a small set. */
const leftOut = sql`(select id from users.app_user where market_audit or internal)`
const counts = (column: string) => sql`${sql.ref(column)} not in ${leftOut}`

/** Running broadcasts and calls. */
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
