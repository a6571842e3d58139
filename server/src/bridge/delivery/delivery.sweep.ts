// Deletes old deliveries. Dead letters stay until someone replays them.
import { wallNow } from '../../kit/clock.ts'
import { type Database, inTransaction } from '../../kit/database/database.ts'
import { idAt } from '../../kit/random.ts'
import { sweepCommands } from './delivery.queries.ts'

const atOnce = 5_000
const dayMs = 86_400_000

/** Deletes delivered and superseded commands older than `keepDays`, in short transactions. @returns how many. */
export async function sweepOutbox(database: Database, keepDays: number): Promise<number> {
  const before = idAt(new Date(wallNow().getTime() - keepDays * dayMs))
  for (let swept = 0; ; ) {
    const now = await inTransaction(database, (tx) => sweepCommands(tx, before, atOnce))
    swept += now
    if (now < atOnce) return swept
  }
}
