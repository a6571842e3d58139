// Four eyes as a state table: one staff member makes a request, it takes effect when another approves it.
import type { ErrorCode } from '@greenroom/contract/errors'

export const states = ['pending', 'approved', 'refused', 'cancelled', 'lapsed', 'failed'] as const
export type State = (typeof states)[number]

/** What people end a request by. */
export type EndingVerb = 'approve' | 'refuse' | 'cancel'
/** Actions by people: a checker may `ask` the maker, who may `answer`; neither ends the request. */
export type Verb = EndingVerb | 'ask' | 'answer'
/** Everything that ends a pending request. `lapse`: its time ran out; `fail`: it can no longer be applied. */
export type Happening = EndingVerb | 'lapse' | 'fail'

const after: Record<Happening, State> = {
  approve: 'approved',
  refuse: 'refused',
  cancel: 'cancelled',
  lapse: 'lapsed',
  fail: 'failed',
}

/** Transitions; only the waiting state has any. */
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
  /** The actor leads a guild, or is an agent, that the request is about. */
  concerned: boolean
  /** A question waits for the maker's answer. */
  asked: boolean
  /** Expired from this time on, whether or not the job has run. */
  expiresAt: Date
  /** Decided, and not in effect yet; null if it is not. */
  decided: 'approve' | 'refuse' | null
  /** Nobody approves anything before two accounts have logged in with a factor. */
  inSetup: boolean
}

/** The actor: `mayWrite` approvals, `mayDecide` requests of this kind. */
export type Actor = { id: number; mayWrite: boolean; mayDecide: boolean }

/** Why not, as the key that screens show; the first that applies. */
export type Reason =
  | 'readOnly'
  | 'decided'
  | 'lapsed'
  | 'yourself'
  | 'notMaker'
  | 'otherMenu'
  | 'concerned'
  | 'makerGone'
  | 'asked'
  | 'notAsked'
  | 'setup'

export const codeOf: Readonly<Record<Reason, ErrorCode>> = {
  readOnly: 10026,
  decided: 20000,
  lapsed: 20000,
  yourself: 10026,
  notMaker: 10026,
  otherMenu: 10026,
  concerned: 10026,
  makerGone: 20000,
  asked: 20000,
  notAsked: 20000,
  setup: 20000,
}

/** The state at `now`: a decided request counts as decided before its decision takes effect, and other overdue requests have expired. */
export function stateAt(
  { state, expiresAt, decided }: Pick<Facts, 'state' | 'expiresAt' | 'decided'>,
  now: Date,
): State {
  if (state !== 'pending') return state
  if (decided !== null) return next(state, decided)
  return now >= expiresAt ? 'lapsed' : state
}

/**
 * Why the actor may not do this now; null if they may. Maker and checker are different accounts, and the checker is no
 * party. Cancelling one's own request, and answering about it, requires no menu; refusing one doesn't require a valid maker. Only who may decide
 * asks, one question at a time.
 */
export function whyNot(facts: Facts, verb: Verb, actor: Actor, now: Date): Reason | null {
  const own = actor.id === facts.makerId
  const byMaker = verb === 'cancel' || verb === 'answer'
  if (!byMaker && !actor.mayWrite) return 'readOnly'
  const state = stateAt(facts, now)
  if (state !== facts.state) return facts.decided === null ? 'lapsed' : 'decided'
  if (state !== 'pending') return 'decided'
  if (byMaker && !own) return 'notMaker'
  if (verb === 'cancel') return null
  if (verb === 'answer') return facts.asked ? null : 'notAsked'
  if (own) return 'yourself'
  if (!actor.mayDecide) return 'otherMenu'
  if (facts.concerned) return 'concerned'
  if (verb === 'refuse') return null
  if (verb === 'ask') return facts.asked ? 'asked' : null
  if (!facts.makerMay) return 'makerGone'
  return facts.inSetup ? 'setup' : null
}

/** The state after an event. @throws if the table has no such transition: a bug, not a refusal. */
export function next(state: State, happening: Happening): State {
  const to = transitions[state][happening]
  if (to === undefined) throw new Error(`an approval that is ${state} cannot ${happening}`)
  return to
}
