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

export type Verb = 'send' | 'result' | 'drop'

const from: Record<Verb, readonly BatchState[]> = {
  send: ['approved', 'sent'],
  result: ['sent'],
  // What left may have been paid: only its results end it.
  drop: ['waiting', 'approved'],
}

/** Why it cannot be done to a batch in this state; null where it can. */
export const whyNot = (state: BatchState, verb: Verb): 'state' | null => (from[verb].includes(state) ? null : 'state')
