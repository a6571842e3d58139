// The User room: people of the live app, their devices, bans and wallets as lists show them.
import type { ApprovalKind, Approvals } from '../../access/index.ts'
import type { AnyHandler, Command } from '../../bridge/index.ts'
import type { Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'

/** What other rooms do when people are banned or freed, in the same transaction; `app/` hands them in. */
export type BanEffects = {
  banned(tx: Transaction, now: Date, userIds: readonly bigint[], reason: string): Promise<Command[]>
  unbanned(tx: Transaction, now: Date, userIds: readonly bigint[]): Promise<Command[]>
}

export const usersHandlers = (_: { params: Params }): AnyHandler[] => []

export const usersApprovals = (_: { params: Params }): ApprovalKind[] => []

export const usersRoutes = (_: { params: Params; approvals: Approvals; effects: BanEffects }): Served[] => []

export const usersRounds = (_: { database: Database; clock: Clock; params: Params }): Round[] => []
