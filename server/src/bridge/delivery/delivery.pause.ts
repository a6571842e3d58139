// Switches deliveries off: after a failover that lost something, until the app has sent it again; and for a restored copy, which has the live
// app's addresses and secrets, and commands that the original delivered long ago. It delivers nothing until staff enable it.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import type { Loss } from '../../kit/standby/commits.ts'

export type Pause = {
  since: Date
  restoredTo: Date | null
  /** After a failover: what it lost; null after a restore. */
  lost: Loss | null
}

/** Since when deliveries are off and why, or null while they are on. */
export async function pauseOf(reader: Reader): Promise<Pause | null> {
  const row = await reader
    .selectFrom('bridge.pause as p')
    .leftJoin('kit.failover as f', 'f.timeline', 'p.timeline')
    .select(['p.since', 'p.restored_to', 'f.outcome', 'f.transactions', 'f.lost_from', 'f.lost_until'])
    .executeTakeFirst()
  if (!row) return null
  const { outcome, transactions } = row
  return {
    since: row.since,
    restoredTo: row.restored_to,
    lost:
      outcome === null || transactions === null
        ? null
        : { outcome, transactions, from: row.lost_from, until: row.lost_until },
  }
}

/**
 * Switches deliveries off; no effect if they are. A known restore point is recorded, and a failover by its timeline.
 *
 * @param at wall time.
 */
export async function pauseDeliveries(
  tx: Transaction,
  at: Date,
  { restoredTo = null, timeline = null }: { restoredTo?: Date | null; timeline?: number | null } = {},
): Promise<void> {
  await sql`
    insert into bridge.pause (since, restored_to, timeline) values (${at}, ${restoredTo}, ${timeline})
    on conflict (one) do update set restored_to = coalesce(bridge.pause.restored_to, excluded.restored_to),
                                    timeline = coalesce(excluded.timeline, bridge.pause.timeline)`.execute(tx)
}

/** Switches deliveries on. @returns since when they were off and why, or null if they were not. */
export async function resumeDeliveries(tx: Transaction): Promise<Pause | null> {
  const pause = await pauseOf(tx)
  const row = await tx.deleteFrom('bridge.pause').returning('since').executeTakeFirst()
  return row && pause ? pause : null
}
