// The Flow room: the ledger as finance reads it, by day, by entry, and against everything else.
import type { Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'

export const flowRoutes = (_: { params: Params }): Served[] => []

export const flowRounds = (_: { database: Database; clock: Clock; params: Params }): Round[] => []
