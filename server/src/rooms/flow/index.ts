// The Flow room: the ledger by day and by entry, and its reconciliation with all other records.
import { inParts, type Round, untilWritten } from '../../jobs/index.ts'
import type { Context } from '../../kit/calls/context.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database/database.ts'
import { finishClosing, foldPlatform, verifyNew } from '../../ledger/index.ts'
import type { Params } from '../../params/index.ts'
import { dailyRoutes } from './flowDaily.routes.ts'
import { foldDays } from './flowDaily.service.ts'
import { tokenRoutes } from './flowEntries.routes.ts'
import { reconcileRoutes } from './reconcile/reconcile.routes.ts'
import { reconcile } from './reconcile/reconcile.service.ts'

/** The number of reconciliation checks that differ. */
export const differingChecks = async (context: Context): Promise<number> =>
  (await reconcile(context)).checks.filter((check) => check.differences.length > 0 || check.left !== check.right).length

export const flowRoutes: Served[] = [...tokenRoutes, ...dailyRoutes, ...reconcileRoutes]

const second = 1_000
/** Parts per round, so that its lock is not held for long; the next round continues. */
const turns = 20

export const flowRounds = ({
  database,
  clock,
  params,
}: {
  database: Database
  clock: Clock
  params: Params
}): Round[] => [
  {
    name: 'flow-daily',
    milliseconds: 2 * second,
    ...untilWritten,
    run: (isRunning) => inParts(isRunning, turns, () => foldDays(database, params.text('platform_time_zone'))),
  },
  {
    name: 'ledger-fold',
    milliseconds: 2 * second,
    ...untilWritten,
    run: async (isRunning) => {
      await inParts(isRunning, turns, async () => (await foldPlatform(database)) > 0)
      await finishClosing(database, clock.now())
    },
  },
  {
    name: 'ledger-verify',
    milliseconds: 5 * second,
    ...untilWritten,
    run: (isRunning) => inParts(isRunning, turns, () => verifyNew(database, clock.now())),
  },
]
