// Races made certain: a second connection holds a lock, an act waits for it, something else happens, and the lock is given up.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Database, inTransaction, type Transaction } from '../src/kit/database/database.ts'

/** How many statements wait for a lock of another transaction. */
export async function waitingForLocks(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]!.count
}

/** Waits until this many statements, or more, wait for locks. */
export const someWait = (database: Database, least = 1) =>
  expect.poll(() => waitingForLocks(database), { timeout: 15_000 }).toBeGreaterThanOrEqual(least)

/** Runs `work` while another transaction holds what `hold` locks; `blocked` waits until so many statements wait. */
export const whileHeld = (
  database: Database,
  hold: (tx: Transaction) => Promise<unknown>,
  work: (blocked: (least?: number) => Promise<void>) => Promise<void>,
): Promise<void> =>
  inTransaction(database, async (tx) => {
    await hold(tx)
    await work((least) => someWait(database, least))
  })
