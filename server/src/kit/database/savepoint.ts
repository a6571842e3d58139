// Part of a transaction that is undone alone.
import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/** Runs `work` in a savepoint: if it throws, only its own writes are rolled back. Savepoints nest. */
export async function inSavepoint(tx: Transaction, work: () => Promise<void>): Promise<void> {
  await sql`savepoint part`.execute(tx)
  try {
    await work()
    await sql`release savepoint part`.execute(tx)
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
    throw error
  }
}

class Tried extends Error {}

/** Runs `work` and rolls its writes back, to learn whether it would be refused. @throws what it throws */
export async function tryOut(tx: Transaction, work: () => Promise<void>): Promise<void> {
  try {
    await inSavepoint(tx, async () => {
      await work()
      throw new Tried()
    })
  } catch (error) {
    if (!(error instanceof Tried)) throw error
  }
}
