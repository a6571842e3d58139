// WAL archiving: PostgreSQL's own `basic_archive` copies each finished segment into a folder beside the cluster, and
// the backup process moves it on. Needs no shell tool. Nothing is archived before the first backup, since nobody would
// remove the segments.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { chown, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { EmbeddedProblem } from './errors.ts'

/** Relative to the cluster, PostgreSQL's working directory, so that a data directory may be moved. */
const relative = '../archive'

/** The folder of finished segments in an embedded database's home. */
export const archiveIn = (home: string): string => join(home, 'archive')

/**
 * Turns archiving off unless it was configured. `archive_mode` is always on, since it cannot be changed while
 * PostgreSQL runs, and without a command every segment would be kept. No PostgreSQL may run on the cluster.
 */
export function keepArchiverQuiet(cluster: string): void {
  const path = join(cluster, 'postgresql.auto.conf')
  const settings = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (!/^archive_(command|library)\b/m.test(settings)) appendFileSync(path, "archive_command = 'exit 0'\n")
}

/**
 * Starts archiving; does nothing if it is on. A segment is finished after a minute at most, which bounds the loss if
 * the disk fails.
 *
 * @param client a superuser's.
 * @throws EmbeddedProblem if PostgreSQL was started without an archiver.
 */
export async function beginArchiving(
  client: pg.Client,
  { home, cluster }: { home: string; cluster: string },
): Promise<void> {
  const { rows } = await client.query<{ archive_mode: string }>('show archive_mode')
  if (rows[0]?.archive_mode !== 'on')
    throw new EmbeddedProblem('PostgreSQL runs without WAL archiving. Restart Greenroom, then try again.')
  const folder = archiveIn(home)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // PostgreSQL's account writes there.
  const { uid, gid } = await stat(cluster)
  await chown(folder, uid, gid)
  const known = await client.query<{ library: string }>("select current_setting('archive_library') as library")
  if (known.rows[0]?.library === 'basic_archive') return
  // One statement each, since ALTER SYSTEM can't run in a transaction; the library defines its own setting.
  for (const statement of [
    "load 'basic_archive'",
    `alter system set basic_archive.archive_directory = '${relative}'`,
    "alter system set archive_timeout = '60s'",
    "alter system set archive_library = 'basic_archive'",
    "alter system set archive_command = ''",
    'select pg_reload_conf()',
  ])
    await client.query(statement)
}
