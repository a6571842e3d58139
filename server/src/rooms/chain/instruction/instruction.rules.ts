// Payment instructions: allowed actions, and what a transaction proves (docs/usdt.md, Payments). Pure.
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { Receipt } from '../watch/chainNode.ts'

export type Facts = { state: string; batch: number | null; waits: boolean }

/** Why an instruction cannot be exported for the wallet now. `again`: repeats an earlier export. */
export function exportFault(
  facts: Facts,
  again: boolean,
): 'usdt.ended' | 'usdt.newAddress' | 'usdt.taken' | 'usdt.notTaken' | null {
  if (facts.state !== 'signing') return 'usdt.ended'
  if (again) return facts.batch === null ? 'usdt.notTaken' : null
  if (facts.batch !== null) return 'usdt.taken'
  return facts.waits ? 'usdt.newAddress' : null
}

/** Only instructions that never left can be withdrawn: not seen on the chain does not mean failed. */
export function withdrawFault(facts: Facts): 'usdt.ended' | 'usdt.taken' | null {
  if (facts.state !== 'signing') return 'usdt.ended'
  return facts.batch === null ? null : 'usdt.taken'
}

/** A hash can be entered if none is being proved, or if the entered one pays something else. */
export function hashFault(facts: Facts & { reason: string }): 'usdt.ended' | 'usdt.notTaken' | 'usdt.otherHash' | null {
  if (facts.state !== 'signing' && facts.state !== 'broadcast') return 'usdt.ended'
  if (facts.batch === null) return 'usdt.notTaken'
  const wrong = wrongTransactions.includes(facts.reason as ReasonKey)
  return facts.state === 'broadcast' && !wrong ? 'usdt.otherHash' : null
}

const wrongTransactions: readonly ReasonKey[] = [
  'usdt.otherAmount',
  'usdt.provesAnother',
  'usdt.beforeInstruction',
  'usdt.notOurWallet',
]

export type Payment = {
  id: number
  address: string
  usdtMicros: bigint
  createdAt: Date
}

/**
 * A chain's clock and ours differ, and a block that replaces another in a reorganisation may have an earlier time; without this tolerance a
 * payment could never be proved.
 */
const clocksApartMs = 10 * 60_000

export type Proof = { paid: number } | { failed: ReasonKey } | { waits: ReasonKey }

/**
 * What a final transaction proves about one instruction.
 *
 * @param used ordinals of the transaction's transfers that prove other instructions.
 * @param wallets registered wallets among its senders.
 * @param at the time of its block.
 */
export function proofOf(
  payment: Payment,
  receipt: Receipt,
  used: ReadonlySet<number>,
  wallets: ReadonlySet<string>,
  at: Date,
): Proof {
  if (!receipt.ok) return { failed: 'usdt.reverted' }
  if (at.getTime() < payment.createdAt.getTime() - clocksApartMs) return { waits: 'usdt.beforeInstruction' }
  const paying = receipt.transfers.filter(
    ({ to, usdtMicros }) => to === payment.address && usdtMicros === payment.usdtMicros,
  )
  if (paying.length === 0) return { waits: 'usdt.otherAmount' }
  const ours = paying.filter(({ from }) => wallets.has(from))
  if (ours.length === 0) return { waits: 'usdt.notOurWallet' }
  const free = ours.find(({ ordinal }) => !used.has(ordinal))
  return free ? { paid: free.ordinal } : { waits: 'usdt.provesAnother' }
}

/** A transaction without a block can never come once its nonce is used in a final block. */
export const isReplaced = (nonce: number | null, finalNonce: number): boolean => nonce !== null && finalNonce > nonce
