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
