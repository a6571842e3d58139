// Ledger transfers of promoters' lines (docs/promotion.md, Ledger). Pure.
import { type Item, ofPlatform, promoterPayable } from '../../../ledger/index.ts'
import { type PaidOnChain, paidFrom } from '../../finance/index.ts'

const promoCost = ofPlatform('promoCost', 'USD')
const microsPerCent = 10_000n

export type Cause = { id: string; settlementId: number; promoterId: number; usdCents: bigint; at: Date }

const base = ({ id, settlementId, promoterId, usdCents, at }: Cause) => ({
  id,
  phase: 'single' as const,
  reference: `promoter settlement ${settlementId}`,
  occurredAt: at,
  request: { settlementId, promoterId, usdCents },
})

/** Approved: the platform owes the promoter. */
export const owing = (cause: Cause): Item => {
  const payable = promoterPayable(cause.promoterId)
  const amount = cause.usdCents * microsPerCent
  return {
    ...base(cause),
    kind: 'promoter.settlement',
    accounts: [payable, promoCost],
    decide: () => [
      { account: promoCost, amount: -amount },
      { account: payable, amount },
    ],
  }
}

/** Paid by a bank, or proved by a chain. */
export const paying = (cause: Cause, onChain: PaidOnChain | null): Item => {
  const payable = promoterPayable(cause.promoterId)
  const amount = cause.usdCents * microsPerCent
  return {
    ...base(cause),
    kind: 'promoter.payment',
    accounts: [payable, ...paidFrom(onChain, 0n).map(({ account }) => account)],
    decide: () => [{ account: payable, amount: -amount }, ...paidFrom(onChain, amount)],
  }
}
