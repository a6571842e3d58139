// Days of activity, and bans to be sent to the app again.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'

export type Visit = {
  day: string
  userId: bigint
  first: Date
  seconds: number
  /** The platform on which the user came online; null when they left. */
  platform: string | null
}

/** Adds visits to their days. `seconds` come once, when the user leaves; the platform is that of the last visit. */
export async function recordVisits(tx: Transaction, visits: readonly Visit[]): Promise<void> {
  if (visits.length === 0) return
  await sql`
    insert into users.active_day as a (day, user_id, first_at, seconds, platform, online_at)
    select v.day, v.user_id, min(v.first), sum(v.seconds),
           coalesce((array_agg(v.platform order by v.first desc, v.platform) filter (where v.platform is not null))[1], ''),
           max(v.first) filter (where v.platform is not null)
      from unnest(${visits.map((v) => v.day)}::date[], ${visits.map((v) => v.userId)}::bigint[],
                  ${visits.map((v) => v.first)}::timestamptz[], ${visits.map((v) => v.seconds)}::int[],
                  ${visits.map((v) => v.platform)}::text[])
        as v(day, user_id, first, seconds, platform)
     group by v.day, v.user_id order by v.day, v.user_id
    on conflict (day, user_id) do update
      set first_at = least(a.first_at, excluded.first_at), seconds = a.seconds + excluded.seconds,
          platform = case when (a.online_at, a.platform) < (excluded.online_at, excluded.platform) or a.online_at is null
                          then excluded.platform else a.platform end,
          online_at = greatest(a.online_at, excluded.online_at)`.execute(tx)
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
