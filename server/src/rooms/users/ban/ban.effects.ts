import type { Command } from '../../../bridge/index.ts'
import type { Transaction } from '../../../kit/database/database.ts'

/** Effects in other rooms when users are banned or freed, in the same transaction; provided by `app/`. */
export type BanEffects = {
  banned(tx: Transaction, now: Date, userIds: readonly bigint[], reason: string): Promise<Command[]>
  unbanned(tx: Transaction, now: Date, userIds: readonly bigint[]): Promise<Command[]>
}
