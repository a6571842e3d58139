// States of a withdrawal: in review → audit failed | withdrawing → success | failure → manual
// processing successful, or released. Pure.
import type { withdrawalStates } from '@greenroom/contract/words'

export type State = (typeof withdrawalStates)[number]
export type Verb = 'pass' | 'refuse' | 'manual' | 'release'

const from: Record<Verb, readonly State[]> = {
  pass: ['in review'],
  refuse: ['in review'],
  manual: ['failure'],
  // A passed one is released while no batch holds it: its user was banned permanently, or its account is closed.
  release: ['withdrawing', 'failure'],
}

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
  if (!from[verb].includes(facts.state) || facts.released) return 'state'
  if (facts.waits) return 'waits'
  if (facts.routed && verb !== 'pass' && verb !== 'refuse') return 'routed'
  if (facts.claimed && (verb === 'pass' || verb === 'refuse')) return 'claimed'
  if (facts.held && (verb === 'pass' || verb === 'manual')) return 'held'
  return null
}
