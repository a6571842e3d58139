// Running broadcasts.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

/** The newest running broadcast of each of these users; users without one are left out. */
export async function broadcastsOf(reader: Reader, userIds: readonly bigint[]): Promise<Map<bigint, string>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ userId: bigint; id: string }>`
    select distinct on (user_id) user_id as "userId", id
      from live.session where ended_at is null and user_id = any(${userIds}::bigint[])
     order by user_id, started_at desc nulls last, id desc`.execute(reader)
  return new Map(rows.map(({ userId, id }) => [userId, id]))
}
