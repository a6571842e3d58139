// The benchmarks' database: an embedded PostgreSQL, kept between runs, fully durable as in production.
import { chmodSync, mkdirSync } from 'node:fs'
import product from '../../package.json' with { type: 'json' }
import { openEmbedded } from '../../server/src/kit/embedded/open.ts'
import { migrate } from '../../server/src/kit/migrate.ts'

/** Kept between runs, one per product version, since tables may differ. */
export const dataDir = process.env['BENCH_DATA_DIR'] ?? `/var/tmp/greenroom-bench-${product.version}`

/** Opens and migrates it. `DATABASE_URL` replaces it if set. */
export async function openDatabaseForBench(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env['DATABASE_URL']
  if (given) {
    await migrate(given)
    return { url: given, close: async () => {} }
  }
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const database = await openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
  await migrate(database.url)
  return { url: database.url, close: () => database.stop() }
}
