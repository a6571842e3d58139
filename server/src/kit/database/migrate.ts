// Migrates the database; safe for concurrent starts and while other servers serve.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations, refreshFunctions, type Step } from '../../migrations/index.ts'
import { release } from '../../migrations/release.ts'
import { StatementFailed, statementsOf } from '../../migrations/statements.ts'
import { type Database, openDatabase } from './database.ts'
import { checkMigrated, comparedWith, type Known, knownWith, MigrationProblem, releaseOf } from './migrated.ts'
import { isUnreachable } from './unreachable.ts'

export { MigrationProblem } from './migrated.ts'

/** How long a migration may wait for a lock before it gives way to those who serve, and how often it tries. */
export type Patience = { lockMs: number; tries: number; pauseMs: number }
const patience: Patience = { lockMs: 3_000, tries: 40, pauseMs: 2_000 }

/** Runs before the first migration of an update, with the release that the database had; if it throws, nothing is changed. */
export type BeforeUpdate = (update: { from: string }) => Promise<void>

/** A migration that failed; the cause is the error. */
class MigrationFailed extends Error {
  readonly migration: string | undefined

  constructor(migration: string | undefined, cause: unknown) {
    super('a migration failed', { cause })
    this.migration = migration
  }
}

const causeOf = (error: unknown): unknown =>
  error instanceof StatementFailed || error instanceof MigrationFailed ? causeOf(error.cause) : error
const codeOf = (error: unknown): string | undefined => (causeOf(error) as { code?: string } | undefined)?.code
/** 55P03 lock_not_available, 40P01 deadlock_detected. */
const gaveWay = (error: unknown): boolean => ['55P03', '40P01'].includes(codeOf(error) ?? '')

/** @param what the migration or the functions that failed @param kept what stays as it was */
function problemOf(what: string, kept: string, error: unknown): unknown {
  const cause = causeOf(error)
  // The caller tries again, or reports it.
  if (isUnreachable(cause)) return cause
  const { message, code } = cause as { message: string; code?: string }
  const where = error instanceof StatementFailed ? ` at "${error.statement}"` : ''
  const advice = gaveWay(error)
    ? 'Somebody works on a table that it changes: end long queries (pg_stat_activity), or try again in a quieter hour.'
    : 'Mend what the message names, or start the previous version again and report this line.'
  return new MigrationProblem(
    `The database could not be updated: ${what} failed${where}: ${message}${code === undefined ? '' : ` (${code})`}. ` +
      `${kept} ${advice}`,
    { cause },
  )
}

/** Tries again while a lock can't be had. */
async function patiently<T>({ tries, pauseMs }: Patience, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!gaveWay(error) || attempt >= tries) throw error
      await sleep(pauseMs)
    }
  }
}

/** Of several servers that start, one migrates. Held by the connection, so that a killed one releases it. */
async function alone(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(hashtextextended('kit.migration', 0)) as mine`.execute(database)
    if (rows[0]?.mine) return
    await sleep(200)
  }
}

/**
 * Runs those of `waiting` up to `last` in one transaction, with their hashes. One may have a lower number than some that ran: branches that are
 * written beside each other land in any order.
 */
async function runUpTo(database: Database, steps: Known['steps'], waiting: string[], last: string): Promise<void> {
  const upTo = Object.fromEntries(Object.entries(steps).filter(([name]) => name <= last || !waiting.includes(name)))
  const noted = Object.entries(upTo).map(([name, step]): [string, Step] => [
    name,
    {
      ...step,
      up: async (tx) => {
        await step.up(tx)
        await sql`insert into kit.migration (name, hash, release) values (${name}, ${step.hash}, ${release})`.execute(
          tx,
        )
      },
    },
  ])
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => Object.fromEntries(noted) },
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw new MigrationFailed(results?.find(({ status }) => status === 'Error')?.migrationName, error)
}

const indexOf = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s+on\s+(\w+)\.\w+/i

/**
 * Builds the indexes of a migration that runs outside a transaction. What a killed run left unfinished is built again; what is there is
 * kept.
 *
 * @throws if a statement is of another form
 */
async function buildIndexes(database: Database, text: string): Promise<void> {
  for (const statement of statementsOf(text)) {
    const plain = statement.replace(/^(?:--[^\n]*\n|\s)+/, '')
    const [, index, schema] = indexOf.exec(plain) ?? []
    if (index === undefined || schema === undefined)
      throw new StatementFailed(
        statement,
        new Error('only "create index concurrently if not exists … on schema.table" may stand here'),
      )
    const { rows } = await sql<{ valid: boolean }>`
      select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass(${`${schema}.${index}`})`.execute(
      database,
    )
    try {
      if (rows[0]?.valid === false) await sql.raw(`drop index concurrently ${schema}.${index}`).execute(database)
      await sql.raw(plain).execute(database)
    } catch (error) {
      throw new StatementFailed(statement, error)
    }
  }
}

/** Runs what waits: transactional migrations together, each of the others on its own. */
async function runAll(database: Database, known: Known, waiting: string[], of: Patience): Promise<void> {
  let kept = 'Nothing was changed: the database is as it was before this start.'
  while (waiting.length > 0) {
    const at = waiting.findIndex((name) => known.steps[name]?.outside !== undefined)
    const together = at < 0 ? waiting : waiting.slice(0, at)
    const last = together.at(-1)
    if (last !== undefined)
      await patiently(of, () => runUpTo(database, known.steps, waiting, last)).catch((error: unknown) => {
        if (!(error instanceof MigrationFailed)) throw error
        const what = error.migration === undefined ? 'the list of migrations' : `migration ${error.migration}`
        throw problemOf(what, kept, error.cause)
      })
    if (at < 0) return
    const name = waiting[at]!
    kept = 'What stands before it in the list was kept, and the next start goes on from there.'
    await patiently(of, () => buildIndexes(database, known.steps[name]!.outside!)).catch((error: unknown) => {
      throw problemOf(`migration ${name}`, kept, error)
    })
    await runUpTo(database, known.steps, waiting, name)
    waiting = waiting.slice(at + 1)
  }
}

/** Whether the database has everything of this release, without changing it. @throws MigrationProblem */
export async function checkUpToDate(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    await checkMigrated(database, knownWith(migrations))
  } finally {
    await database.destroy()
  }
}

/**
 * Runs new migrations, all in one transaction but those that say otherwise, and applies changed function files.
 *
 * @param steps the migrations; tests add one @param before for an update, not for a new database
 * @param role the application's, if it is not the owner: it is granted what it needs
 * @returns what was run, and which migrations changed since they ran here and are in no release
 * @throws MigrationProblem if the database can't be updated by this release, or a migration fails
 */
export async function migrate(
  databaseUrl: string,
  steps: Known['steps'] = migrations,
  {
    known = knownWith(steps),
    of = patience,
    before,
    role,
  }: { known?: Known; of?: Patience; before?: BeforeUpdate | undefined; role?: string | undefined } = {},
): Promise<{ run: string[]; drifted: string[] }> {
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    // Only on this connection, which has no pooler: building an index over a large table may take long.
    await sql`set statement_timeout = 0`.execute(database)
    await sql.raw(`set lock_timeout = ${of.lockMs}`).execute(database)
    await alone(database)
    const { waiting, drifted, isNew } = await comparedWith(database, known)
    if (before && waiting.length > 0 && !isNew) await before({ from: await releaseOf(database) })
    await runAll(database, known, waiting, of)
    const anew = waiting.length > 0
    await patiently(of, () => database.transaction().execute((tx) => refreshFunctions(tx, { role, anew }))).catch(
      (error: unknown) => {
        throw problemOf('the functions of this version', 'No function was changed.', error)
      },
    )
    return { run: waiting, drifted }
  } finally {
    await database.destroy()
  }
}
