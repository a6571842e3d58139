// Brings a database to the newest version; safe when several processes start at once (an advisory lock of Kysely's).
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations, refreshFunctions } from '../migrations/index.ts'
import { openDatabase } from './database.ts'

/**
 * Migrates the database at `databaseUrl`, one transaction for all that is new, and applies function files that changed.
 *
 * @throws when a migration fails; nothing of it stays.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    // On this connection alone, which no pooler stands before: an index over a large table may take long.
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
