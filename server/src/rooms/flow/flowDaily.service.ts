// Folds ledger entries into daily sums, each entry once.
import { type Database, inTransaction, type Transaction } from '../../kit/database/database.ts'
import { flowsByDay, readEntries } from '../../ledger/index.ts'
import { addFlows, readerName, restartFold, zoneOfDays } from './flowDaily.queries.ts'

/** Entries per transaction, which then takes well under 2 seconds. */
const entriesAtOnce = 10_000

/**
 * Folds a part of the new entries. If the platform's time zone has changed, all days are rebuilt.
 *
 * @returns true if more are waiting.
 */
export async function foldDays(database: Database, zone: string): Promise<boolean> {
  if ((await zoneOfDays(database)) !== zone) await inTransaction(database, (tx) => restartFold(tx, zone))
  // Another process may have restarted the rebuild in the meantime.
  const isReady = async (tx: Transaction) => (await zoneOfDays(tx)) === zone
  return readEntries(database, { reader: readerName, atOnce: entriesAtOnce, isReady }, async (tx, part) =>
    addFlows(tx, await flowsByDay(tx, part, zone)),
  )
}
