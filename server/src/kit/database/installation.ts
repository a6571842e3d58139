// Identifies the installation, and whether its database was restored since the last start.
//
// A dump loaded elsewhere, or a new data directory, has another system identifier. A point-in-time recovery ends on
// another timeline, but so does a failover to a standby, so operators with standbys configure that; a server that runs meanwhile tells the two
// apart (`kit/standby/failover.ts`). A data directory
// copied file by file while stopped cannot be told from a moved one.
import { sql } from 'kysely'
import { wallNow } from '../clock.ts'
import { newRequestId } from '../random.ts'
import { type Database, inTransaction, type Transaction } from './database.ts'

/** The cluster's system identifier; '' where a host hides it. */
export async function clusterOf(database: Database): Promise<string> {
  const allowed = await sql<{ allowed: boolean }>`
    select has_function_privilege('pg_control_system()', 'execute') as allowed`.execute(database)
  if (!allowed.rows[0]?.allowed) return ''
  const { rows } = await sql<{ identifier: string }>`
    select system_identifier::text as identifier from pg_control_system()`.execute(database)
  return rows[0]?.identifier ?? ''
}

/** A running database, as no other one is: a copy has its original's identifier, but another start. */
export async function placeOf(database: Database): Promise<string> {
  const { rows } = await sql<{ place: string }>`
    select concat_ws(' ', pg_postmaster_start_time(), current_setting('port'), current_database(), oid) as place
      from pg_database where datname = current_database()`.execute(database)
  return `${await clusterOf(database)} ${rows[0]?.place ?? ''}`
}

/** The timeline is the first eight digits of the name of a segment. */
async function timelineOf(database: Database): Promise<number> {
  const { rows } = await sql<{ segment: string }>`
    select pg_walfile_name(pg_current_wal_lsn()) as segment`.execute(database)
  return Number.parseInt((rows[0]?.segment ?? '').slice(0, 8), 16)
}

/**
 * Records cluster and timeline. Called at every start, before any background work.
 *
 * @param failsOver whether a new timeline alone is just a failover: of one that no running server noticed, nobody knows what it lost.
 * @param onRestored runs in the transaction that records a restored copy.
 * @returns true if it is one.
 */
export async function noticeRestore(
  database: Database,
  failsOver: boolean,
  onRestored: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  const [cluster, timeline] = [await clusterOf(database), await timelineOf(database)]
  const known = await database.selectFrom('kit.installation').selectAll().executeTakeFirstOrThrow()
  if (known.cluster === cluster && known.timeline === timeline) return false
  return inTransaction(database, async (tx) => {
    const before = await tx.selectFrom('kit.installation').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (before.cluster === cluster && before.timeline === timeline) return false
    const isRestored =
      before.cluster !== null && (before.cluster !== cluster || (before.timeline !== timeline && !failsOver))
    await tx
      .updateTable('kit.installation')
      .set({ cluster, timeline, ...(isRestored && { id: newRequestId() }) })
      .execute()
    if (isRestored) await onRestored(tx)
    else if (before.cluster === cluster)
      await tx
        .insertInto('kit.failover')
        .values({ timeline, noticed_at: wallNow(), outcome: 'unknown' })
        .onConflict((one) => one.column('timeline').doNothing())
        .execute()
    return isRestored
  })
}
