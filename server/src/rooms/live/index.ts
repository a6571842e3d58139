// The Live room: broadcasts, calls, matches and gifts as the app reports them, and their charges.
import type { AnyHandler, Command } from '../../bridge/index.ts'
import { type Round, untilWritten } from '../../jobs/index.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database/database.ts'
import type { Params } from '../../params/index.ts'
import type { Topic } from '../../push/index.ts'
import { liveHandler } from './events/live.events.ts'
import { nextToPass } from './forbidden/forbidden.queries.ts'
import { sweepForbids } from './forbidden/forbidden.rounds.ts'
import { forbiddenRoutes } from './forbidden/forbidden.routes.ts'
import { endOf, endSilent, ensureLiveMonths, forgetOld } from './liveEnding.service.ts'
import { monitorRoutes, monitorTopic } from './monitor/monitor.routes.ts'
import { livePersonRoutes } from './people/liveOfUser.routes.ts'
import { broadcasterRoutes } from './people/liveUserList.routes.ts'
import { recordRoutes } from './records/liveRecords.routes.ts'

export { broadcastsOf } from './events/broadcasts.queries.ts'
export { grantMinutes } from './events/freeMinutes.queries.ts'
export { causesOf } from './events/live.causes.ts'
export { type Ended, endedOf, endedPart, runningOf, type Touched, touchedIn } from './events/live.ended.ts'
export { type Forbidding, forbidIn, takeBackForbid } from './forbidden/forbidden.change.ts'
export { type Ladder, ladderOf } from './forbidden/forbidden.ladder.ts'
export { newestForbids } from './forbidden/forbidden.queries.ts'
export { type Warning, warnIn } from './forbidden/forbidden.warning.ts'
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
  {
    name: 'live-forbidden',
    milliseconds: 2_000,
    ...untilWritten,
    nextDue: () => nextToPass(shared.database),
    run: () => sweepForbids(shared),
  },
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
