// Counters of free call minutes.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Counter } from './freeMinutes.rules.ts'

/** The counters of these callers, locked in id order; a caller who was never given any has none. */
export async function lockCounters(tx: Transaction, userIds: readonly bigint[]): Promise<Map<bigint, Counter>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<Counter>`
    select user_id as "userId", granted, used, held from live.free_minutes
     where user_id = any(${userIds}::bigint[]) order by user_id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Writes locked counters back. */
export async function saveCounters(tx: Transaction, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return
  await sql`
    update live.free_minutes f set used = n.used, held = n.held
      from unnest(${counters.map((one) => one.userId)}::bigint[], ${counters.map((one) => one.used)}::int[],
                  ${counters.map((one) => one.held)}::int[]) as n(user_id, used, held)
     where f.user_id = n.user_id and (f.used, f.held) is distinct from (n.used, n.held)`.execute(tx)
}

/** Gives callers free minutes, in addition to what they have. */
export async function grantMinutes(
  tx: Transaction,
  given: readonly { userId: bigint; minutes: number }[],
): Promise<void> {
  if (given.length === 0) return
  await sql`
    insert into live.free_minutes as f (user_id, granted)
    select * from unnest(${given.map((one) => one.userId)}::bigint[], ${given.map((one) => one.minutes)}::int[]) as n(user_id, minutes)
     order by n.user_id
    on conflict (user_id) do update set granted = f.granted + excluded.granted`.execute(tx)
}
