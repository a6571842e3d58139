// Folds the ledger into the wallets that lists read, within 2 seconds (architecture, "Balances in lists").
import { inParts, type Round, untilWritten } from '../../../jobs/index.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Database } from '../../../kit/database/database.ts'
import { changedUserBalances, readEntries } from '../../../ledger/index.ts'
import { writeWallets } from './userWallet.queries.ts'

const second = 1_000
/** Batch size; takes well under 2 seconds. */
const entriesAtOnce = 10_000
/** A round ends after this many, so that its lock is not held for long; the next continues. */
const turns = 20

/** Folds committed entries into wallets. @returns true if more are waiting */
export const foldWallets = (database: Database, now: Date): Promise<boolean> =>
  readEntries(database, { reader: 'users.wallet', atOnce: entriesAtOnce }, async (tx, part) =>
    writeWallets(tx, now, await changedUserBalances(tx, part)),
  )

export const walletRounds = ({ database, clock }: { database: Database; clock: Clock }): Round[] => [
  {
    name: 'users-wallet',
    milliseconds: second,
    ...untilWritten,
    run: (isRunning) => inParts(isRunning, turns, () => foldWallets(database, clock.now())),
  },
]
