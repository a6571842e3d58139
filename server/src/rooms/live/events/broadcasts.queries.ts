// Broadcasts, views and minutes of paid rooms, read and written in sets by the event handlers.
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '../../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Session } from './broadcasts.rules.ts'

/** Rows as one parameter: a recordset supports arrays within rows, which one array per column does not. */
export const recordset = (rows: readonly object[], columns: RawBuilder<unknown>) =>
  sql`json_to_recordset(${rowsOf(rows)}::json) as n(${columns})`

const columns = sql`s.id, s.user_id, s.title, s.cover_url, s.rate, s.hls_url, s.started_at, s.ended_at, s.end_reason,
  s.ended_by, s.viewers, s.peak_viewers, s.views, s.last_seen_at, s.snapshot_url, s.snapshot_at, s.risk_score, s.labels,
  s.gift_tokens, s.minute_tokens, s.bonus`

/** These broadcasts, locked in id order; unknown ones are inserted first, with their fields empty. */
export async function lockSessions(tx: Transaction, now: Date, ids: readonly string[]): Promise<Session[]> {
  if (ids.length === 0) return []
  const there = await lockThere(tx, ids)
  if (there.length === ids.length) return there
  const known = new Set(there.map((row) => row.id))
  const missing = ids.filter((id) => !known.has(id)).toSorted()
  await sql`insert into live.session (id, heard_at) select id, ${now} from unnest(${missing}::text[]) as i(id)
    on conflict do nothing`.execute(tx)
  return [...there, ...(await lockThere(tx, missing))]
}

async function lockThere(tx: Transaction, ids: readonly string[]): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select ${columns} from live.session s where s.id = any(${ids}::text[]) order by s.id for no key update`.execute(tx)
  return rows
}

/** Updates changed broadcasts, which are locked, in one statement. */
export async function saveSessions(tx: Transaction, now: Date, sessions: readonly Session[]): Promise<void> {
  if (sessions.length === 0) return
  await sql`
    update live.session s
       set user_id = n.user_id, title = n.title, cover_url = n.cover_url, rate = n.rate, hls_url = n.hls_url,
           started_at = n.started_at, ended_at = n.ended_at, end_reason = n.end_reason, ended_by = n.ended_by,
           viewers = n.viewers, peak_viewers = n.peak_viewers, views = n.views, last_seen_at = n.last_seen_at,
           snapshot_url = n.snapshot_url, snapshot_at = n.snapshot_at, risk_score = n.risk_score, labels = n.labels,
           gift_tokens = n.gift_tokens, minute_tokens = n.minute_tokens, bonus = n.bonus, heard_at = ${now}
      from ${recordset(
        sessions,
        sql`id text, user_id bigint, title text, cover_url text, rate int, hls_url text, started_at timestamptz,
            ended_at timestamptz, end_reason text, ended_by text, viewers int, peak_viewers int, views int,
            last_seen_at timestamptz, snapshot_url text, snapshot_at timestamptz, risk_score real, labels text[],
            gift_tokens bigint, minute_tokens bigint, bonus bigint`,
      )}
     where s.id = n.id`.execute(tx)
}

export type View = { id: string; live_id: string; user_id: bigint; seconds: number; at: Date }

/** Inserts views by the app's ids; returns the broadcasts of the new ones. */
export async function addViews(tx: Transaction, views: readonly View[]): Promise<string[]> {
  if (views.length === 0) return []
  const { rows } = await sql<{ live_id: string }>`
    insert into live.view (id, live_id, user_id, seconds, at)
    select n.id, n.live_id, n.user_id, n.seconds, n.at
      from unnest(${views.map((v) => v.id)}::text[], ${views.map((v) => v.live_id)}::text[],
                  ${views.map((v) => v.user_id)}::bigint[], ${views.map((v) => v.seconds)}::int[],
                  ${views.map((v) => v.at)}::timestamptz[]) as n(id, live_id, user_id, seconds, at)
    on conflict (id) do nothing
    returning live_id`.execute(tx)
  return rows.map((row) => row.live_id)
}

/** A minute of a paid room and the tokens paid for it; null while the rate is unknown. */
export type PaidMinute = { live_id: string; user_id: bigint; minute: number; tokens: number | null; at: Date }

/** The stored state of these minutes, and all minutes of `starting` broadcasts that wait for the rate. */
export async function minutesOf(
  tx: Transaction,
  keys: readonly Pick<PaidMinute, 'live_id' | 'user_id' | 'minute'>[],
  starting: readonly string[],
): Promise<PaidMinute[]> {
  if (keys.length === 0 && starting.length === 0) return []
  const { rows } = await sql<PaidMinute>`
    select p.live_id, p.user_id, p.minute, p.tokens, p.at from live.paid_minute p
      join unnest(${keys.map((k) => k.live_id)}::text[], ${keys.map((k) => k.user_id)}::bigint[],
                  ${keys.map((k) => k.minute)}::smallint[]) as k(live_id, user_id, minute)
     using (live_id, user_id, minute)
    union
    select live_id, user_id, minute, tokens, at from live.paid_minute
     where live_id = any(${starting}::text[]) and tokens is null`.execute(tx)
  return rows
}

/** Stores the tokens paid, also for minutes that waited for the rate. */
export async function saveMinutes(tx: Transaction, minutes: readonly PaidMinute[]): Promise<void> {
  if (minutes.length === 0) return
  await sql`
    insert into live.paid_minute (live_id, user_id, minute, tokens, at)
    select n.live_id, n.user_id, n.minute, n.tokens, n.at
      from unnest(${minutes.map((m) => m.live_id)}::text[], ${minutes.map((m) => m.user_id)}::bigint[],
                  ${minutes.map((m) => m.minute)}::smallint[], ${minutes.map((m) => m.tokens)}::int[],
                  ${minutes.map((m) => m.at)}::timestamptz[]) as n(live_id, user_id, minute, tokens, at)
    on conflict (live_id, user_id, minute) do update set tokens = excluded.tokens
     where paid_minute.tokens is null`.execute(tx)
}

/** Deletes up to `limit` minutes from before `cutOff`, whose events are no longer accepted; returns how many. */
export async function forgetMinutes(tx: Transaction, cutOff: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from live.paid_minute p using (
      select live_id, user_id, minute from live.paid_minute where at < ${cutOff} limit ${limit} for update skip locked) o
     where (p.live_id, p.user_id, p.minute) = (o.live_id, o.user_id, o.minute)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The newest running broadcast of each of these users; users without one are left out. */
export async function broadcastsOf(reader: Reader, userIds: readonly bigint[]): Promise<Map<bigint, string>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ userId: bigint; id: string }>`
    select distinct on (user_id) user_id as "userId", id
      from live.session where ended_at is null and user_id = any(${userIds}::bigint[])
     order by user_id, started_at desc nulls last, id desc`.execute(reader)
  return new Map(rows.map(({ userId, id }) => [userId, id]))
}
