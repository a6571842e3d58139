// The benchmarks' database: an embedded PostgreSQL, kept between runs, fully durable as in production.
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import product from '../../package.json' with { type: 'json' }
import { openDatabase } from '../../server/src/kit/database/database.ts'
import { migrate } from '../../server/src/kit/database/migrate.ts'
import { openEmbedded } from '../../server/src/kit/embedded/embedded.open.ts'
import { openSeals } from '../../server/src/kit/encryption/index.ts'

/** Kept between runs, one per product version, since tables may differ. */
export const dataDir = process.env['BENCH_DATA_DIR'] ?? `/var/tmp/greenroom-bench-${product.version}`

/** Opens and migrates it. `DATABASE_URL` replaces it if set. */
export async function openDatabaseForBench(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env['DATABASE_URL']
  if (given) {
    await prepare(given)
    return { url: given, close: async () => {} }
  }
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const database = await openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
  await prepare(database.url)
  return { url: database.url, close: () => database.stop() }
}

/** Migrates it, and trusts this machine: once an app has sent events, an administrator needs a second factor elsewhere. */
async function prepare(url: string): Promise<void> {
  await migrate(url)
  const database = openDatabase(url, { max: 1 })
  await sql`
    insert into system.whitelist (kind, value, created_by, created_at, updated_by, updated_at)
    values ('ip', '127.0.0.1', 'bench', now(), 'bench', now()) on conflict do nothing`.execute(database)
  await database.destroy()
}

/** A placeholder for a sealed payout account: it must count as sealed with the server's key, or the server would not start. */
export async function sealedForBench(url: string): Promise<string> {
  const database = openDatabase(url, { max: 1 })
  try {
    const seals = await openSeals(database, join(dataDir, 'seal.keys'), [])
    return `${seals.prefix}bench`
  } finally {
    await database.destroy()
  }
}
