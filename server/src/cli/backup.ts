// Backs up the embedded database and the files: `npm run backup`, with or without a running server.
//
//   npm run backup                 a full backup
//   npm run backup -- --keep=7     the same, then keeps the newest 7
//   npm run backup -- --log        only ships the WAL up to now, to existing backups
//   npm run backup -- --check      verifies every backup
//
// Exit code 0 on success, 2 otherwise.
import { parseArgs } from 'node:util'
import { checkAll, keepNewest, openTarget, sendLog, takeBackup, targetOf } from '../backup/index.ts'
import { BadSettings, type Config, readConfig } from '../config.ts'
import { openEmbedded } from '../kit/embedded/embedded.open.ts'
import { hasDatabase, type Located, locateRunning } from '../kit/embedded/running.ts'
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
  if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))
    throw new BadSettings('--keep wants the number of backups to keep, as in --keep=7')
  if (values.check) {
    for (const { id, ended } of await checkAll(config, targetOf(config)))
      print(`Backup ${id} is complete and undamaged (restores to ${ended} or later).`)
    return 0
  }
  await withDatabase(config, async (located) => {
    if (values.log) return sendLog({ config, located, print })
    await takeBackup({ config, located, print })
    if (values.keep === undefined) return
    const removed = await keepNewest(await openTarget(config, targetOf(config)), Number(values.keep))
    if (removed.length > 0) print(`Removed ${removed.length} older backups.`)
  })
  return 0
}

runCommand(main)
