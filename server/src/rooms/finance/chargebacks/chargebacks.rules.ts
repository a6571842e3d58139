// What staff may do with a chargeback, and the deductions of its earners. Pure.
import type { chargebackStates } from '@greenroom/contract/statesAndKinds'

export type State = (typeof chargebackStates)[number]
export type Decision = 'debt' | 'contest' | 'lost'
export type Settlement = 'writeOff' | 'reverse'

export type Facts = { kind: string; state: State; owedTokens: bigint; waiting: boolean }
/** Reasons why something cannot be done. */
export type Fault = 'chargeback.state' | 'chargeback.waiting' | 'chargeback.nothingOwed'

const from: Record<Decision, readonly State[]> = {
  debt: ['open'],
  // Also for recovered ones: the money is still lost.
  contest: ['open', 'debt', 'recovered'],
  lost: ['contested'],
}

/** Why a decision is not possible; null where it is. */
export function decideFault(decision: Decision, { kind, state, owedTokens, waiting }: Facts): Fault | null {
  if (waiting) return 'chargeback.waiting'
  if (!from[decision].includes(state)) return 'chargeback.state'
  // A refund by the platform itself cannot be contested.
  if (decision === 'contest' && kind === 'refund') return 'chargeback.state'
  return decision === 'debt' && owedTokens === 0n ? 'chargeback.nothingOwed' : null
}

/** The state after a decision: without a debt it is recovered. */
export const stateAfter = (decision: Decision, owedTokens: bigint): State =>
  decision === 'contest' ? 'contested' : owedTokens > 0n ? 'debt' : 'recovered'

/** Why a chargeback cannot be closed this way; null where it can. */
export function settleFault(decision: Settlement, { kind, state, owedTokens, waiting }: Facts): Fault | null {
  if (waiting) return 'chargeback.waiting'
  if (decision === 'reverse') return kind === 'refund' || state === 'reversed' ? 'chargeback.state' : null
  // One that was won owes again what a withdrawal had repaid, once its bonus is released.
  return owedTokens === 0n ? 'chargeback.nothingOwed' : null
}

/** The state after it is closed: one that was won stays won when the rest is written off. */
export const stateClosed = (decision: Settlement, state: State): State =>
  decision === 'reverse' || state === 'reversed' ? 'reversed' : 'written off'

/** Tokens in US cents, rounded down. */
export const centsOfTokens = (tokens: bigint, tokensPerUsd: number): bigint => (tokens * 100n) / BigInt(tokensPerUsd)

/**
 * An earner's deduction: their bonus from the payer's paid tokens, times the debt's share of these tokens, in US cents, rounded down. The
 * sum never exceeds what they earned.
 */
export function shareOf(bonus: bigint, debt: bigint, spent: bigint, bonusPerUsd: number): bigint {
  if (spent <= 0n || debt <= 0n) return 0n
  const part = debt < spent ? debt : spent
  return (bonus * part * 100n) / (spent * BigInt(bonusPerUsd))
}
