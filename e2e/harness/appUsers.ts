// App users for browser tests, inserted into the database directly.
import type { Server } from './server.ts'

export type AppUser = { id: number; nickname: string }

// Each worker has a database of its own; other helpers' ids lie below, or from 9,000,000 on.
let last = 8_100_000

/** A new user; fields that are not given have the database's defaults. */
export async function appUser(server: Server, options: { nickname?: string; phone?: string; email?: string } = {}) {
  const id = ++last
  const nickname = options.nickname ?? `Person ${id}`
  await server.query(
    `insert into users.app_user (id, nickname, sex, country, area_code, phone, email, created_at, registered_at)
     values ($1, $2, 'woman', 'BR', $3, $4, $5, now(), now())`,
    [id, nickname, options.phone ? '86' : '', options.phone ?? '', options.email ?? ''],
  )
  return { id, nickname } satisfies AppUser
}

/** Records users on a device. */
export async function seenOn(server: Server, deviceId: string, users: readonly AppUser[]): Promise<void> {
  await server.query(
    `insert into users.device (id, platform, model, first_seen_at, last_seen_at, users)
     values ($1, 'android', 'SM-S931B', now(), now(), $2)`,
    [deviceId, users.length],
  )
  for (const { id } of users) {
    await server.query(
      `insert into users.user_device (user_id, device_id, first_seen_at, last_seen_at, ip)
       values ($1, $2, now(), now(), '203.0.113.9')`,
      [id, deviceId],
    )
  }
}

/** Minutes until ends whose remaining time takes the most letters: 11 months, 23 hours, 59 minutes. */
const longestEnds = [345 * 24 * 60, 23.5 * 60, 59.5]

/** A user in each state with each of the longest ends and with none, a device banned as long, and as many bans from broadcasting. */
export async function longestBans(server: Server): Promise<void> {
  const states = ['ban ID', 'ban device', 'ban both']
  const bans = states.flatMap((state) => [...longestEnds, null].map((minutes) => ({ id: ++last, state, minutes })))
  const given = [bans.map(({ id }) => id), bans.map(({ state }) => state), bans.map(({ minutes }) => minutes)]
  await server.query(
    `with ban as (select * from unnest($1::bigint[], $2::text[], $3::float8[]) as b (id, state, minutes)),
       device as (
         insert into users.device (id, platform, model, first_seen_at, last_seen_at, banned, banned_until)
         select 'banned-' || id, 'android', 'SM-S931B', now(), now(), true, now() + minutes * interval '1 minute' from ban
       ),
       people as (
         insert into users.app_user (id, nickname, sex, country, created_at, registered_at, state, banned_until)
         select id, 'Banned ' || id, 'woman', 'AE', now(), now(), state, now() + minutes * interval '1 minute' from ban
         returning id
       ),
       broadcaster as (
         insert into live.broadcaster (user_id, sessions, last_started_at) select id, 1, now() from people returning user_id
       )
     insert into live.forbid (id, user_id, hours, until, reason, at, by)
     select gen_random_uuid(), user_id, case when minutes is null then 0 else 168 end,
            now() + minutes * interval '1 minute', 'Contact details', now(), 'admin'
     from broadcaster join ban on ban.id = user_id`,
    given,
  )
}
