// Broadcasters' sums, written together with their broadcasts.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { recordset } from '../events/broadcasts.queries.ts'
import type { Counted } from './liveCounting.rules.ts'

/**
 * Adds changes to the sums; rows are locked in id order. These are the last locks of a transaction, after broadcasts, calls
 * and accounts.
 */
export async function addToBroadcasters(tx: Transaction, changes: readonly Counted[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into live.broadcaster as b
           (user_id, sessions, seconds, peak_viewers, gift_tokens, minute_tokens, bonus, last_started_at)
    select n.user_id, n.sessions, n.seconds, n.peak_viewers, n.gift_tokens, n.minute_tokens, n.bonus, n.last_started_at
      from ${recordset(
        changes,
        sql`user_id bigint, sessions int, seconds bigint, peak_viewers int, gift_tokens bigint, minute_tokens bigint,
            bonus bigint, last_started_at timestamptz`,
      )}
     order by n.user_id
    on conflict (user_id) do update
       set sessions = b.sessions + excluded.sessions, seconds = b.seconds + excluded.seconds,
           peak_viewers = greatest(b.peak_viewers, excluded.peak_viewers),
           gift_tokens = b.gift_tokens + excluded.gift_tokens, minute_tokens = b.minute_tokens + excluded.minute_tokens,
           bonus = b.bonus + excluded.bonus, last_started_at = greatest(b.last_started_at, excluded.last_started_at)`.execute(
    tx,
  )
}

/** Adds the durations of ended broadcasts. */
export async function addSeconds(
  tx: Transaction,
  ended: readonly { userId: bigint | null; seconds: number }[],
): Promise<void> {
  const byUser = Map.groupBy(ended, ({ userId }) => userId)
  byUser.delete(null)
  if (byUser.size === 0) return
  await addToBroadcasters(
    tx,
    [...byUser].map(([userId, own]) => ({
      user_id: userId!,
      sessions: 0,
      seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
      peak_viewers: 0,
      gift_tokens: 0n,
      minute_tokens: 0n,
      bonus: 0n,
      last_started_at: null,
    })),
  )
}
