import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

export type NewestForbid = { reason: string; at: Date; until: Date | null; ended: boolean; by: string }

/** A user's newest broadcast bans. An expired one has ended, even before the round ends it. */
export async function newestForbids(reader: Reader, userId: bigint, now: Date, count: number): Promise<NewestForbid[]> {
  const { rows } = await sql<NewestForbid>`
    select reason, at, until, by, ended is not null or coalesce(until <= ${now}, false) as ended
      from live.forbid where user_id = ${userId} order by at desc, id desc limit ${count}`.execute(reader)
  return rows
}
