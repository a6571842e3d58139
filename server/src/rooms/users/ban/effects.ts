import type { Command } from '../../../bridge/index.ts'
import type { Transaction } from '../../../kit/database.ts'

/** What other rooms do when people are banned or freed, in the same transaction; `app/` hands them in. */
export type BanEffects = {
  banned(tx: Transaction, now: Date, userIds: readonly bigint[], reason: string): Promise<Command[]>
  unbanned(tx: Transaction, now: Date, userIds: readonly bigint[]): Promise<Command[]>
}
