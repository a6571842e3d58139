// The Live room: broadcasts, calls, matches and gifts as the app tells them, and what they cost.
import type { AnyHandler, Command } from '../../bridge/index.ts'
import type { Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'

export const liveHandlers = (_: { params: Params }): AnyHandler[] => []

export const liveRoutes = (_: { params: Params }): Served[] => []

export const liveRounds = (_: { database: Database; clock: Clock; params: Params }): Round[] => []

/** Ends the broadcasts and calls that these people are in: the commands that say so to the app. */
export const endForBan = async (
  _tx: Transaction,
  _now: Date,
  _userIds: readonly bigint[],
  _reason: string,
): Promise<Command[]> => []
