// Queries for deciding broadcast bans: users, bans in force, beginning and ending them.
import { sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

export type Person = { id: bigint; nickname: string; language: string }

/** Those of these users who exist, by id; guild and agent callers find none. */
export async function peopleNamed(reader: Reader, scope: Scope, ids: readonly bigint[]): Promise<Map<bigint, Person>> {
  const { rows } = await sql<Person>`
    select id, nickname, language from users.app_user
     where id = any(${ids}::bigint[]) and ${visible(scope)}`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks these users' running broadcasts, in id order; call it before `lockBroadcasters`. */
export async function lockRunning(tx: Transaction, userIds: readonly bigint[]): Promise<void> {
  await sql`
    select from live.session where ended_at is null and user_id = any(${userIds}::bigint[])
     order by id for no key update`.execute(tx)
}

/**
 * Serialises bans of these users with one another and with starts of their broadcasts: a start first writes the broadcaster's row, then
 * reads the bans.
 */
export async function lockBroadcasters(tx: Transaction, userIds: readonly bigint[]): Promise<void> {
  await sql`
    insert into live.broadcaster (user_id) select id from unnest(${userIds}::bigint[]) as i(id) order by id
    on conflict do nothing`.execute(tx)
  await sql`
    select from live.broadcaster where user_id = any(${userIds}::bigint[])
     order by user_id for no key update`.execute(tx)
}

export type OpenForbid = {
  id: string
  user_id: bigint
  hours: number
  until: Date | null
  reason: string
  live_id: string | null
  at: Date
  by: string
}

const open = sql`id, user_id, hours, until, reason, live_id, at, by`

/** These users' open bans: at most one each; some may have expired. */
export async function openForbids(reader: Reader, userIds: readonly bigint[]): Promise<OpenForbid[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<OpenForbid>`
    select ${open} from live.forbid where ended is null and user_id = any(${userIds}::bigint[])`.execute(reader)
  return rows
}

/** True if the user's ban that `by` began at `at` replaced an earlier one. */
export async function hasReplaced(reader: Reader, userId: bigint, { by, at }: { by: string; at: Date }) {
  const { rows } = await sql`
    select from live.forbid
     where user_id = ${userId} and ended = 'replaced' and ended_by = ${by} and ended_at = ${at} limit 1`.execute(reader)
  return rows.length > 0
}

/** True if the broadcast belongs to one of these users. */
export async function isOfOne(reader: Reader, liveId: string, userIds: readonly bigint[]): Promise<boolean> {
  const { rows } = await sql`
    select from live.session where id = ${liveId} and user_id = any(${userIds}::bigint[])`.execute(reader)
  return rows.length > 0
}

/** The users of these bans; guild and agent callers find none. */
export async function ownersOf(
  reader: Reader,
  scope: Scope,
  forbidIds: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; user_id: bigint }>`
    select id, user_id from live.forbid where id = any(${forbidIds}::uuid[]) and ${visible(scope)}`.execute(reader)
  return new Map(rows.map((row) => [row.id, row.user_id]))
}

/** When the next ban ends by its time; null if none does. */
export async function nextToPass(reader: Reader): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(until) as at from live.forbid where ended is null and until is not null`.execute(reader)
  return rows[0]!.at
}

/** Open bans that have expired at `now`, oldest first. */
export async function passedForbids(reader: Reader, now: Date, limit: number): Promise<OpenForbid[]> {
  const { rows } = await sql<OpenForbid>`
    select ${open} from live.forbid where ended is null and until <= ${now} order by until limit ${limit}`.execute(
    reader,
  )
  return rows
}

/** Banned users with a running broadcast at `now`. */
export async function forbiddenOnAir(reader: Reader, now: Date, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ user_id: bigint }>`
    select f.user_id from live.forbid f
     where f.ended is null and (f.until is null or f.until > ${now})
       and exists (select from live.session s where s.user_id = f.user_id and s.ended_at is null)
     order by f.user_id limit ${limit}`.execute(reader)
  return rows.map((row) => row.user_id)
}

export type NewForbid = Omit<OpenForbid, 'at' | 'by'>

/** Inserts bans and increments their users' counts. The users' rows are locked. */
export async function insertForbids(
  tx: Transaction,
  forbids: readonly NewForbid[],
  by: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into live.forbid (id, user_id, hours, until, reason, live_id, at, by)
    select n.id, n.user_id, n.hours, n.until, n.reason, n.live_id, ${at}, ${by}
      from unnest(${forbids.map((one) => one.id)}::uuid[], ${forbids.map((one) => one.user_id)}::bigint[],
                  ${forbids.map((one) => one.hours)}::int[], ${forbids.map((one) => one.until)}::timestamptz[],
                  ${forbids.map((one) => one.reason)}::text[], ${forbids.map((one) => one.live_id)}::text[])
        as n(id, user_id, hours, until, reason, live_id)`.execute(tx)
  await sql`
    update live.broadcaster set forbids = forbids + 1
     where user_id = any(${forbids.map((one) => one.user_id)}::bigint[])`.execute(tx)
}

/** Ends bans; an expired one gets its own end time and no actor. */
export async function endForbids(
  tx: Transaction,
  ended: ReadonlyMap<string, 'lifted' | 'replaced' | 'expired'>,
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<void> {
  if (ended.size === 0) return
  await sql`
    update live.forbid f
       set ended = e.ended, ended_at = case e.ended when 'expired' then f.until else ${at} end,
           ended_by = case e.ended when 'expired' then '' else ${by} end,
           end_reason = case e.ended when 'expired' then '' else ${reason} end
      from unnest(${[...ended.keys()]}::uuid[], ${[...ended.values()]}::text[]) as e(id, ended)
     where f.id = e.id`.execute(tx)
}

/** Warnings and bans of these users since `since`; bans oldest first. */
export async function recordOf(reader: Reader, since: Date, userIds: readonly bigint[]) {
  const warnings = await sql<{ user_id: bigint; count: number }>`
    select user_id, count(*)::int as count from live.warning
     where user_id = any(${userIds}::bigint[]) and at >= ${since} group by user_id`.execute(reader)
  const forbids = await sql<{ user_id: bigint; hours: number; ended: string | null }>`
    select user_id, hours, ended from live.forbid
     where user_id = any(${userIds}::bigint[]) and at >= ${since} order by user_id, id`.execute(reader)
  return { warnings: warnings.rows, forbids: forbids.rows }
}

export type NewWarning = {
  id: string
  userId: bigint
  liveId: string | null
  callId: string | null
  reason: string
}

/** Inserts a warning and increments the user's count. */
export async function insertWarning(tx: Transaction, warning: NewWarning, by: string, at: Date): Promise<void> {
  await tx
    .insertInto('live.warning')
    .values({
      id: warning.id,
      user_id: warning.userId,
      live_id: warning.liveId,
      call_id: warning.callId,
      reason: warning.reason,
      at,
      by,
    })
    .execute()
  await sql`
    insert into live.broadcaster as b (user_id, warnings) values (${warning.userId}, 1)
    on conflict (user_id) do update set warnings = b.warnings + 1`.execute(tx)
}

/** The user's running broadcast; the named one if it is running. */
export async function runningOf(reader: Reader, userId: bigint, liveId: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from live.session where ended_at is null and user_id = ${userId}
     order by (id = ${liveId}) desc nulls last, started_at desc, id limit 1`.execute(reader)
  return rows[0]?.id
}

export type NewestForbid = { reason: string; at: Date; until: Date | null; ended: boolean; by: string }

/** A user's newest broadcast bans. An expired one has ended, even before the round ends it. */
export async function newestForbids(reader: Reader, userId: bigint, now: Date, count: number): Promise<NewestForbid[]> {
  const { rows } = await sql<NewestForbid>`
    select reason, at, until, by, ended is not null or coalesce(until <= ${now}, false) as ended
      from live.forbid where user_id = ${userId} order by at desc, id desc limit ${count}`.execute(reader)
  return rows
}
