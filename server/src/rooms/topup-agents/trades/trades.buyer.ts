// Previews a buyer: nickname and avatar, before the agent confirms a sale.
import type { agentBuyer } from '@greenroom/contract/agentPortal'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { sql } from 'kysely'
import { countTry } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import * as agents from '../agents/agents.queries.ts'
import { ownAgentId } from '../visibleAgents.ts'
import { refuseUnlessApproved } from './trades.bank.ts'
import { type Buyer, buyerColumns, presentBuyer } from './trades.forSale.ts'
import { soldSince } from './trades.queries.ts'
import { buyerFault } from './trades.rules.ts'

/** Look-ups per minute, so that ids can't be enumerated. */
const looksPerMinute = 60
/** For so long a sale of the same amount is asked about. */
const askedMs = 10 * 60_000

/** Previews the buyer. @throws Refusal 10008, 21001, 400001, 400002, 1000002 for users who may not buy */
export async function buyer(
  context: Context,
  { userId }: Parsed<typeof agentBuyer>,
): Promise<Answer<typeof agentBuyer>> {
  const agentId = ownAgentId(context)
  await countTry(context, `agent buyer ${agentId}`, looksPerMinute)
  const agent = await agents.agentById(context.database, agentId)
  if (!agent) throw refuseCode(400001, 'userId')
  refuseUnlessApproved(agent, 'userId')
  const [{ rows }, sold] = await Promise.all([
    sql<Buyer>`select ${buyerColumns} from users.app_user u where u.id = ${userId}`.execute(context.database),
    soldSince(context.database, { agentId, userId }, new Date(context.now.getTime() - askedMs)),
  ])
  const found = presentBuyer(rows[0])
  const fault = buyerFault({ buyer: found, countries: agent.countries, sellerUserId: agent.userId })
  if (fault) throw refuseField(fault.code, fault.field, fault.why)
  return { buyer: { userId: Number(found.id), nickname: found.nickname, avatarUrl: found.avatarUrl }, sold }
}
