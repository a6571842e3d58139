import type { Parties } from '../../../kit/calls/parties.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { purchasesById } from './trades.queries.ts'

/** The agents of these purchases, and the guilds whose payable paid for them. */
export async function partiesOf(reader: Reader, purchaseIds: readonly string[]): Promise<Parties> {
  const purchases = [...(await purchasesById(reader, purchaseIds)).values()]
  return {
    agentIds: [...new Set(purchases.map(({ agentId }) => agentId))],
    guildIds: [...new Set(purchases.flatMap(({ guildId }) => guildId ?? []))],
  }
}
