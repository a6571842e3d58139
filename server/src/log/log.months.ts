import { sql } from 'kysely'
import { type Database, inTransaction } from '../kit/database/database.ts'

const monthsAhead = 3

/** Creates missing log partitions, from last month to three months ahead of the platform's clock. */
export const ensureLogMonths = (database: Database, now: Date): Promise<void> =>
  inTransaction(database, async (tx) => {
    // Better to retry in a minute than to block everyone behind one long reader.
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`
      select kit.ensure_months('log.entry', ((${now}::timestamptz at time zone 'UTC') - interval '1 month')::date,
                               ${monthsAhead + 2}, true)`.execute(tx)
    await sql`
      select log.ensure_personal_months(((${now}::timestamptz at time zone 'UTC') - interval '1 month')::date,
                                        ${monthsAhead + 2})`.execute(tx)
  })
