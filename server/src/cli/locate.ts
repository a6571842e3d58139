// Finds the database for a command.
import { BadSettings, readConfig, sealKeysOf } from '../config.ts'
import { openEmbedded } from '../kit/embedded/embedded.open.ts'
import { hasDatabase, urlOfRunning } from '../kit/embedded/running.ts'

const name = 'greenroom'

/** The configured one, a running embedded one, or one started temporarily; and the file of its keys. @throws BadSettings if there is none. */
export async function locate(): Promise<{ url: string; keysPath: string; close: () => Promise<void> }> {
  const config = readConfig(process.env)
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? urlOfRunning(config.DATA_DIR, name)
  const keysPath = sealKeysOf(config)
  if (url) return { url, keysPath, close: async () => {} }
  if (!hasDatabase(config.DATA_DIR))
    throw new BadSettings(`There is no database in ${config.DATA_DIR}: set DATA_DIR or DATABASE_URL.`)
  const embedded = await openEmbedded({ dataDir: config.DATA_DIR, database: name, log: () => {} })
  return { url: embedded.url, keysPath, close: () => embedded.stop() }
}
