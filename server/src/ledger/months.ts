// Keeps the ledger's monthly partitions ahead of time.
import { sql } from 'kysely'
import { type Database, inTransaction } from '../kit/database.ts'

/** Ids may be 30 days old; a job that fails for weeks must not stop money. */
const monthsBehind = 2
const monthsAhead = 2

/** Makes the partitions of the months around `now` that are not there yet. */
export const ensureLedgerMonths = (database: Database, now: Date): Promise<void> =>
  inTransaction(database, async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`
      select ledger.ensure_months(((${now}::timestamptz at time zone 'UTC') - ${`${monthsBehind} months`}::interval)::date,
                                  ${monthsBehind + 1 + monthsAhead})`.execute(tx)
  })
