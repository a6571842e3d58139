// What the end of a guild does elsewhere; `app/app.effects.ts` composes it.
import type { Command } from '../../../bridge/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'

export type DissolveEffects = {
  /**
   * Closes the running week of these guilds at `context.now`. Runs in the transaction of the
   * dissolution with the guilds' rows locked, while memberships and sub-agencies are still as they were.
   *
   * @returns commands to the app.
   */
  closeWeek(tx: Transaction, context: Context, guildIds: readonly number[], reason: string): Promise<Command[]>
}
