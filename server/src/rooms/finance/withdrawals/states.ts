// States of a withdrawal (docs/money.md, States). Pure.
import { withdrawalStates } from '@greenroom/contract/words'
import { isRefused, type Moves, rowOf } from '../../../kit/moves.ts'

export type State = (typeof withdrawalStates)[number]
export type Verb = 'pass' | 'refuse' | 'manual' | 'release'

/** Released: a failure whose bonus is the user's again. */
export const withdrawalMoments = [...withdrawalStates, 'released'] as const
export type Moment = (typeof withdrawalMoments)[number]
const row = rowOf(withdrawalMoments)
/** The code of a withdrawal in another state than an act needs. */
export const notNow = { code: 50002, reason: null } as const
const notPassed = { code: 50002, reason: 'payout.notPassed' } as const

/** `batch`: it becomes a line of a payout batch, whose result is `paid` or `failed`. */
export const withdrawalMoves: Moves<Moment, Verb | 'batch'> = {
  // Without anything left to pay, after what its user owes, it is a success at once.
  pass: row({ 'in review': 'withdrawing' }, notNow),
  refuse: row({ 'in review': 'audit failed' }, notNow),
  batch: row({ withdrawing: 'withdrawing' }, notPassed),
  manual: row({ failure: 'manual processing successful' }, notNow),
  // A passed one is released while no batch holds it: its user was banned permanently, or its account is closed.
  release: row({ withdrawing: 'released', failure: 'released' }, notNow),
}

/** @param released whether its bonus was released */
export const momentOf = (state: State, released: 'released' | 'kept'): Moment =>
  released === 'released' ? released : state

export type Facts = {
  state: State
  released: boolean
  /** It waits for a second member of staff. */
  waits: boolean
  /** Claimed by someone else. */
  claimed: boolean
  /** Suspended by a ban. */
  held: boolean
  /** A batch pays it. */
  routed: boolean
}

export type Fault = 'state' | 'waits' | 'claimed' | 'held' | 'routed'

/** Why the verb cannot be applied; null if it can. */
export function whyNot(facts: Facts, verb: Verb): Fault | null {
  if (isRefused(withdrawalMoves[verb][momentOf(facts.state, facts.released ? 'released' : 'kept')])) return 'state'
  if (facts.waits) return 'waits'
  if (facts.routed && verb !== 'pass' && verb !== 'refuse') return 'routed'
  if (facts.claimed && (verb === 'pass' || verb === 'refuse')) return 'claimed'
  if (facts.held && (verb === 'pass' || verb === 'manual')) return 'held'
  return null
}
