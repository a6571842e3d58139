// Folds the ledger into the wallets that lists read, within 2 seconds (architecture, "Balances in lists").
import { inParts, type Round } from '../../../jobs/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Database, Transaction } from '../../../kit/database.ts'
import { readNew } from '../../../kit/new-rows.ts'
import { boundedSpan, changedUserBalances, leavesSome, type Part, takenWith } from '../../../ledger/index.ts'
import { writeWallets } from './queries.ts'

const second = 1_000
/** As much as one transaction does in well under 2 seconds. */
const entriesAtOnce = 10_000
/** A round ends after so many, so that its lock's transaction does not grow old; the next goes on. */
const turns = 20

/** Reads what is new in parts. @returns true when more is waiting. */
async function foldPart(
  database: Database,
  reader: string,
  take: (tx: Transaction, part: Part) => Promise<void>,
): Promise<boolean> {
  let more = false
  await readNew(database, reader, async (tx, span) => {
    const part = await boundedSpan(tx, span, entriesAtOnce)
    await take(tx, part)
    more = leavesSome(span, part)
    return takenWith(part)
  })
  return more
}

/** Brings wallets nearer to what is committed. @returns true when more is waiting. */
export const foldWallets = (database: Database, now: Date): Promise<boolean> =>
  foldPart(database, 'users.wallet', async (tx, part) => writeWallets(tx, now, await changedUserBalances(tx, part)))

export const walletRounds = ({ database, clock }: { database: Database; clock: Clock }): Round[] => [
  {
    name: 'users-wallet',
    milliseconds: second,
    run: (going) => inParts(going, turns, () => foldWallets(database, clock.now())),
  },
]
