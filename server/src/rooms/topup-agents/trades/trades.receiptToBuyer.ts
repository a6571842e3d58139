import type { Command } from '../../../bridge/index.ts'
import type { Sale } from './trades.queries.ts'

/** Tells the app of a sale, or of what was decided about its return and why: the buyer sees the same reason as the agent. */
export const receiptToBuyer = (
  agent: { userId: bigint; nickname: string },
  sale: Sale,
  back: { agreed: boolean; tokens: number; reason: string } | null,
): Command => ({
  type: 'agent.sold',
  subject: `user:${sale.userId}`,
  data: {
    userId: Number(sale.userId),
    saleId: sale.id,
    agentUserId: Number(agent.userId),
    agentNickname: agent.nickname,
    tokens: Number(sale.tokens),
    at: sale.at.toISOString(),
    back,
  },
})
