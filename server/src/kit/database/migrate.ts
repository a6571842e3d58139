// Migrates the database; safe for concurrent starts (Kysely's advisory lock).
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations, refreshFunctions } from '../../migrations/index.ts'
import { StatementFailed } from '../../migrations/statements.ts'
import { openDatabase } from './database.ts'
import { isUnreachable } from './unreachable.ts'

/** The database could not be brought up to date; `message` says in one line what failed, that nothing changed, and what to do. */
export class MigrationProblem extends Error {}

/** @param what the migration or the functions that failed @param kept what stays as it was */
function problemOf(what: string, kept: string, error: unknown): unknown {
  const cause = error instanceof StatementFailed ? error.cause : error
  // The caller tries again, or reports it.
  if (isUnreachable(cause)) return cause
  const { message, code } = cause as { message: string; code?: string }
  const where = error instanceof StatementFailed ? ` at "${error.statement}"` : ''
  return new MigrationProblem(
    `The database could not be updated: ${what} failed${where}: ${message}${code === undefined ? '' : ` (${code})`}. ` +
      `${kept} Mend what the message names, or start the previous version again and report this line.`,
    { cause },
  )
}

/**
 * Runs new migrations in one transaction, and applies changed function files.
 *
 * @param all the migrations; tests add one
 * @throws MigrationProblem if one fails: all of this start are rolled back
 */
export async function migrate(databaseUrl: string, all: Record<string, Migration> = migrations): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    // Only on this connection, which has no pooler: building an index over a large table may take long.
    await sql`set statement_timeout = 0`.execute(database)
    const migrator = new Migrator({ db: database, provider: { getMigrations: async () => all } })
    const { error, results } = await migrator.migrateToLatest()
    if (error) {
      const failed = results?.find(({ status }) => status === 'Error')?.migrationName
      throw problemOf(
        failed === undefined ? 'the list of migrations' : `migration ${failed}`,
        'Nothing was changed: the database is as it was before this start.',
        error,
      )
    }
    await database
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('kit.function_file', 0))`.execute(tx)
        await refreshFunctions(tx)
      })
      .catch((error: unknown) => {
        throw problemOf('the functions of this version', 'No function was changed.', error)
      })
  } finally {
    await database.destroy()
  }
}
