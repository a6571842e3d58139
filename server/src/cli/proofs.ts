// Both integrity checks of a database, with their reports.
import type { Database } from '../kit/database/database.ts'
import type { Prover } from '../kit/encryption/index.ts'
import { verifyLedger } from '../ledger/index.ts'
import { type Verification, verifyLog } from '../log/index.ts'

const whys: Record<NonNullable<Verification['broken']>['why'], string> = {
  rows: 'entries were added or removed',
  hash: 'an entry, or the block itself, was changed',
  chain: 'it does not follow the block before it',
  gap: 'blocks are missing',
  seal: 'its seal was not made with the key that it names, so the chain was rebuilt by somebody without the key',
  words: 'a personal word, which is kept beside its entry, is another than was sealed',
  format: 'its entries are of a format that only a later version of Greenroom knows: check them with that one',
}

function report({
  blocks,
  rows,
  erased,
  detached,
  unsealed,
  lastHash,
  broken,
  unproved,
  milliseconds,
}: Verification): void {
  console.log(`${blocks} blocks with ${rows} entries hold; ${unsealed} wait for the next block (${milliseconds} ms).`)
  if (lastHash) console.log(`Last block: ${blocks}:${lastHash}`)
  if (erased > 0) console.log(`${erased} personal words were erased; their entries are whole.`)
  if (detached > 0) console.log(`${detached} entries stand in files (npm run months); their hashes hold.`)
  if (unproved)
    console.log(
      `NOT PROVED: the last ${unproved.blocks} blocks hold together, but the key ${unproved.key} that sealed them is not in the key file, ` +
        'so anybody with the database could have made them. Put the key back, or set SEAL_KEYS to its file.',
    )
  if (broken) console.log(`BROKEN at block ${broken.number}: ${whys[broken.why]}.`)
}

/**
 * Verifies the operation log's hash chain and prints the result.
 *
 * @param keys the installation's
 * @returns `unproved` if the chain holds together, but the key of its last seals is not among `keys`
 */
export async function proveLog(database: Database, keys: Prover): Promise<'holds' | 'broken' | 'unproved'> {
  const found = await verifyLog(database, keys)
  report(found)
  if (found.broken) return 'broken'
  return found.unproved ? 'unproved' : 'holds'
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
