// Requests: allowed amounts, and who may do what. Pure.
import type { RequestState } from './guildRequest.queries.ts'

export type Steps = { minCents: number; stepCents: number }

/** Minimum and step. */
export const isWholeStep = (cents: number, { minCents, stepCents }: Steps): boolean =>
  cents >= minCents && cents % stepCents === 0

export type Verb = 'agree' | 'refuse' | 'pay'

/** An approved request may still be refused until it is paid: its account may turn out to be wrong. */
const from: Record<Verb, readonly RequestState[]> = {
  agree: ['in review'],
  refuse: ['in review', 'agreed'],
  pay: ['agreed'],
}

/** Why the verb cannot be applied: its state, or that its payment waits for approval. Null if it can. */
export function whyNot(state: RequestState, waits: boolean, verb: Verb): 'state' | 'waits' | null {
  if (!from[verb].includes(state)) return 'state'
  return waits ? 'waits' : null
}
