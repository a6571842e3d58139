// Both integrity checks of a database, with their reports.
import type { Database } from '../kit/database/database.ts'
import { verifyLedger } from '../ledger/index.ts'
import { type Verification, verifyLog } from '../log/index.ts'

const whys: Record<NonNullable<Verification['broken']>['why'], string> = {
  rows: 'entries were added or removed',
  hash: 'an entry, or the block itself, was changed',
  chain: 'it does not follow the block before it',
  gap: 'blocks are missing',
}

function report({ blocks, rows, unsealed, lastHash, broken, milliseconds }: Verification): void {
  console.log(`${blocks} blocks with ${rows} entries hold; ${unsealed} wait for the next block (${milliseconds} ms).`)
  if (lastHash) console.log(`Last block: ${blocks}:${lastHash}`)
  if (broken) console.log(`BROKEN at block ${broken.number}: ${whys[broken.why]}.`)
}

/** Verifies the operation log's hash chain and prints the result. @returns whether it holds. */
export async function proveLog(database: Database): Promise<boolean> {
  const found = await verifyLog(database)
  report(found)
  return found.ok
}

/** Verifies the ledger from its entries and prints the result. @returns whether it holds. */
export async function proveLedger(database: Database): Promise<boolean> {
  const started = performance.now()
  const findings = await verifyLedger(database, ({ part, entries, milliseconds }) =>
    console.log(`${part}: ${entries} entries (${milliseconds} ms)`),
  )
  for (const { rule, subject, detail } of findings) console.log(`WRONG ${rule} ${subject}: ${detail}`)
  console.log(
    `${findings.length === 0 ? 'The ledger holds' : `${findings.length} findings`} (${Math.round(performance.now() - started)} ms).`,
  )
  return findings.length === 0
}
