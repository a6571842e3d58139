// Payloads and results of the calls for selling in a queue.
import { z } from 'zod'
import { count, instant, personRef, publicCode } from './fields.ts'

export const agentQueue = {
  payload: z.object({}),
  answer: z.object({
    /** Whom the agent sold to last, each once with the last sale, the newest first. */
    customers: z.array(z.object({ buyer: personRef, tokens: count(), at: instant() })),
    /** Amounts to sell with one press, rising: those sold most, then usual ones. */
    presets: z.array(count()),
    /** Sales of today without what was returned: their price for users, and what the tokens had cost the agent. */
    today: z.object({ tokens: count(), priceUsdMicros: count(), costUsdMicros: count() }),
  }),
}

export const agentReceiptShare = {
  payload: z.object({ saleId: z.uuid() }),
  answer: z.object({ code: z.string().regex(publicCode), endsAt: instant() }),
}
