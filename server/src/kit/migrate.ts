// Migrates the database; safe for concurrent starts (Kysely's advisory lock).
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations, refreshFunctions } from '../migrations/index.ts'
import { openDatabase } from './database.ts'

/**
 * Runs new migrations in one transaction, and applies changed function files.
 *
 * @throws if a migration fails; everything is rolled back.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    // Only on this connection, which has no pooler: building an index over a large table may take long.
    await sql`set statement_timeout = 0`.execute(database)
    const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    await database.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('kit.function_file', 0))`.execute(tx)
      await refreshFunctions(tx)
    })
  } finally {
    await database.destroy()
  }
}
