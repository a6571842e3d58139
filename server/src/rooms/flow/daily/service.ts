// Folds ledger entries into daily sums, each entry once.
import { type Database, inTransaction } from '../../../kit/database.ts'
import { readNew } from '../../../kit/new-rows.ts'
import { boundedSpan, flowsByDay, leavesSome, positionAfter } from '../../../ledger/index.ts'
import { addFlows, readerName, restartFold, zoneOfDays } from './queries.ts'

/** Entries per transaction, which then takes well under 2 seconds. */
const entriesAtOnce = 10_000

/**
 * Folds new entries in parts. If the platform's time zone has changed, all days are rebuilt.
 *
 * @returns true if there were new entries.
 */
export async function foldDays(database: Database, zone: string): Promise<boolean> {
  if ((await zoneOfDays(database)) !== zone) await inTransaction(database, (tx) => restartFold(tx, zone))
  let more = false
  await readNew(database, readerName, async (tx, span) => {
    // Another process may have restarted the rebuild in the meantime.
    if ((await zoneOfDays(tx)) !== zone) return span.from
    const part = await boundedSpan(tx, span, entriesAtOnce)
    if (part.isEmpty) return undefined
    const flows = await flowsByDay(tx, part, zone)
    await addFlows(tx, flows)
    more = flows.length > 0 || leavesSome(span, part)
    return positionAfter(part)
  })
  return more
}
