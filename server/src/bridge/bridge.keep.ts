// Creates the coming months' partitions of event ids, and deletes what has expired.
import { sql } from 'kysely'
import { wallNow } from '../kit/clock.ts'
import { type Database, inTransaction } from '../kit/database/database.ts'
import { keepMinutes } from './bridge.batches.ts'

/** Events may be 30 days old. */
const monthsBehind = 2
const monthsAhead = 2
const rejectionDays = 30
const trafficDays = 90
/** Failures that came to nothing, and held events that were decided. */
const endedDays = 30
/** Dropped events may be replayed until then. */
const droppedDays = 90
const dayMilliseconds = 24 * 60 * 60_000
/** Rows per statement, repeated until none is left: keeps transactions short. */
const atOnce = 10_000

/** Creates missing partitions for the months around `now`, business time. */
export const ensureEventMonths = (database: Database, now: Date): Promise<void> =>
  inTransaction(database, async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`
      select bridge.ensure_months(((${now}::timestamptz at time zone 'UTC') - ${`${monthsBehind} months`}::interval)::date,
                                  ${monthsBehind + 1 + monthsAhead})`.execute(tx)
  })

/** Deletes expired batch answers, rejected lines, counters and ended events of `bridge.held_event`; what the server still keeps stays. @param now business time. */
export async function sweepBridge(database: Database, now: Date): Promise<void> {
  const before = (milliseconds: number, of = now) => new Date(of.getTime() - milliseconds)
  const batches = before(keepMinutes * 60_000, wallNow())
  await inPieces(database, 'batch', sql`created_at < ${batches}`)
  await inPieces(database, 'rejection', sql`id < kit.uuid_at(${before(rejectionDays * dayMilliseconds)})`)
  await inPieces(database, 'traffic', sql`minute < ${before(trafficDays * dayMilliseconds)}`)
  const ended = before(endedDays * dayMilliseconds)
  await inPieces(
    database,
    'held_event',
    sql`(state = 'failing' and last_failed_at < ${ended}) or (state in ('replayed', 'refused') and ended_at < ${ended})
     or (state = 'dropped' and ended_at < ${before(droppedDays * dayMilliseconds)})`,
  )
}

async function inPieces(
  database: Database,
  table: 'batch' | 'rejection' | 'traffic' | 'held_event',
  old: ReturnType<typeof sql>,
): Promise<void> {
  const name = sql.table(`bridge.${table}`)
  for (;;) {
    const { rows } = await sql`
      delete from ${name} where ctid = any(array(select ctid from ${name} where ${old} limit ${atOnce}))
      returning 1`.execute(database)
    if (rows.length < atOnce) return
  }
}
