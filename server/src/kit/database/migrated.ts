// Whether a database can be brought up to date by this release, and whether it is.
import { type QueryExecutorProvider, sql } from 'kysely'
import { changedFunctions, type Step } from '../../migrations/index.ts'
import { isOlder, release, released } from '../../migrations/release.ts'

/** The database could not be brought up to date; `message` says in one line what failed, that nothing changed, and what to do. */
export class MigrationProblem extends Error {}

/** What this release knows; tests name others. */
export type Known = { steps: Readonly<Record<string, Step>>; released: Readonly<Record<string, string>> }

/** Of this release. */
export const knownWith = (steps: Readonly<Record<string, Step>>): Known => ({ steps, released })

type Applied = { name: string; hash: string | null; release: string | null }

async function appliedTo(database: QueryExecutorProvider): Promise<Applied[]> {
  const { rows: found } = await sql<{ names: boolean; hashes: boolean }>`
    select to_regclass('kysely_migration') is not null as names, to_regclass('kit.migration') is not null as hashes`.execute(
    database,
  )
  if (!found[0]?.names) return []
  const { rows } = found[0].hashes
    ? await sql<Applied>`
        select k.name, m.hash, m.release from kysely_migration k left join kit.migration m using (name) order by name`.execute(
        database,
      )
    : await sql<Applied>`select name, null as hash, null as release from kysely_migration order by name`.execute(
        database,
      )
  return rows
}

/** The newest release that changed this database: the one to go back to. */
export async function releaseOf(database: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ release: string }>`
    select release from kit.migration union select release from kit.function_file`.execute(database)
  return rows.map((row) => row.release).reduce((one, other) => (isOlder(one, other) ? other : one), '0.0.0')
}

const nothing = 'Nothing was changed.'

/**
 * The migrations that the database lacks, in order.
 *
 * @returns `waiting`, and `drifted`: applied ones that changed since and that no release contains, as happens while they are written
 * @throws MigrationProblem if the database is from before 0.1.0, of a later release, or has another migration than a release contained
 */
export async function comparedWith(
  database: QueryExecutorProvider,
  { steps, released: promised }: Known,
): Promise<{ waiting: string[]; drifted: string[]; isNew: boolean }> {
  const applied = await appliedTo(database)
  const later = applied.filter(({ name }) => !(name in steps))
  if (later.length > 0) {
    const by = later.findLast((one) => one.release !== null)?.release
    throw new MigrationProblem(
      `This database was updated by ${by ? `Greenroom ${by}` : 'a later version of Greenroom'}, and this is ${release}. ${nothing} ` +
        'Start that version, or restore the backup from before the update (docs/operating.md, "Updates").',
    )
  }
  if (applied.some(({ hash }) => hash === null))
    throw new MigrationProblem(
      `This database is from before Greenroom 0.1.0, whose tables still changed, so it can't be updated. ${nothing} ` +
        'Start the version that made it, or begin with an empty database (another DATA_DIR or DATABASE_URL).',
    )
  const differing = applied.filter(({ name, hash }) => name in promised && promised[name] !== hash)
  if (differing.length > 0)
    throw new MigrationProblem(
      `Migration ${differing.map(({ name }) => name).join(', ')} ran on this database in another form than Greenroom ${release} has it: ` +
        `the database was made by a version between releases. ${nothing} Start the version that made it, or restore a backup of a release.`,
    )
  const drifted = applied.filter(({ name, hash }) => !(name in promised) && steps[name]!.hash !== hash)
  const known = new Set(applied.map(({ name }) => name))
  return {
    waiting: Object.keys(steps).filter((name) => !known.has(name)),
    drifted: drifted.map(({ name }) => name),
    isNew: applied.length === 0,
  }
}

/**
 * Checks that nothing waits, for servers that do not migrate at their start.
 *
 * @throws MigrationProblem if the database is new, lacks migrations or functions of this release, or can't be updated by it
 */
export async function checkMigrated(database: QueryExecutorProvider, known: Known): Promise<void> {
  const { waiting, isNew } = await comparedWith(database, known)
  const functions = isNew ? [] : await changedFunctions(database)
  if (waiting.length === 0 && functions.length === 0) return
  const what = waiting.length > 0 ? `migration ${waiting[0]}` : `the functions of ${functions[0]}`
  throw new MigrationProblem(
    `The database is not up to date: ${what} of Greenroom ${release} was not run, and MIGRATE_AT_START is off. ${nothing} ` +
      'Run "npm run migrate", then start again.',
  )
}
