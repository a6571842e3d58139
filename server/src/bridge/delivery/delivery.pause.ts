// Switches deliveries off for a restored copy, which has the live app's addresses and secrets, and commands that the
// original delivered long ago. It delivers nothing until staff enable it.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'

export type Pause = { since: Date; restoredTo: Date | null }

/** Since when deliveries are off, or null while they are on. */
export async function pauseOf(reader: Reader): Promise<Pause | null> {
  const row = await reader.selectFrom('bridge.pause').select(['since', 'restored_to']).executeTakeFirst()
  return row ? { since: row.since, restoredTo: row.restored_to } : null
}

/**
 * Switches deliveries off; no effect if they are. A known restore point is recorded.
 *
 * @param at wall time.
 */
export async function pauseDeliveries(tx: Transaction, at: Date, restoredTo: Date | null): Promise<void> {
  await sql`
    insert into bridge.pause (since, restored_to) values (${at}, ${restoredTo})
    on conflict (one) do update set restored_to = coalesce(bridge.pause.restored_to, excluded.restored_to)`.execute(tx)
}

/** Switches deliveries on. @returns since when they were off, or null if they were not. */
export async function resumeDeliveries(tx: Transaction): Promise<Pause | null> {
  const row = await tx.deleteFrom('bridge.pause').returning(['since', 'restored_to']).executeTakeFirst()
  return row ? { since: row.since, restoredTo: row.restored_to } : null
}
