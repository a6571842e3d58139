// Where benchmarks run: an embedded PostgreSQL of their own, kept between runs, with everything durable as in production.
import { chmodSync, mkdirSync } from 'node:fs'
import product from '../../package.json' with { type: 'json' }
import { openEmbedded } from '../../server/src/kit/embedded/open.ts'
import { migrate } from '../../server/src/kit/migrate.ts'

/** Kept between runs, one a version of the product: a database of another version may have other tables. */
export const dataDir = process.env['BENCH_DATA_DIR'] ?? `/var/tmp/greenroom-bench-${product.version}`

/** Opens and migrates it. `DATABASE_URL` takes its place when set. */
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
