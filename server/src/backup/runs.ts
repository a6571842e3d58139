// How backups and trials of a restore ended, in the database that they are of. Wall time.
import { sql } from 'kysely'
import type { Reader } from '../kit/database/database.ts'

export type BackupRun = {
  kind: 'backup' | 'restore'
  began_at: Date
  ended_at: Date
  /** The backup that was taken or restored; empty if it came to none. */
  backup: string
  /** Empty if it ended well. */
  failure: string
}

/** Runs of each kind that are kept. */
const kept = 100

/** Notes how a run ended, and forgets old ones. */
export async function noteRun(reader: Reader, run: BackupRun): Promise<void> {
  await sql`
    insert into kit.backup_run (installation, kind, began_at, ended_at, backup, failure)
    select id, ${run.kind}, ${run.began_at}, ${run.ended_at}, ${run.backup}, ${run.failure} from kit.installation`.execute(
    reader,
  )
  await sql`
    delete from kit.backup_run
     where kind = ${run.kind}
       and id <= (select id from kit.backup_run where kind = ${run.kind} order by id desc offset ${sql.lit(kept)} limit 1)`.execute(
    reader,
  )
}

/** The last run of a kind of this installation; those that a restored copy brought are its original's. */
export async function lastRun(reader: Reader, kind: BackupRun['kind']): Promise<BackupRun | undefined> {
  const { rows } = await sql<BackupRun>`
    select r.kind, r.began_at, r.ended_at, r.backup, r.failure
      from kit.backup_run r join kit.installation i on i.id = r.installation
     where r.kind = ${kind} order by r.id desc limit 1`.execute(reader)
  return rows[0]
}
