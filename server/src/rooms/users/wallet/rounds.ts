// Folds the ledger into the wallets that lists read, within 2 seconds (architecture, "Balances in lists").
import { inParts, type Round } from '../../../jobs/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Database, Transaction } from '../../../kit/database.ts'
import { readNew } from '../../../kit/new-rows.ts'
import { boundedSpan, changedUserBalances, leavesSome, type Part, positionAfter } from '../../../ledger/index.ts'
import { writeWallets } from './queries.ts'

const second = 1_000
/** Batch size; takes well under 2 seconds. */
const entriesAtOnce = 10_000
/** A round ends after this many, so that its lock is not held for long; the next continues. */
const turns = 20

/** Reads new entries in batches. @returns true if more are waiting */
async function foldPart(
  database: Database,
  reader: string,
  take: (tx: Transaction, part: Part) => Promise<void>,
): Promise<boolean> {
  let more = false
  await readNew(database, reader, async (tx, span) => {
    const part = await boundedSpan(tx, span, entriesAtOnce)
    if (part.isEmpty) return undefined
    await take(tx, part)
    more = leavesSome(span, part)
    return positionAfter(part)
  })
  return more
}

/** Folds committed entries into wallets. @returns true if more are waiting */
export const foldWallets = (database: Database, now: Date): Promise<boolean> =>
  foldPart(database, 'users.wallet', async (tx, part) => writeWallets(tx, now, await changedUserBalances(tx, part)))

export const walletRounds = ({ database, clock }: { database: Database; clock: Clock }): Round[] => [
  {
    name: 'users-wallet',
    milliseconds: second,
    idleMilliseconds: 5 * second,
    run: (isRunning) => inParts(isRunning, turns, () => foldWallets(database, clock.now())),
  },
]
