import type { Parties } from '../../../access/index.ts'
import type { Transaction } from '../../../kit/database.ts'
import { purchasesById } from './queries.ts'

/** The agents of these purchases, and the guilds whose payable paid for them. */
export async function partiesOf(tx: Transaction, purchaseIds: readonly string[]): Promise<Parties> {
  const purchases = [...(await purchasesById(tx, purchaseIds)).values()]
  return {
    agentIds: [...new Set(purchases.map(({ agentId }) => agentId))],
    guildIds: [...new Set(purchases.flatMap(({ guildId }) => guildId ?? []))],
  }
}
