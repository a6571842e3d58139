// A user's record for other rooms: the newest bans, and devices with their users.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

export type RecordBan = { kind: string; reason: string; at: Date; until: Date | null; ended: boolean; by: string }

/** The user's newest bans. An expired one has ended, even before the round ends it. */
export async function newestBans(reader: Reader, userId: bigint, now: Date, count: number): Promise<RecordBan[]> {
  const { rows } = await sql<RecordBan>`
    select kind, reason, at, until, by, ended is not null or coalesce(until <= ${now}, false) as ended
      from users.ban where user_id = ${userId} order by id desc limit ${count}`.execute(reader)
  return rows
}

export type RecordDevice = { deviceId: string; model: string; platform: string; users: number; banned: boolean }

/** The user's devices, newest first, with the number of users seen on each. */
export async function devicesOf(reader: Reader, userId: bigint, now: Date, count: number): Promise<RecordDevice[]> {
  const { rows } = await sql<RecordDevice>`
    select d.id as "deviceId", d.model, d.platform, d.users,
           d.banned and (d.banned_until is null or d.banned_until > ${now}) as banned
      from users.user_device l join users.device d on d.id = l.device_id
     where l.user_id = ${userId} order by l.last_seen_at desc, d.id limit ${count}`.execute(reader)
  return rows
}
