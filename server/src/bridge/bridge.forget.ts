// Forgets the ids of events without money, which nobody may send any more; those of money stay (`bridge.forget_events`).
import { sql } from 'kysely'
import type { Transaction } from '../kit/database/database.ts'

/** Ids copied in one transaction. */
const copiedAtOnce = 20_000
/** 55P03 lock_not_available. */
const gaveWay = (error: unknown) => (error as { code?: string }).code === '55P03'

type Forgotten = { removed: number; goesOn: boolean }

/**
 * Does one step, in a transaction of its own. The last step of a month waits half a second at most for those who read events, since all others
 * wait behind it; otherwise it is done in a later turn.
 *
 * @returns the ids it removed, and whether there is more to do now
 */
export async function forgetEvents(
  inTurn: (step: (tx: Transaction) => Promise<Forgotten>) => Promise<Forgotten>,
  keepDays: number,
): Promise<Forgotten> {
  return inTurn(async (tx) => {
    await sql`set local lock_timeout = '500ms'`.execute(tx)
    // Before a month's copy takes its place, all of the month is counted.
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows } = await sql<Forgotten>`
      select removed::float8 as removed, goes_on as "goesOn" from bridge.forget_events(${keepDays}, ${copiedAtOnce})`.execute(
      tx,
    )
    return rows[0]!
  }).catch((error: unknown) => {
    if (gaveWay(error)) return { removed: 0, goesOn: false }
    throw error
  })
}
