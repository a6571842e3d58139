import type { Command } from '../../../bridge/index.ts'
import type { Sale } from './queries.ts'

/** Tells the app of a sale, or of what of it was decided to go back and why. */
export const receiptToBuyer = (
  agent: { userId: bigint; nickname: string },
  sale: Sale,
  back: { tokens: number; reason: string } | null,
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
