// Days on which people were there, and the bans the app must hear of again.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database.ts'

export type Visit = { day: string; userId: bigint; first: Date; seconds: number }

/** Adds visits to their days; `seconds` are told once, when she leaves. */
export async function recordVisits(tx: Transaction, visits: readonly Visit[]): Promise<void> {
  if (visits.length === 0) return
  await sql`
    insert into users.active_day as a (day, user_id, first_at, seconds)
    select v.day, v.user_id, min(v.first), sum(v.seconds)
      from unnest(${visits.map((v) => v.day)}::date[], ${visits.map((v) => v.userId)}::bigint[],
                  ${visits.map((v) => v.first)}::timestamptz[], ${visits.map((v) => v.seconds)}::int[])
        as v(day, user_id, first, seconds)
     group by v.day, v.user_id order by v.day, v.user_id
    on conflict (day, user_id) do update
      set first_at = least(a.first_at, excluded.first_at), seconds = a.seconds + excluded.seconds`.execute(tx)
}

/** The reasons of the newest bans that are open, by person and by device. */
export async function reasonsOf(tx: Transaction, userIds: readonly bigint[], deviceIds: readonly string[]) {
  const { rows } = await sql<{ userId: bigint | null; deviceId: string | null; reason: string }>`
    select user_id as "userId", device_id as "deviceId", reason from users.ban
     where ended is null and (user_id = any(${userIds}::bigint[]) or device_id = any(${deviceIds}::text[]))
     order by id`.execute(tx)
  return {
    ofUser: new Map(rows.map((row) => [row.userId, row.reason])),
    ofDevice: new Map(rows.map((row) => [row.deviceId, row.reason])),
  }
}
