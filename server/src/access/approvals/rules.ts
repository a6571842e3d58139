// Four eyes as a table of states: made by one member of staff, takes effect when another approves (product.md section 3).
import type { ErrorCode } from '@greenroom/contract/errors'

export const states = ['pending', 'approved', 'refused', 'cancelled', 'lapsed', 'failed'] as const
export type State = (typeof states)[number]

/** What people do. */
export type Verb = 'approve' | 'refuse' | 'cancel'
/** What can happen to something that waits; `lapse` by time alone, `fail` when it can no longer be applied. */
export type Happening = Verb | 'lapse' | 'fail'

const after: Record<Happening, State> = {
  approve: 'approved',
  refuse: 'refused',
  cancel: 'cancelled',
  lapse: 'lapsed',
  fail: 'failed',
}

/** Where each state leads; only what waits leads anywhere. */
export const transitions: Readonly<Record<State, Partial<Record<Happening, State>>>> = {
  pending: after,
  approved: {},
  refused: {},
  cancelled: {},
  lapsed: {},
  failed: {},
}

export type Facts = {
  state: State
  makerId: number
  /** The maker's account is normal and still has the kind's menu read-write. */
  makerMay: boolean
  /** One of the two made the other's account or reset a way into it, so both may be one person. */
  sameHands: boolean
  /** From this moment on it has lapsed, whether somebody has noticed or not. */
  expiresAt: Date
}

/** Who wants to do something: `mayWrite` the approvals, `mayDecide` read the menu of what is decided. */
export type Actor = { id: number; mayWrite: boolean; mayDecide: boolean }

/** Why not, by the key that the screens show; the first that applies. */
export type Reason =
  | 'readOnly'
  | 'decided'
  | 'lapsed'
  | 'yourself'
  | 'notMaker'
  | 'otherMenu'
  | 'sameHands'
  | 'makerGone'

export const codeOf: Readonly<Record<Reason, ErrorCode>> = {
  readOnly: 10026,
  decided: 20000,
  lapsed: 20000,
  yourself: 10026,
  notMaker: 10026,
  otherMenu: 10026,
  sameHands: 10026,
  makerGone: 20000,
}

/** The state as it is at `now`: what waited too long has lapsed. */
export const stateAt = (facts: Pick<Facts, 'state' | 'expiresAt'>, now: Date): State =>
  facts.state === 'pending' && now >= facts.expiresAt ? 'lapsed' : facts.state

/**
 * Why the actor may not do this now; null when they may. Maker and checker differ, always, and neither holds the keys to
 * the other's account. One's own request is taken back without any menu; refusing one needs nothing of its maker.
 */
export function whyNot(facts: Facts, verb: Verb, actor: Actor, now: Date): Reason | null {
  const own = actor.id === facts.makerId
  if (verb !== 'cancel' && !actor.mayWrite) return 'readOnly'
  const state = stateAt(facts, now)
  if (state !== facts.state) return 'lapsed'
  if (transitions[state][verb] === undefined) return 'decided'
  if (verb === 'cancel') return own ? null : 'notMaker'
  if (own) return 'yourself'
  if (!actor.mayDecide) return 'otherMenu'
  if (verb === 'refuse') return null
  if (facts.sameHands) return 'sameHands'
  return facts.makerMay ? null : 'makerGone'
}

/** The state after something happened. @throws where the table has no such step: a fault of the code, not a refusal. */
export function next(state: State, happening: Happening): State {
  const to = transitions[state][happening]
  if (to === undefined) throw new Error(`an approval that is ${state} cannot ${happening}`)
  return to
}
