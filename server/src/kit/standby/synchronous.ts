// Whether what is acknowledged is on a standby, too: PostgreSQL's `synchronous_standby_names` and who stands by (docs/operating.md, High
// availability).
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase, type Reader } from '../database/database.ts'
import { UnusableServer } from '../database/serverVersion.ts'

/** What is set, and how many standbys there are; null where the role may not see them. */
export type Standbys = { names: string; commit: string; synchronous: number | null; all: number | null }

/** Commits wait for nobody; not for the standby's disk; nobody may look; nobody is there to wait for. */
export type StandbyLack = 'names' | 'commit' | 'rights' | 'standby'

/** PostgreSQL's state of a standby that has caught up. */
const following = ['streaming']

export async function standbysOf(reader: Reader): Promise<Standbys> {
  const { rows } = await sql<Standbys>`
    select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit,
           case when m.may then (select count(*)::int from pg_stat_replication
                                  where state = any(${following}::text[]) and sync_state in ('sync', 'quorum')) end as synchronous,
           case when m.may then (select count(*)::int from pg_stat_replication where state = any(${following}::text[])) end as "all"
      from (select pg_has_role('pg_read_all_stats', 'usage') as may) m`.execute(reader)
  return rows[0]!
}

/** What is missing for commits that survive the primary. Pure. */
export function lackOf({ names, commit, synchronous }: Standbys): StandbyLack | null {
  if (names.trim() === '') return 'names'
  if (!['on', 'remote_apply'].includes(commit)) return 'commit'
  if (synchronous === null) return 'rights'
  return synchronous === 0 ? 'standby' : null
}

const sentences: Record<Exclude<StandbyLack, 'standby'>, string> = {
  names:
    'the database acknowledges without a standby: synchronous_standby_names is empty. Set it there, or DATABASE_STANDBYS=on to go on without.',
  commit:
    "the database acknowledges before a standby has the change on its disk: synchronous_commit must be on or remote_apply for the application's role.",
  rights:
    "the application's role may not see the standbys: grant pg_read_all_stats (or pg_monitor) to it as a superuser.",
}

/**
 * Checks, for `DATABASE_STANDBYS=sync`, that commits wait for a standby, and waits until there is one: without it no commit would end.
 *
 * @param onWait is told once that it waits
 * @throws UnusableServer if the database is set otherwise
 */
export async function checkSynchronous(url: string, onWait = console.warn, everyMs = 1_000): Promise<void> {
  const database = openDatabase(url, { max: 1 })
  try {
    for (let waits = false; ; waits = true) {
      const lack = lackOf(await standbysOf(database))
      if (lack === null) return
      if (lack !== 'standby') throw new UnusableServer(`DATABASE_STANDBYS is sync, but ${sentences[lack]}`)
      if (!waits)
        onWait(
          'No synchronous standby is connected to the database, so nothing can be committed: the start goes on when there is one. To go on ' +
            'without, see docs/operating.md, "High availability".',
        )
      await sleep(everyMs)
    }
  } finally {
    await database.destroy()
  }
}

export type StandbyWatch = {
  /** What has been missing for two looks; null while all is well, or before the second. */
  lack(): StandbyLack | null
  /** One look, also made every few seconds. */
  look(): Promise<void>
  close(): void
}

/** A standby that is started anew is missing for a moment. */
const looksBeforeSaid = 2

/** @param onChange told what is missing from now on, or null */
export function openStandbyWatch(
  database: Database,
  onChange: (lack: StandbyLack | null) => void,
  everyMs = 5_000,
): StandbyWatch {
  let [said, before, times]: [StandbyLack | null, StandbyLack | null, number] = [null, null, 0]
  async function look(): Promise<void> {
    const lack = lackOf(await standbysOf(database))
    times = lack === before ? times + 1 : 1
    before = lack
    if (lack === said || (lack !== null && times < looksBeforeSaid)) return
    said = lack
    onChange(lack)
  }
  const timer = setInterval(() => void look().catch(() => {}), everyMs).unref()
  return { lack: () => said, look, close: () => clearInterval(timer) }
}
