// Backs up the embedded database and the files: `npm run backup`, with or without a running server. A server does it by itself, daily.
//
//   npm run backup                            a full backup
//   npm run backup -- --keep=7                the same, then keeps the newest 7
//   npm run backup -- --keep='7d 5w 12m'      the same, then keeps the newest of each of the last 7 days, 5 weeks and 12 months
//   npm run backup -- --log                   only ships the WAL up to now, to existing backups
//   npm run backup -- --check                 verifies every backup
//
// Exit code 0 on success, 2 otherwise.
import { parseArgs } from 'node:util'
import {
  type BackupRun,
  checkAll,
  noteRun,
  openTarget,
  prune,
  readKeep,
  sendLog,
  shipRest,
  takeBackup,
  targetOf,
} from '../backup/index.ts'
import { BadSettings, type Config, readConfig } from '../config.ts'
import { wallNow } from '../kit/clock.ts'
import { openDatabase } from '../kit/database/database.ts'
import { openEmbedded } from '../kit/embedded/embedded.open.ts'
import { hasDatabase, type Located, locateRunning } from '../kit/embedded/running.ts'
import { reasonOf } from '../texts/oneLine.ts'
import { runCommand } from './cli.run.ts'

const name = 'greenroom'
const print = (line: string) => console.log(line)

/** Runs `work` with the running database, or with one started temporarily. */
async function withDatabase(config: Config, work: (located: Located) => Promise<void>): Promise<void> {
  const running = locateRunning(config.DATA_DIR, name)
  if (running) return work(running)
  if (!hasDatabase(config.DATA_DIR))
    throw new BadSettings(`There is no database in ${config.DATA_DIR}: set DATA_DIR to the directory of the server.`)
  const embedded = await openEmbedded({ dataDir: config.DATA_DIR, database: name, log: () => {} })
  try {
    const located = locateRunning(config.DATA_DIR, name)
    if (!located) throw new Error('PostgreSQL ended')
    await work(located)
  } finally {
    await embedded.stop()
    await shipRest(config).catch((error: unknown) => print(`The end of the WAL was not sent: ${reasonOf(error)}`))
  }
}

/** Notes how a backup ended, for Health and the alarms. A database of an earlier release has no place for it. */
async function note({ superuserUrl }: Located, began: Date, run: Pick<BackupRun, 'backup' | 'failure'>): Promise<void> {
  const database = openDatabase(superuserUrl, { max: 1 })
  try {
    await noteRun(database, { kind: 'backup', began_at: began, ended_at: wallNow(), ...run })
  } catch (error) {
    console.error(`How it ended could not be noted in the database: ${reasonOf(error)}`)
  } finally {
    await database.destroy()
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { keep: { type: 'string' }, log: { type: 'boolean' }, check: { type: 'boolean' } },
  })
  const config = readConfig(process.env)
  if (config.DATABASE_URL !== undefined)
    throw new BadSettings(
      'DATABASE_URL names a PostgreSQL server: back it up with its own tools (docs/operating.md, "Backups").',
    )
  const keep = values.keep === undefined ? undefined : readKeep(values.keep)
  if (values.keep !== undefined && keep === undefined)
    throw new BadSettings(
      "--keep wants the number of backups to keep, as in --keep=7, or a rule, as in --keep='7d 5w 12m'",
    )
  if (values.check) {
    for (const { id, ended } of await checkAll(config, targetOf(config)))
      print(`Backup ${id} is complete and undamaged (restores to ${ended} or later).`)
    return 0
  }
  await withDatabase(config, async (located) => {
    if (values.log) return sendLog({ config, located, print })
    const began = wallNow()
    try {
      const { id } = await takeBackup({ config, located, print })
      if (keep !== undefined) {
        const where = targetOf(config)
        const removed = await prune(await openTarget(config, where), where, keep)
        if (removed.length > 0) print(`Removed ${removed.length} older backups.`)
      }
      await note(located, began, { backup: id, failure: '' })
    } catch (error) {
      await note(located, began, { backup: '', failure: reasonOf(error) })
      throw error
    }
  })
  return 0
}

runCommand(main)
