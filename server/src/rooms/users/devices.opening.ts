// Devices of an old console with who was seen on them and their bans, as an import brings them (docs/moving-in.md).
import type { ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import { derivedId } from '../../kit/random.ts'
import type { Origin } from './users.opening.ts'

type Device = ImportRecord<'device'>

const banIdOf = ({ importId, run, at }: Origin, deviceId: string, userId?: number): string =>
  derivedId(at, 'import', importId, run, 'device', deviceId, userId ?? '')

const lastSeen = ({ firstSeenAt, lastSeenAt }: Device) => lastSeenAt ?? firstSeenAt

const pairsOf = (devices: readonly Device[]) => {
  const pairs = devices.flatMap((device) =>
    [...new Set(device.userIds)].map((userId) => ({
      userId,
      deviceId: device.deviceId,
      first: device.firstSeenAt,
      last: lastSeen(device),
    })),
  )
  return sql`unnest(${pairs.map(({ userId }) => userId)}::bigint[], ${pairs.map(({ deviceId }) => deviceId)}::text[],
                    ${pairs.map(({ first }) => first)}::timestamptz[], ${pairs.map(({ last }) => last)}::timestamptz[])
             as p(user_id, device_id, first_seen_at, last_seen_at)`
}

/** The standing of users whose bans changed: of the account, of a device, or of both; as long as the longest. */
const standing = (ids: readonly (number | bigint)[]) => sql`
  with bans as (
    select u.id, bool_or(b.kind in ('id', 'both')) as of_id, bool_or(b.kind in ('device', 'both')) as of_device,
           case when not bool_or(b.until is null) then max(b.until) end as until
      from users.app_user u left join users.ban b on b.user_id = u.id and b.ended is null
     where u.id = any(${ids}::bigint[]) group by u.id)
  update users.app_user u
     set state = case when b.of_id and b.of_device then 'ban both' when b.of_id then 'ban ID' when b.of_device then 'ban device' else 'normal' end,
         banned_until = case when b.of_id or b.of_device then b.until end
    from bans b where b.id = u.id`

/**
 * Writes devices, the users seen on them, and bans, which are those of their users, too: nothing is sent to the app. What the app has reported
 * of a device stands beside it; a ban of the platform stays as it is.
 *
 * @returns the devices that were not known
 */
export async function openDevices(tx: Transaction, origin: Origin, devices: readonly Device[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; made: boolean }>`
    insert into users.device as d (id, platform, model, first_seen_at, last_seen_at)
    select n."deviceId", n.platform, n.model, n."firstSeenAt", coalesce(n."lastSeenAt", n."firstSeenAt")
      from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as n(
             "deviceId" text, platform text, model text, "firstSeenAt" timestamptz, "lastSeenAt" timestamptz)
     order by 1
    on conflict (id) do update
      set platform = greatest(d.platform, excluded.platform), model = greatest(d.model, excluded.model),
          first_seen_at = least(d.first_seen_at, excluded.first_seen_at), last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at)
    returning id, xmax = 0 as made`.execute(tx)
  await sql`
    with linked as (
      insert into users.user_device (user_id, device_id, first_seen_at, last_seen_at)
      select p.* from ${pairsOf(devices)} order by 2, 1 on conflict do nothing returning device_id)
    update users.device d set users = d.users + f.count
      from (select device_id, count(*)::int as count from linked group by device_id) f where d.id = f.device_id`.execute(
    tx,
  )
  const banned = devices.filter(({ state }) => state === 'banned')
  if (banned.length > 0) await openBans(tx, origin, banned)
  return rows.filter(({ made }) => made).map(({ id }) => id)
}

async function openBans(tx: Transaction, origin: Origin, banned: readonly Device[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update users.device d set banned = true, banned_until = b.until
      from unnest(${banned.map(({ deviceId }) => deviceId)}::text[], ${banned.map(({ bannedUntil }) => bannedUntil ?? null)}::timestamptz[]) as b(id, until)
     where d.id = b.id and not d.banned returning d.id`.execute(tx)
  const fresh = new Set(rows.map(({ id }) => id))
  const bans = banned
    .filter(({ deviceId }) => fresh.has(deviceId))
    .flatMap(({ deviceId, userIds, bannedUntil, bannedAt, banReason }) =>
      [undefined, ...new Set(userIds)].map((userId) => ({
        id: banIdOf(origin, deviceId, userId),
        userId: userId ?? null,
        deviceId,
        until: bannedUntil ?? null,
        at: bannedAt ?? origin.at.toISOString(),
        reason: banReason,
      })),
    )
  await sql`
    insert into users.ban (id, user_id, device_id, kind, reason, until, by, at)
    select b.id, b.user_id, b.device_id, 'device', b.reason, b.until, ${origin.by}, b.at
      from unnest(${bans.map(({ id }) => id)}::uuid[], ${bans.map(({ userId }) => userId)}::bigint[], ${bans.map(({ deviceId }) => deviceId)}::text[],
                  ${bans.map(({ reason }) => reason)}::text[], ${bans.map(({ until }) => until)}::timestamptz[],
                  ${bans.map(({ at }) => at)}::timestamptz[]) as b(id, user_id, device_id, reason, until, at)
    on conflict do nothing`.execute(tx)
  await standing([...new Set(bans.flatMap(({ userId }) => userId ?? []))]).execute(tx)
}

/**
 * Takes back what `openDevices` wrote: its bans, sightings that nothing followed, and those of `made` that nothing refers to. Others stay as
 * devices that the app has reported.
 */
export async function closeDevices(
  tx: Transaction,
  origin: Origin,
  { all, made }: { all: readonly Device[]; made: readonly string[] },
): Promise<void> {
  const banned = all.filter(({ state }) => state === 'banned')
  if (banned.length > 0) {
    const ids = banned.flatMap(({ deviceId, userIds }) => [
      banIdOf(origin, deviceId),
      ...userIds.map((userId) => banIdOf(origin, deviceId, userId)),
    ])
    const { rows } = await sql<{ user_id: bigint | null; device_id: string }>`
      delete from users.ban where id = any(${ids}::uuid[]) returning user_id, device_id`.execute(tx)
    await sql`
      update users.device d set banned = false, banned_until = null
       where d.id = any(${rows.map(({ device_id: id }) => id)}::text[])
         and not exists (select from users.ban b where b.device_id = d.id and b.user_id is null and b.ended is null)`.execute(
      tx,
    )
    await standing([...new Set(rows.flatMap(({ user_id: id }) => id ?? []))]).execute(tx)
  }
  await sql`
    with gone as (
      delete from users.user_device l using ${pairsOf(all)}
       where (l.user_id, l.device_id, l.first_seen_at, l.last_seen_at) = (p.user_id, p.device_id, p.first_seen_at, p.last_seen_at)
      returning l.device_id)
    update users.device d set users = d.users - f.count
      from (select device_id, count(*)::int as count from gone group by device_id) f where d.id = f.device_id`.execute(
    tx,
  )
  await sql`
    delete from users.device d
     where d.id = any(${made}::text[]) and d.users = 0
       and not exists (select from users.user_device l where l.device_id = d.id)
       and not exists (select from users.ban b where b.device_id = d.id)
       and not exists (select from users.device_follow f where f.device_id = d.id)
       and not exists (select from promotion.install i where i.device_id = d.id)`.execute(tx)
}
