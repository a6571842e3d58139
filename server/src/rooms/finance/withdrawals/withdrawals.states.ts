// States of a withdrawal (docs/money.md, States). Pure.
import { withdrawalStates } from '@greenroom/contract/statesAndKinds'
import { isRefused, type Moves, rowOf } from '../../../kit/moves.ts'

export type State = (typeof withdrawalStates)[number]
export type Verb = 'pass' | 'refuse' | 'manual' | 'release'
type Act = Verb | 'batch' | 'undo'

/** Released: a failure whose bonus is the user's again. Decided: in review, with a decision that can be undone until it takes effect. */
export const withdrawalMoments = [...withdrawalStates, 'released', 'decided'] as const
export type Moment = (typeof withdrawalMoments)[number]
const row = rowOf(withdrawalMoments)
/** The code of a withdrawal in another state than an act needs. */
export const notNow = { code: 50002, reason: null } as const
const decided = { code: 20000, reason: 'withdrawal.decided' } as const
const over = { code: 20000, reason: 'undo.over' } as const
const notPassed = { code: 50002, reason: 'payout.notPassed' } as const

/** `batch`: it becomes a line of a payout batch, whose result is `paid` or `failed`. */
export const withdrawalMoves: Moves<Moment, Act> = {
  // Without anything left to pay, after what its user owes, it is a success at once.
  pass: row({ 'in review': 'withdrawing' }, notNow, { decided }),
  refuse: row({ 'in review': 'audit failed' }, notNow, { decided }),
  // By the account that decided; a second time it changes nothing.
  undo: row({ decided: 'in review' }, over),
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
  /** A decision has not taken effect yet. */
  decided: boolean
  /** It waits for a second member of staff. */
  waits: boolean
  /** Claimed by someone else. */
  claimed: boolean
  /** Suspended by a ban. */
  held: boolean
  /** A batch pays it. */
  routed: boolean
}

export type Fault = 'state' | 'decided' | 'waits' | 'claimed' | 'held' | 'routed'

/** Why the verb cannot be applied; null if it can. */
export function whyNot(facts: Facts, verb: Verb): Fault | null {
  if (facts.decided && (verb === 'pass' || verb === 'refuse')) return 'decided'
  if (isRefused(withdrawalMoves[verb][momentOf(facts.state, facts.released ? 'released' : 'kept')])) return 'state'
  if (facts.waits) return 'waits'
  if (facts.routed && verb !== 'pass' && verb !== 'refuse') return 'routed'
  if (facts.claimed && (verb === 'pass' || verb === 'refuse')) return 'claimed'
  if (facts.held && (verb === 'pass' || verb === 'manual')) return 'held'
  return null
}
