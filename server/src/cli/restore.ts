// Restores a backup into an empty folder: `npm run restore -- --into=./data-restored`, optionally up to a moment with
// `--to='2026-11-22T10:00:00Z'`. Uses the backups of BACKUP_DIR, BACKUP_BUCKET or DATA_DIR, as `npm run backup` took
// them.
//
// Exit code 0 if it is restored and both checks pass, 2 otherwise.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupProblem, buryIn, openTarget, restore, targetOf, tombstonesOf } from '../backup/index.ts'
import { pauseDeliveries } from '../bridge/index.ts'
import { BadSettings, readConfig, sealKeysOf } from '../config.ts'
import { diskStorage } from '../files/index.ts'
import { wallNow } from '../kit/clock.ts'
import { inTransaction, openDatabase } from '../kit/database/database.ts'
import { noticeRestore } from '../kit/database/installation.ts'
import { migrate } from '../kit/database/migrate.ts'
import { type Prover, type Seals, sealsAt } from '../kit/encryption/index.ts'
import { ensureLedgerMonths } from '../ledger/index.ts'
import { ensureLogMonths } from '../log/index.ts'
import { eraseAgain, type Tombstone } from '../rooms/privacy/index.ts'
import { runCommand } from './cli.run.ts'
import { proveLedger, proveLog } from './proofs.ts'

const print = (line: string) => console.log(line)
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

/** Erases on the copy whoever was erased since the backup: nobody opens it before. */
async function forget(url: string, tombstones: readonly Tombstone[], seals: Seals | undefined): Promise<void> {
  if (tombstones.length === 0) return
  // A backup of an older release has no tables for it yet.
  await migrate(url)
  const database = openDatabase(url, { max: 4 })
  try {
    await ensureLogMonths(database, wallNow())
    await ensureLedgerMonths(database, wallNow())
    let again = 0
    const erasing = { database, clock: { now: wallNow }, seals, bury: async () => {} }
    for (const tombstone of tombstones) if (await eraseAgain(erasing, tombstone)) again++
    print(`Erased again: ${again} of ${tombstones.length} people whom the platform has forgotten.`)
    if (again > 0 && !seals)
      print('Their devices and numbers are not told when they come back: the file of SEAL_KEYS is missing.')
  } finally {
    await database.destroy()
  }
}

type Copy = { to: Date | undefined; seals: Seals | undefined; tombstones: readonly Tombstone[] }

/** Marks the copy, so that it starts with deliveries off, erases whom it must not know, and verifies it. */
async function finish(url: string, { to, seals, tombstones }: Copy): Promise<void> {
  const keys: Prover = seals ?? { isSigned: () => undefined }
  const database = openDatabase(url, { max: 2 })
  try {
    await noticeRestore(database, false, async () => {})
    await inTransaction(database, (tx) => pauseDeliveries(tx, wallNow(), { restoredTo: to ?? null }))
    await forget(url, tombstones, seals)
    const [log, ledger] = [await proveLog(database, keys), await proveLedger(database)]
    if (log === 'broken' || !ledger) throw new BackupProblem('The restored data failed verification: see above.')
  } finally {
    await database.destroy()
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { into: { type: 'string' }, to: { type: 'string' } } })
  const config = readConfig(process.env)
  if (values.into === undefined) throw new BadSettings('--into must name an empty folder, as in --into=./data-restored')
  if (values.to !== undefined && !moment.test(values.to))
    throw new BadSettings("--to must be a time with its zone, as in --to='2026-11-22T10:00:00Z'")
  const to = values.to === undefined ? undefined : new Date(values.to)
  if (to && Number.isNaN(to.getTime())) throw new BadSettings(`${values.to} is not a time.`)
  const into = resolve(values.into)
  const tombstones = await tombstonesOf(config, await openTarget(config, targetOf(config)))
  const { location } = await restore({
    config,
    from: targetOf(config),
    into,
    to,
    finish: async (urls, until) =>
      finish(urls.owner, { to: until, seals: await sealsAt(sealKeysOf(config)), tombstones }),
    print,
  })
  if (config.S3_BUCKET === undefined) await buryIn(diskStorage(join(into, 'files')), tombstones)
  print(`Restored${to ? ` to ${to.toISOString()}` : ''} into ${into} (the database is in ${location}).`)
  print(
    `Start it with DATA_DIR=${into}. Commands to the app are NOT delivered until you switch deliveries on at /sys/bridge.`,
  )
  print('Backups do not contain the keys of SEAL_KEYS: restore their file yourself.')
  return 0
}

runCommand(main)
