// Ends broadcasts in sets.
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'

/** An ended broadcast; `seconds` is its duration. */
export type Ended = { id: string; userId: bigint | null; seconds: number }

const length = sql`greatest(0, coalesce(floor(extract(epoch from s.ended_at - s.started_at)), 0))::int`

/** Ends the running broadcasts of these users at `now`: all, or only those that no other transaction has locked. */
export async function endSessionsOf(
  tx: Transaction,
  now: Date,
  userIds: readonly bigint[],
  reason: string,
  which: 'all' | 'those that are free',
): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with running as (
      select id from live.session where ended_at is null and user_id = any(${userIds}::bigint[])
       order by id for no key update ${which === 'all' ? sql`` : sql`skip locked`})
    update live.session s set ended_at = greatest(${now}, s.started_at), ended_by = 'platform', end_reason = ${reason}
      from running r where s.id = r.id
    returning s.id, s.user_id as "userId", ${length} as seconds`.execute(tx)
  return rows
}

/** Ends these broadcasts at `now`; skips those that have ended already. */
export async function endSessions(
  tx: Transaction,
  now: Date,
  ids: readonly string[],
  reason: string,
): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with running as (
      select id from live.session where ended_at is null and id = any(${ids}::text[]) order by id for no key update)
    update live.session s set ended_at = greatest(${now}, s.started_at), ended_by = 'platform', end_reason = ${reason}
      from running r where s.id = r.id
    returning s.id, s.user_id as "userId", ${length} as seconds`.execute(tx)
  return rows
}

/**
 * Ends up to `limit` broadcasts without an event since `cutOff`, at their last heartbeat. Late arrival does not count as silence;
 * broadcasts locked by other transactions are left for the next round.
 */
export async function endSilentSessions(tx: Transaction, cutOff: Date, limit: number): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with silent as (
      select id from live.session
       where ended_at is null and user_id is not null and heard_at < ${cutOff} and last_seen_at < ${cutOff}
       order by id limit ${limit} for no key update skip locked)
    update live.session s set ended_at = s.last_seen_at, ended_by = 'platform', end_reason = 'silent'
      from silent q where s.id = q.id
    returning s.id, s.user_id as "userId", ${length} as seconds`.execute(tx)
  return rows
}
