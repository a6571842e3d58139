// Ended weeks, and whether their drafts are complete.
import { sql } from 'kysely'
import type { Database } from '../../server/src/kit/database/database.ts'

export type EndedWeek = { week: string; endsAt: Date }

/** Weeks that ended between two times, oldest first. */
export async function endedWeeks(database: Database, from: Date, to: Date): Promise<EndedWeek[]> {
  const { rows } = await sql<EndedWeek>`
    select to_char(week, 'YYYY-MM-DD') as week, ends_at as "endsAt" from guilds.week
     where ends_at > ${from} and ends_at <= ${to} order by week`.execute(database)
  return rows
}

/** Whether a week has all its drafts. */
export async function isDrafted(database: Database, week: string): Promise<boolean> {
  const { rows } = await sql`
    select from guilds.settlement_run where week = ${week}::date and finished_at is not null`.execute(database)
  return rows.length === 1
}
