// What is done to a restored copy before anybody opens it, and how it is proved.
import { flowReconcile } from '@greenroom/contract/flow'
import { BackupProblem } from '../backup/index.ts'
import { pauseDeliveries } from '../bridge/index.ts'
import { systemContext } from '../kit/calls/context.ts'
import { platformClock, wallNow } from '../kit/clock.ts'
import { inTransaction, openDatabase } from '../kit/database/database.ts'
import { noticeRestore } from '../kit/database/installation.ts'
import { migrate } from '../kit/database/migrate.ts'
import { ensureEra } from '../kit/database/newRows.ts'
import type { Prover, Seals } from '../kit/encryption/index.ts'
import { ensureLedgerMonths } from '../ledger/index.ts'
import { ensureLogMonths } from '../log/index.ts'
import { openParams } from '../params/index.ts'
import { differingChecks } from '../rooms/flow/index.ts'
import { eraseAgain, type Tombstone } from '../rooms/privacy/index.ts'
import { proveLedger, proveLog } from './proofs.ts'

const print = (line: string) => console.log(line)

/** Erases on the copy anyone who was erased since the backup: nobody opens it before. */
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

export type Copy = { to: Date | undefined; seals: Seals | undefined; tombstones: readonly Tombstone[] }

/**
 * Marks the copy, so that it starts with deliveries off, erases whom it must not know, and verifies it.
 *
 * @throws BackupProblem if it does not verify
 */
export async function finishCopy(url: string, { to, seals, tombstones }: Copy): Promise<void> {
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

/**
 * Brings a copy to this release, as a start would, and reconciles all money.
 *
 * @throws BackupProblem if something differs
 */
export async function reconcileCopy(url: string): Promise<void> {
  await migrate(url)
  const database = openDatabase(url, { max: 4 })
  try {
    await ensureEra(database)
    const [clock, params] = await Promise.all([platformClock(database, 60_000), openParams(database, 60_000)])
    try {
      const timeZone = params.text('platform_time_zone')
      const count = await differingChecks(systemContext(flowReconcile, { database, clock, timeZone }))
      print(count === 0 ? 'All records of money agree.' : `${count} checks of the reconciliation differ.`)
      if (count > 0) throw new BackupProblem(`${count} checks of the reconciliation differ on the restored data.`)
    } finally {
      params.close()
      clock.close()
    }
  } finally {
    await database.destroy()
  }
}
