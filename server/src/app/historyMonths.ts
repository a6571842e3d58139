// Room in the tables by month for events that are older than those of a running app.
import { ensureEventMonths } from '../bridge/index.ts'
import type { Database } from '../kit/database/database.ts'
import { ensureLedgerMonths } from '../ledger/index.ts'
import { ensureLogMonths } from '../log/index.ts'
import { ensureLiveMonths } from '../rooms/live/index.ts'

const dayMs = 86_400_000

/** Additional months to create, for a history of three months. */
export async function ensureHistory(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 62 * dayMs)
  await ensureEventMonths(database, before)
  await ensureLedgerMonths(database, before)
  await ensureLiveMonths(database, before)
  await ensureLogMonths(database, before)
}
