// Folds the ledger into days, once each.
import { type Database, inTransaction } from '../../../kit/database.ts'
import { readNew } from '../../../kit/new-rows.ts'
import { boundedSpan, flowsByDay, leavesSome, takenWith } from '../../../ledger/index.ts'
import { addFlows, beginAnew, readerName, zoneOfDays } from './queries.ts'

/** As many entries as one transaction folds in well under 2 seconds. */
const entriesAtOnce = 10_000

/**
 * Brings the days up to what is committed, a part at a time. When the platform's zone is another than theirs, all days
 * are folded anew.
 *
 * @returns true when something was new.
 */
export async function foldDays(database: Database, zone: string): Promise<boolean> {
  if ((await zoneOfDays(database)) !== zone) await inTransaction(database, (tx) => beginAnew(tx, zone))
  let more = false
  await readNew(database, readerName, async (tx, span) => {
    // Somebody else may have begun anew in between.
    if ((await zoneOfDays(tx)) !== zone) return span.from
    const part = await boundedSpan(tx, span, entriesAtOnce)
    const flows = await flowsByDay(tx, part, zone)
    await addFlows(tx, flows)
    more = flows.length > 0 || leavesSome(span, part)
    return takenWith(part)
  })
  return more
}
