// Payloads and results of the Finance calls. So far only those of the user page.
import { z } from 'zod'
import { id, instant, listPayload, pageOf, timeRange } from './fields.ts'

const count = () => z.number().int()

export const userOrderList = {
  payload: listPayload({ userId: id(), ...timeRange }),
  answer: pageOf(
    z.object({
      orderId: z.string(),
      product: z.string(),
      tokens: count(),
      promoTokens: count(),
      usdCents: count(),
      gateway: z.string(),
      gatewayReference: z.string(),
      state: z.enum(['not paid', 'success', 'failure']),
      refund: z.enum(['none', 'refund', 'chargeback']),
      failureReason: z.string(),
      firstRecharge: z.boolean(),
      debtTokens: count(),
      createdAt: instant(),
      paidAt: instant().nullable(),
    }),
  ),
}
export const userWithdrawalList = {
  payload: listPayload({ userId: id(), ...timeRange }),
  answer: pageOf(
    z.object({
      withdrawalId: z.string(),
      bonus: count(),
      usdCents: count(),
      method: z.enum(['bank', 'usdt.trc20', 'usdt.erc20']),
      /** Masked. */
      account: z.string(),
      state: z.enum(['in review', 'audit failed', 'withdrawing', 'success', 'failure', 'manual processing successful']),
      stateReason: z.string(),
      /** Why it is kept back; empty if it is not. */
      held: z.string(),
      requestedAt: instant(),
      decidedAt: instant().nullable(),
    }),
  ),
}
