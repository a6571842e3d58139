// Brings a database to the newest version; safe when several processes start at once (an advisory lock of Kysely's).
import { Migrator } from 'kysely/migration'
import { migrations } from '../migrations/index.ts'
import { openDatabase } from './database.ts'

/**
 * Migrates the database at `databaseUrl`, one transaction for all that is new.
 *
 * @throws when a migration fails; nothing of it stays.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  } finally {
    await database.destroy()
  }
}
