// Months of the operation log and of the ledger's entries in files instead of the database: `npm run months`, with or without a running server.
//
//   npm run months                                         lists those that are detached
//   npm run months -- detach log 2026-01 --to /archive     writes the month to a file there and removes it
//   npm run months -- attach log 2026-01 --from /archive   puts it back from that file
//
// Likewise `ledger`. All servers must be of this version. The log, or the ledger, is verified before and after. Exit code 0 on success, 1 if it does
// not hold, 2 if it could not be done; nothing is changed then.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BadSettings } from '../config.ts'
import { detachedMonths } from '../kit/database/detachedMonths.ts'
import { proverAt } from '../kit/encryption/index.ts'
import { attachLedgerMonth, detachLedgerMonth } from '../ledger/index.ts'
import { attachLogMonth, detachLogMonth } from '../log/index.ts'
import { type Opened, withDatabase } from './cli.open.ts'
import { runCommand } from './cli.run.ts'
import { proveLedger, proveLog } from './proofs.ts'

const usage =
  'npm run months -- detach log 2026-01 --to FOLDER, or attach log 2026-01 --from FOLDER, or ledger for log; alone, it lists what is detached'

const parts = {
  log: {
    detach: detachLogMonth,
    attach: attachLogMonth,
    holds: async ({ database, keysPath }: Opened) => (await proveLog(database, await proverAt(keysPath))) !== 'broken',
  },
  ledger: {
    detach: detachLedgerMonth,
    attach: attachLedgerMonth,
    holds: ({ database }: Opened) => proveLedger(database),
  },
}

async function list({ database }: Opened): Promise<number> {
  const months = await detachedMonths(database)
  for (const { what, month, rows, file, at } of months)
    console.log(`${what} ${month}: ${rows} entries in ${file}, since ${at.toISOString()}`)
  if (months.length === 0) console.log('No month is detached.')
  return 0
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, from: { type: 'string' } },
  })
  const [act, what, month, ...others] = positionals
  if (act === undefined) return withDatabase(list)
  const folder = act === 'detach' ? values.to : act === 'attach' ? values.from : undefined
  const isOne = (what === 'log' || what === 'ledger') && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month ?? '')
  if (folder === undefined || !isOne || others.length > 0) throw new BadSettings(usage)
  const of = month!
  const name = `greenroom-${what}-${of}.ndjson.zst`
  const path = join(folder, name)
  const { detach, attach, holds } = parts[what]
  return withDatabase(async (opened) => {
    // Nothing is taken away from what does not hold.
    if (!(await holds(opened))) return 1
    if (act === 'detach') {
      const { rows, bytes } = await detach({ database: opened.database, now: opened.clock.now() }, of, { path, name })
      console.log(
        `${rows} entries of ${of} stand in ${path} (${bytes} bytes). Keep the file: without it, only backups have them.`,
      )
    } else {
      const { rows } = await attach(opened.database, of, path)
      console.log(`${rows} entries of ${of} are back; ${path} is not needed any more.`)
    }
    return (await holds(opened)) ? 0 : 1
  })
}

runCommand(main)
