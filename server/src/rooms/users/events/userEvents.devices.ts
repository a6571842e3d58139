// Devices from events, sightings of users, and channels of installations.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { type Seen, type Sighting, together } from './userEvents.rules.ts'

/** `key`: what tells the device apart from others (`promotion.device_key`); `isNew`: nobody was seen on it before. */
export type DeviceState = {
  deviceId: string
  key: string
  isNew: boolean
  banned: boolean
  bannedUntil: Date | null
}

/** Ordered by key, so that two transactions take the rows in one order. */
const inOrder = <V>(map: ReadonlyMap<string, V>): [string, V][] =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** Adds sightings to the devices; their rows stay locked. */
async function upsertDevices(tx: Transaction, devices: [string, Seen][]): Promise<DeviceState[]> {
  const { rows } = await sql<DeviceState>`
    insert into users.device as d (id, platform, model, first_seen_at, last_seen_at)
    select * from unnest(${devices.map(([id]) => id)}::text[], ${devices.map(([, seen]) => seen.platform)}::text[],
                         ${devices.map(([, seen]) => seen.model)}::text[], ${devices.map(([, seen]) => seen.first)}::timestamptz[],
                         ${devices.map(([, seen]) => seen.last)}::timestamptz[])
    on conflict (id) do update
      set platform = greatest(d.platform, excluded.platform), model = greatest(d.model, excluded.model),
          first_seen_at = least(d.first_seen_at, excluded.first_seen_at),
          last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at)
    returning id as "deviceId", promotion.device_key(id) as key, xmax = 0 as "isNew", banned, banned_until as "bannedUntil"`.execute(
    tx,
  )
  return rows
}

/**
 * Links people with the devices they were seen on and counts each device's people exactly.
 *
 * @returns the devices' ban state.
 */
export async function recordSightings(tx: Transaction, sightings: readonly Sighting[]): Promise<DeviceState[]> {
  if (sightings.length === 0) return []
  const devices = await upsertDevices(tx, inOrder(together(sightings, (one) => one.deviceId)))
  const links = inOrder(together(sightings, (one) => `${one.deviceId}\0${one.userId}`))
  const keys = links.map(([key]) => key.split('\0'))
  await sql`
    with linked as (
      insert into users.user_device as l (device_id, user_id, ip, first_seen_at, last_seen_at)
      select * from unnest(${keys.map(([device]) => device)}::text[], ${keys.map(([, user]) => user)}::bigint[],
                           ${links.map(([, seen]) => seen.ip)}::text[], ${links.map(([, seen]) => seen.first)}::timestamptz[],
                           ${links.map(([, seen]) => seen.last)}::timestamptz[])
      on conflict (user_id, device_id) do update
        set first_seen_at = least(l.first_seen_at, excluded.first_seen_at),
            last_seen_at = greatest(l.last_seen_at, excluded.last_seen_at),
            ip = case when (excluded.last_seen_at, excluded.ip) > (l.last_seen_at, l.ip) then excluded.ip else l.ip end
      returning device_id, xmax = 0 as fresh
    )
    update users.device d set users = d.users + f.count
      from (select device_id, count(*)::int as count from linked where fresh group by device_id) f
     where d.id = f.device_id`.execute(tx)
  return devices
}

/** Bans devices that are back (`banAgain`). */
export async function banDevicesAgain(
  tx: Transaction,
  now: Date,
  back: readonly { id: string; deviceId: string; until: Date | null }[],
): Promise<void> {
  const untils = back.map(({ until }) => until)
  await sql`
    with banned as (
      update users.device d set banned = true, banned_until = b.until
        from unnest(${back.map(({ deviceId }) => deviceId)}::text[], ${untils}::timestamptz[]) as b(id, until) where d.id = b.id)
    insert into users.ban (id, device_id, kind, reason, until, by, at)
    select b.id, b.device_id, 'device', '', b.until, 'system', ${now}
      from unnest(${back.map(({ id }) => id)}::uuid[], ${back.map(({ deviceId }) => deviceId)}::text[], ${untils}::timestamptz[])
           as b(id, device_id, until)`.execute(tx)
}

/**
 * Makes rows for devices on which something was installed before anybody was seen there. Their rows stay locked, so that
 * an installation and a registration on one device see each other, whichever comes first.
 */
export async function ensureDevices(
  tx: Transaction,
  installs: readonly { deviceId: string; platform: string; at: Date }[],
): Promise<void> {
  const sightings = installs.map((install) => ({ ...install, userId: 0n, model: '', ip: '' }))
  if (sightings.length > 0) await upsertDevices(tx, inOrder(together(sightings, (one) => one.deviceId)))
}

/** How long after a registration an installation may still bring its channel: attribution arrives late. */
const attributionHours = 24

/**
 * Assigns users' channels, independent of the order of arrival: the channel of their oldest registration with one; else that of the first
 * installation on the device of their oldest registration, if it was no later than 24 hours after that registration; else none. Call it
 * whenever a registration or an installation arrives: an older registration that arrives late replaces the channel of a later one.
 */
export async function takeChannels(
  tx: Transaction,
  of: { userIds: bigint[] } | { deviceIds: string[] },
): Promise<void> {
  // Compares the device on the row itself: a registration that changed it in the meantime has already searched for the channel.
  const chosen =
    'userIds' in of
      ? sql`u.id = any(${of.userIds}::bigint[])`
      : sql`u.id in (select l.user_id from users.user_device l where l.device_id = any(${of.deviceIds}::text[]))
            and u.device_id = any(${of.deviceIds}::text[])`
  const channel = sql`
    coalesce((select i.channel from promotion.install i
               where i.device_id = u.device_id
                 and i.at <= u.registered_at + make_interval(hours => ${attributionHours})), '')`
  await sql`
    update users.app_user u set channel = ${channel}
     where u.device_id <> '' and not u.stamps ? 'channel' and u.channel <> ${channel} and ${chosen}`.execute(tx)
}
