// Ledger transfers of paying an agent for stock bought back (docs/money.md, Ledger). Pure.
import { agentPayable, type Item } from '../../../ledger/index.ts'
import { type PaidOnChain, paidFrom } from '../../finance/index.ts'

const microsPerCent = 10_000n
export const centsOf = (micros: bigint): bigint => micros / microsPerCent

type Cause = { id: string; agentId: number; usdCents: bigint; at: Date }

const base = ({ id, agentId, usdCents, at }: Cause) => ({
  id,
  reference: `agent ${agentId}`,
  occurredAt: at,
  request: { agentId, usdCents },
})

/** Reserves a batch's payment; 11005 if the payable is too small. */
export function holding(cause: Cause): Item {
  const payable = agentPayable(cause.agentId)
  const amount = cause.usdCents * microsPerCent
  return {
    ...base(cause),
    kind: 'agent.payout',
    phase: 'hold',
    accounts: [payable],
    decide: (balances) =>
      balances.available(payable) < amount ? 11005 : [{ account: payable, amount: 0n, reserved: amount }],
  }
}

/** Releases a payout's hold. */
export const freeing = (cause: Cause, holdId: string): Item => ({
  ...base(cause),
  kind: 'agent.payout',
  phase: 'void',
  holdId,
  accounts: [agentPayable(cause.agentId)],
  decide: (_, held) => held.map(({ account, reserved }) => ({ account, amount: 0n, reserved: -(reserved ?? 0n) })),
})

/** Posts a payout's hold, paid by a bank or proved by a chain. */
export function paying(cause: Cause, onChain: PaidOnChain | null, holdId: string): Item {
  const payable = agentPayable(cause.agentId)
  const amount = cause.usdCents * microsPerCent
  const from = paidFrom(onChain, amount)
  return {
    ...base(cause),
    kind: 'agent.payment',
    phase: 'post',
    holdId,
    accounts: [payable, ...from.map(({ account }) => account)],
    decide: () => [{ account: payable, amount: -amount, reserved: -amount }, ...from],
  }
}
