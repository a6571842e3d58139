// A user whose activity shows on the dashboards.
import type { Server } from './server.ts'

let lastId = 7_650_000

/** A woman who registered three days ago, was active every day since, and broadcast two days ago. */
export async function aBroadcaster(server: Server): Promise<{ id: number; name: string }> {
  const id = ++lastId
  const name = `Figure ${id}`
  await server.query(
    `insert into users.app_user (id, nickname, sex, country, channel, created_at, registered_at)
     values ($1, $2, 'woman', 'BR', 'tube', now(), now() - interval '3 days')`,
    [id, name],
  )
  await server.query(
    `insert into users.active_day (day, user_id, first_at, seconds, platform, online_at)
     select ((now() - n * interval '1 day') at time zone 'UTC')::date, $1, now() - n * interval '1 day', 600, 'ios', now()
       from generate_series(0, 3) n`,
    [id],
  )
  await server.query(
    `insert into live.session (id, user_id, started_at, ended_at, heard_at)
     values ($1, $2, now() - interval '2 days', now() - interval '47 hours', now())`,
    [`figures-${id}`, id],
  )
  return { id, name }
}
