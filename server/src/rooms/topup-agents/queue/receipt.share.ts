// Shares the receipt of a sale: anyone who is shown it can check it, without an account.
import type { agentReceiptShare } from '@greenroom/contract/agentQueue'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { receiptShared } from '@greenroom/contract/sentences/agents'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import { newPublicCode } from '../../../kit/random.ts'
import { record } from '../../../log/index.ts'
import { salesById } from '../trades/trades.queries.ts'
import { ownAgentId } from '../visibleAgents.ts'
import { shareReceipt } from './receipt.queries.ts'

const dayMs = 86_400_000
/** How long a shared receipt can be checked. */
const sharedDays = 30

/** @throws Refusal 400001 for an account without an agent, 10032 for another's sale */
export async function share(
  context: Context,
  { saleId }: Parsed<typeof agentReceiptShare>,
): Promise<Answer<typeof agentReceiptShare>> {
  const agentId = ownAgentId(context)
  return context.tx(async (tx) => {
    const sale = (await salesById(tx, [saleId])).get(saleId)
    if (!sale || sale.agentId !== agentId) throw refuseCode(10032, 'saleId')
    const { now } = context
    const { code, endsAt } = await shareReceipt(tx, saleId, {
      code: newPublicCode(),
      at: now,
      endsAt: new Date(now.getTime() + sharedDays * dayMs),
    })
    // The code is no part of the log: who reads the log was not given the receipt.
    await record(tx, context, {
      target: `sale ${saleId}`,
      content: receiptShared({ id: Number(sale.userId), nickname: sale.nickname }, sale.tokens),
      before: null,
      after: { saleId, agentId, userId: Number(sale.userId), until: endsAt },
    })
    return { code, endsAt: endsAt.toISOString() }
  })
}
