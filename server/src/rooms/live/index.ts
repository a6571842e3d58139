// The Live room: broadcasts, calls, matches and gifts as the app reports them, and their charges.
import type { AnyHandler, Command } from '../../bridge/index.ts'
import type { Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import type { Topic } from '../../push/index.ts'
import { endOf, endSilent, ensureLiveMonths, forgetOld } from './ending/service.ts'
import { liveHandler } from './events.ts'
import { sweepForbids } from './forbidden/rounds.ts'
import { forbiddenRoutes } from './forbidden/routes.ts'
import { monitorRoutes } from './monitor/routes.ts'
import { monitorTopic } from './monitor/topic.ts'
import { livePersonRoutes } from './person/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { broadcasterRoutes } from './users/list/routes.ts'

export { causesOf } from './causes.ts'
export { type Ended, endedOf, endedPart, runningOf, type Touched, touchedIn } from './ended.ts'
export { type Forbidding, forbidIn, takeBackForbid } from './forbidden/change.ts'
export { type Ladder, ladderOf } from './forbidden/ladder.ts'
export { newestForbids } from './forbidden/newest.ts'
export { type Warning, warnIn } from './forbidden/warning.ts'
export { grantMinutes } from './free/queries.ts'
export { broadcastsOf } from './running.ts'
export { ensureLiveMonths }

export const liveHandlers = (shared: { params: Params }): AnyHandler[] => [liveHandler(shared)]

export const liveRoutes = (services: { params: Params }): Served[] => [
  ...livePersonRoutes,
  ...recordRoutes,
  ...broadcasterRoutes(services),
  ...forbiddenRoutes(services),
  ...monitorRoutes(services),
]

/** Push topics of this room. */
export const liveTopics = (database: Database): Topic[] => [monitorTopic(database)]

export const liveRounds = (shared: { database: Database; clock: Clock; params: Params }): Round[] => [
  { name: 'live-silent', milliseconds: 5_000, run: () => endSilent(shared) },
  { name: 'live-forbidden', milliseconds: 2_000, run: () => sweepForbids(shared) },
  { name: 'live-forget', milliseconds: 10 * 60_000, run: () => forgetOld(shared) },
  { name: 'live-months', milliseconds: 5 * 60_000, run: () => ensureLiveMonths(shared.database, shared.clock.now()) },
]

/** Ends these users' broadcasts and calls; returns the commands for the app. */
export const endForBan = (
  tx: Transaction,
  now: Date,
  params: Params,
  userIds: readonly bigint[],
  reason: string,
): Promise<Command[]> => endOf(tx, now, params, userIds, reason)
