// Payout batches: what adds up to what, and who may do what with one (docs/money.md). Pure.
import { createHash } from 'node:crypto'
import type { payoutBatchStates } from '@greenroom/contract/words'

export type BatchState = (typeof payoutBatchStates)[number]

export type Line = { payoutId: string; usdCents: bigint; account: string }

/** How a control names an account: what is shown of it, and whose sealed text it is, which opens for nothing else. */
export const accountText = (account: { kind: string; lastFour: string; owner: string }): string =>
  `${account.kind} ${account.lastFour} ${account.owner}`

/** A batch's control: the same payouts, accounts and amounts give the same text, whatever their order. */
export function controlOf(lines: readonly Line[]): string {
  const hash = createHash('sha256')
  for (const { payoutId, usdCents, account } of lines.toSorted((a, b) => (a.payoutId < b.payoutId ? -1 : 1)))
    hash.update(`${payoutId} ${usdCents} ${account}\n`)
  return hash.digest('hex')
}

/** What an amount is paid as in USDT, of which one counts so many cents (parameter): whole micros, rounded down. */
export const usdtOf = (usdCents: bigint, centsPerUsdt: number): bigint => (usdCents * 1_000_000n) / BigInt(centsPerUsdt)

export type Verb = 'send' | 'result' | 'drop'

const from: Record<Verb, readonly BatchState[]> = {
  send: ['approved', 'sent'],
  result: ['sent'],
  // What left may have been paid: only its results end it.
  drop: ['waiting', 'approved'],
}

/** Why it cannot be done to a batch; null where it can. One on a chain leaves and ends by its instructions alone. */
export function whyNot(batch: { state: string; on_chain: boolean }, verb: Verb): 'state' | 'onChain' | null {
  if (batch.on_chain && verb !== 'drop') return 'onChain'
  return from[verb].includes(batch.state as BatchState) ? null : 'state'
}
