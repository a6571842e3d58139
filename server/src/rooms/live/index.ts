// The Live room: broadcasts, calls, matches and gifts as the app tells them, and what they cost.
import type { AnyHandler, Command } from '../../bridge/index.ts'
import type { Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { endOf, endSilent, ensureLiveMonths, forgetOld } from './ending/service.ts'
import { liveHandler } from './events.ts'
import { livePersonRoutes } from './person/routes.ts'
import { recordRoutes } from './records/routes.ts'

export const liveHandlers = (shared: { params: Params }): AnyHandler[] => [liveHandler(shared)]

export const liveRoutes: Served[] = [...livePersonRoutes, ...recordRoutes]

export const liveRounds = (shared: { database: Database; clock: Clock; params: Params }): Round[] => [
  { name: 'live-silent', milliseconds: 5_000, run: () => endSilent(shared) },
  { name: 'live-forget', milliseconds: 10 * 60_000, run: () => forgetOld(shared) },
  { name: 'live-months', milliseconds: 5 * 60_000, run: () => ensureLiveMonths(shared) },
]

/** Ends the broadcasts and calls that these people are in: the commands that say so to the app. */
export const endForBan = (
  tx: Transaction,
  now: Date,
  params: Params,
  userIds: readonly bigint[],
  reason: string,
): Promise<Command[]> => endOf(tx, now, params, userIds, reason)
