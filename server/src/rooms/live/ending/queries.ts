// Ends broadcasts in sets.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database.ts'

export type Ended = { id: string; userId: bigint | null }

/** Ends the running broadcasts of these people at `now`. */
export async function endSessionsOf(
  tx: Transaction,
  now: Date,
  userIds: readonly bigint[],
  reason: string,
): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with running as (
      select id from live.session where ended_at is null and user_id = any(${userIds}::bigint[])
       order by id for no key update)
    update live.session s set ended_at = ${now}, ended_by = 'platform', end_reason = ${reason}
      from running r where s.id = r.id
    returning s.id, s.user_id as "userId"`.execute(tx)
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
    returning s.id, s.user_id as "userId"`.execute(tx)
  return rows
}
