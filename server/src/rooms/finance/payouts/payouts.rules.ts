// Payout batches: control sums, and who may do what (docs/money.md). Pure.
import { createHash } from 'node:crypto'
import type { payoutBatchStates } from '@greenroom/contract/statesAndKinds'
import { because, type Why } from '../../../kit/calls/refusal.ts'

export type BatchState = (typeof payoutBatchStates)[number]

export type Line = { payoutId: string; usdCents: bigint; account: string }

/** An account in a control: its shown part, and the owner its sealed text is bound to. */
export const accountText = (account: { kind: string; lastFour: string; owner: string }): string =>
  `${account.kind} ${account.lastFour} ${account.owner}`

/** A batch's control: the same payouts, accounts and amounts give the same text, whatever their order. */
export function controlOf(lines: readonly Line[]): string {
  const hash = createHash('sha256')
  for (const { payoutId, usdCents, account } of lines.toSorted((a, b) => (a.payoutId < b.payoutId ? -1 : 1)))
    hash.update(`${payoutId} ${usdCents} ${account}\n`)
  return hash.digest('hex')
}

/** An amount in USDT at the parameter's cents per USDT: whole micros, rounded down. */
export const usdtOf = (usdCents: bigint, centsPerUsdt: number): bigint => (usdCents * 1_000_000n) / BigInt(centsPerUsdt)

type Part = { owedCents: bigint; debtCents: bigint; usdCents: bigint; withOlder: boolean }

const usdOf = (cents: bigint): string => (Number(cents) / 100).toFixed(2)

/** Why what can be paid is less than what is owed, and what it can be paid with. */
export function whyPart({ owedCents, debtCents, usdCents, withOlder }: Part): Why[] {
  const held = owedCents - debtCents - usdCents
  return [
    ...(debtCents > 0n ? [because('payout.debtTaken', { usd: usdOf(debtCents) })] : []),
    ...(held > 0n ? [because('payout.partHeld', { usd: usdOf(held) })] : []),
    ...(withOlder ? [because('payout.withOlder')] : []),
  ]
}

export type Verb = 'send' | 'result' | 'drop'

const from: Record<Verb, readonly BatchState[]> = {
  send: ['approved', 'sent'],
  result: ['sent'],
  // A sent batch may have been paid: only its results end it.
  drop: ['waiting', 'approved'],
}

/** Why the verb cannot be applied to a batch; null if it can. On a chain it leaves and ends only by its instructions. */
export function whyNot(batch: { state: string; on_chain: boolean }, verb: Verb): 'state' | 'onChain' | null {
  if (batch.on_chain && verb !== 'drop') return 'onChain'
  return from[verb].includes(batch.state as BatchState) ? null : 'state'
}
