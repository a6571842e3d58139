// An upgrade of the embedded database to another major version of PostgreSQL: what it makes, proves, and puts aside.
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupProblem, beforeUpdateOf, notedTarget } from '../backup/index.ts'
import { type Config, sealKeysOf } from '../config.ts'
import { prepareJobs } from '../jobs/index.ts'
import { openDatabase } from '../kit/database/database.ts'
import { noticeRestore } from '../kit/database/installation.ts'
import { migrate } from '../kit/database/migrate.ts'
import { archiveIn } from '../kit/embedded/archive.ts'
import type { Binaries } from '../kit/embedded/binaries.ts'
import { knownHome } from '../kit/embedded/place.ts'
import { upgradeCluster } from '../kit/embedded/upgrade.ts'
import { sealsAt } from '../kit/encryption/index.ts'
import { proveLedger, proveLog } from './proofs.ts'
import { reconcileCopy } from './restored.ts'

const print = (line: string) => console.log(line)

/** It is the same installation, so its deliveries go on; but the WAL of another cluster must not mix with that of its backups. */
async function prove(config: Config, url: string): Promise<void> {
  const seals = await sealsAt(sealKeysOf(config))
  const database = openDatabase(url, { max: 2 })
  try {
    await noticeRestore(database, false, async () => {})
    const log = await proveLog(database, seals ?? { isSigned: () => undefined })
    if (log === 'broken' || !(await proveLedger(database)))
      throw new BackupProblem('The copied data failed verification: see above. The database is as it was.')
  } finally {
    await database.destroy()
  }
  await reconcileCopy(url)
}

/** Backups of the old version stay, under another name: only a release that has that version can restore them. */
async function keepBackups(config: Config, version: string): Promise<void> {
  await rm(archiveIn(knownHome(config.DATA_DIR)), { recursive: true, force: true })
  const where = notedTarget(config.DATA_DIR)
  if (!where) return
  await rm(join(config.DATA_DIR, 'backup.json'))
  if ('bucket' in where)
    return print(`Bucket ${where.bucket} has the backups of PostgreSQL ${version}: set BACKUP_BUCKET to another one.`)
  if (!existsSync(where.folder)) return
  const kept = `${where.folder}-postgresql-${version}`
  await rename(where.folder, kept)
  print(`The backups of PostgreSQL ${version} are in ${kept}.`)
}

/**
 * Upgrades the database of this configuration.
 *
 * @param programs those that made it
 * @returns where the old one is now
 */
export async function upgradeInstallation(config: Config, programs: Binaries): Promise<string> {
  const kept = await upgradeCluster({
    dataDir: config.DATA_DIR,
    database: 'greenroom',
    programs,
    prepare: async ({ owner }) => {
      await migrate(owner, undefined, { before: beforeUpdateOf(config, { print }) })
      await prepareJobs(owner)
    },
    make: async ({ owner }) => {
      await migrate(owner)
      await prepareJobs(owner)
    },
    prove: ({ owner }) => prove(config, owner),
    log: print,
  })
  await keepBackups(config, programs.major)
  return kept
}
