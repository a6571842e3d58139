// Reads what a ban decision affects, and writes its bans and the resulting states.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { UserState } from '../users.rules.ts'
import type { BanRow, HowEnded } from './ban.rules.ts'

/** Advisory lock: one ban decision at a time, since shared devices make the affected users unpredictable. */
export const oneAtATime = (tx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('users.ban', 0))`.execute(tx)

/** The devices these users were seen on. */
export const devicesOf = (reader: Reader, userIds: readonly bigint[]) =>
  reader
    .selectFrom('users.user_device')
    .select(['user_id', 'device_id'])
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .execute()

/** Users seen on these devices, at most `limit` each. */
export async function usersOn(
  reader: Reader,
  deviceIds: readonly string[],
  limit: number,
): Promise<{ user_id: bigint; device_id: string }[]> {
  const { rows } = await sql<{ user_id: bigint; device_id: string }>`
    select d.user_id, d.device_id
      from unnest(${deviceIds}::text[]) as one(id)
     cross join lateral (select user_id, device_id from users.user_device
                          where device_id = one.id order by user_id limit ${limit}) d`.execute(reader)
  return rows
}

/** The next users that were seen on a device, after this one. */
export const usersAfter = async (reader: Reader, deviceId: string, after: bigint, limit: number): Promise<bigint[]> =>
  (
    await reader
      .selectFrom('users.user_device')
      .select('user_id')
      .where('device_id', '=', deviceId)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit)
      .execute()
  ).map((row) => row.user_id)

/** Those of `userIds` without any ban by this device since then, open or lifted. */
export async function notYetStopped(
  reader: Reader,
  deviceId: string,
  since: Date,
  userIds: readonly bigint[],
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select u.id from unnest(${userIds}::bigint[]) as u(id)
     where not exists (
       select from users.ban b
        where b.user_id = u.id and b.kind <> 'id'
          and ((b.at >= ${since} and coalesce(b.device_id, ${deviceId}) = ${deviceId})
            or (b.ended is null and b.device_id = ${deviceId})))`.execute(reader)
  return rows.map((row) => row.id)
}

export type Follow = {
  device_id: string
  after: bigint
  verb: 'ban' | 'unban'
  how: 'lifted' | 'expired'
  reason: string
  by: string
  staff_id: number | null
  since: Date
}

/** Queues the users of these devices to follow them. */
export const queueFollows = (
  tx: Transaction,
  deviceIds: readonly string[],
  { verb, how, reason, by, staff_id, since }: Omit<Follow, 'device_id' | 'after'>,
) =>
  sql`
    insert into users.device_follow as f (device_id, verb, how, reason, by, staff_id, since)
    select id, ${verb}, ${how}, ${reason}, ${by}, ${staff_id}, ${since} from unnest(${deviceIds}::text[]) as d(id)
    on conflict (device_id) do update
      set after = 0, verb = excluded.verb, how = excluded.how, reason = excluded.reason, by = excluded.by,
          staff_id = excluded.staff_id, since = excluded.since`.execute(tx)

/** The device that has waited longest for its users to follow. */
export const nextFollow = (reader: Reader): Promise<Follow | undefined> =>
  reader
    .selectFrom('users.device_follow')
    .select(['device_id', 'after', 'verb', 'how', 'reason', 'by', 'staff_id', 'since'])
    .$narrowType<Pick<Follow, 'verb' | 'how'>>()
    .orderBy('since')
    .orderBy('device_id')
    .limit(1)
    .executeTakeFirst()

export const advanceFollow = (tx: Transaction, deviceId: string, after: bigint) =>
  tx.updateTable('users.device_follow').set({ after }).where('device_id', '=', deviceId).execute()

export const endFollow = (tx: Transaction, deviceId: string) =>
  tx.deleteFrom('users.device_follow').where('device_id', '=', deviceId).execute()

/** Those of `ids` that exist, locked in id order. */
export const lockDevices = (tx: Transaction, ids: readonly string[]) =>
  tx
    .selectFrom('users.device')
    .select(['id', 'banned', 'banned_until'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Which of them the whitelist protects at `now`. */
export async function whitelisted(
  reader: Reader,
  now: Date,
  targets: { userIds: readonly bigint[]; deviceIds: readonly string[] },
): Promise<{ users: Set<bigint>; devices: Set<string> }> {
  const { rows } = await sql<{ kind: string; value: string }>`
    select kind, value from system.whitelist
     where ((kind = 'user' and value = any(${targets.userIds.map(String)}::text[]))
         or (kind = 'device' and value = any(${targets.deviceIds}::text[])))
       and (expires_at is null or expires_at > ${now})`.execute(reader)
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.value)
  return { users: new Set(of('user').map(BigInt)), devices: new Set(of('device')) }
}

const shown = sql`id, user_id, device_id, kind, until, reason, cause`

/** Open bans of these users and of these devices themselves, and all bans those caused. */
export async function openBans(
  reader: Reader,
  of: { userIds: readonly bigint[]; deviceIds: readonly string[] },
): Promise<BanRow[]> {
  const { rows } = await sql<BanRow>`
    with own as (
      select ${shown} from users.ban
       where ended is null and (user_id = any(${of.userIds}::bigint[])
          or (device_id = any(${of.deviceIds}::text[]) and user_id is null))
    )
    select * from own
    union
    select ${shown} from users.ban where ended is null and cause in (select id from own)
    order by id`.execute(reader)
  return rows
}

/** When the next ban ends by its time; null if none does. */
export async function nextToPass(reader: Reader): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(until) as at from users.ban where ended is null and until is not null`.execute(reader)
  return rows[0]!.at
}

/** Open bans that have expired at `now`, oldest first. */
export async function passedBans(reader: Reader, now: Date, limit: number): Promise<BanRow[]> {
  const { rows } = await sql<BanRow>`
    select ${shown} from users.ban where ended is null and until <= ${now} order by until, id limit ${limit}`.execute(
    reader,
  )
  return rows
}

/**
 * Accounts seen on a banned device since its ban began, and not banned: without users freed again, whitelisted ones, and users of queued
 * devices. Starts from the devices: with `order by … limit` alone, the planner scans all users.
 */
export async function newcomers(
  reader: Reader,
  now: Date,
  limit: number,
): Promise<{ user_id: bigint; device_id: string }[]> {
  const { rows } = await sql<{ user_id: bigint; device_id: string }>`
    with stopped as materialized (
      select v.id, min(b.at) as begun
        from users.ban b
        join users.device v on v.id = b.device_id and v.banned and (v.banned_until is null or v.banned_until > ${now})
       where b.user_id is null and b.ended is null
         and not exists (select from users.device_follow f where f.device_id = v.id)
       group by v.id
    )
    select d.user_id, d.device_id
      from stopped s
     cross join lateral (select user_id, device_id from users.user_device where device_id = s.id offset 0) d
     where not exists (
         select from users.ban b
          where b.user_id = d.user_id and b.at >= s.begun and b.kind <> 'id' and coalesce(b.device_id, s.id) = s.id)
       and not exists (
         select from system.whitelist w
          where w.kind = 'user' and w.value = d.user_id::text and (w.expires_at is null or w.expires_at > ${now}))
     order by d.user_id, d.device_id limit ${limit}`.execute(reader)
  return rows
}

/** The user's ban that `by` began at `at`: whether it is still open, and whether it replaced an earlier one. */
export async function banBegunAt(reader: Reader, userId: bigint, { by, at }: { by: string; at: Date }) {
  const { rows } = await sql<{ id: string | null; replaced: boolean }>`
    select (select id from users.ban where user_id = ${userId} and device_id is null and ended is null
               and by = ${by} and at = ${at}) as id,
           exists (select from users.ban where user_id = ${userId} and device_id is null and ended = 'replaced'
               and ended_by = ${by} and ended_at = ${at}) as replaced`.execute(reader)
  return rows[0]!
}

export async function insertBans(tx: Transaction, bans: readonly BanRow[], by: string, at: Date): Promise<void> {
  if (bans.length === 0) return
  await sql`
    insert into users.ban (id, user_id, device_id, kind, reason, until, cause, by, at)
    select b.id, b.user_id, b.device_id, b.kind, b.reason, b.until, b.cause, ${by}, ${at}
      from unnest(${bans.map((ban) => ban.id)}::uuid[], ${bans.map((ban) => ban.user_id)}::bigint[],
                  ${bans.map((ban) => ban.device_id)}::text[], ${bans.map((ban) => ban.kind)}::text[],
                  ${bans.map((ban) => ban.reason)}::text[], ${bans.map((ban) => ban.until)}::timestamptz[],
                  ${bans.map((ban) => ban.cause)}::uuid[])
        as b(id, user_id, device_id, kind, reason, until, cause)`.execute(tx)
}

/** Ends bans; an expired one gets its own end time and no actor. */
export async function endBans(
  tx: Transaction,
  ended: ReadonlyMap<string, HowEnded>,
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<void> {
  if (ended.size === 0) return
  await sql`
    update users.ban b
       set ended = e.how, ended_at = case e.how when 'expired' then b.until else ${at} end,
           ended_by = case e.how when 'expired' then '' else ${by} end,
           end_reason = case e.how when 'expired' then '' else ${reason} end
      from unnest(${[...ended.keys()]}::uuid[], ${[...ended.values()]}::text[]) as e(id, how)
     where b.id = e.id`.execute(tx)
}

/** Writes the states of these users. */
export const setUserStates = (
  tx: Transaction,
  people: readonly { id: bigint; state: UserState; until: Date | null }[],
) =>
  sql`
    update users.app_user u set state = s.state, banned_until = s.until, version = u.version + 1
      from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ state }) => state)}::text[],
                  ${people.map(({ until }) => until)}::timestamptz[]) as s(id, state, until)
     where u.id = s.id`.execute(tx)

/** The same for devices. */
export const setDeviceStates = (
  tx: Transaction,
  devices: readonly { id: string; banned: boolean; until: Date | null }[],
) =>
  sql`
    update users.device d set banned = s.banned, banned_until = s.until
      from unnest(${devices.map(({ id }) => id)}::text[], ${devices.map(({ banned }) => banned)}::boolean[],
                  ${devices.map(({ until }) => until)}::timestamptz[]) as s(id, banned, until)
     where d.id = s.id`.execute(tx)
