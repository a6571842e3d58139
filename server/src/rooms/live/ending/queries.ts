// Ends broadcasts in sets.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database.ts'

/** A broadcast that was ended; `seconds` is how long it lasted. */
export type Ended = { id: string; userId: bigint | null; seconds: number }

const length = sql`greatest(0, coalesce(floor(extract(epoch from s.ended_at - s.started_at)), 0))::int`

/** Ends the running broadcasts of these people at `now`: all of them, or those that no other transaction holds. */
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

/** Ends these broadcasts at `now`; one that has ended already is left. */
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
 * Ends up to `limit` broadcasts of which nothing was heard since `cutOff`, at their last heartbeat. What is late in
 * arriving does not count as silence; those in work elsewhere are left for the next time.
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
