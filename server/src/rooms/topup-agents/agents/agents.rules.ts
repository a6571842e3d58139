// States of an application and its agent: under review → approved | rejected; approved ⇄ frozen; both →
// cancelled; a rejected one may apply again after some days, a cancelled one at once. Pure.
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { agentStates } from '@greenroom/contract/statesAndKinds'

export type AgentState = (typeof agentStates)[number]
export const verbs = ['approve', 'reject', 'freeze', 'unfreeze', 'cancel'] as const
export type Verb = (typeof verbs)[number]

const moves: Readonly<Record<Verb, Partial<Record<AgentState, AgentState>>>> = {
  approve: { 'under review': 'approved' },
  reject: { 'under review': 'rejected' },
  freeze: { approved: 'frozen' },
  unfreeze: { frozen: 'approved' },
  cancel: { approved: 'cancelled', frozen: 'cancelled' },
}

/** The state that a verb leads to; undefined if this state does not allow it. */
export const next = (state: AgentState, verb: Verb): AgentState | undefined => moves[verb][state]

export const stateReasons = {
  'under review': 'agent.underReview',
  rejected: 'agent.rejected',
  approved: 'agent.approved',
  frozen: 'agent.frozen',
  cancelled: 'agent.cancelled',
} as const satisfies Record<AgentState, ReasonKey>

/** 20000 if nothing would change, else 1000002: the state forbids it. */
export const refusedIn = (state: AgentState, verb: Verb): 20000 | 1000002 =>
  Object.values(moves[verb]).includes(state) ? 20000 : 1000002

/** Text keys of the reasons why a state forbids something. */
export const stateKey = (state: AgentState): string => stateReasons[state].replace('agent.', '')

const dayMs = 86_400_000
export const againFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

export type AgentFacts = { state: AgentState; decidedAt: Date | null; againFrom: Date | null }
export type Applying = 'new' | 'changes' | 'nothing' | 'coolingOff'

/**
 * How an application at `at` relates to the existing one: opens (`new`), updates (`changes`), too early after a rejection, or ignored,
 * because the existing one was decided later or is an agent already.
 */
export function applying(facts: AgentFacts | undefined, at: Date): Applying {
  if (!facts) return 'new'
  const { state, decidedAt } = facts
  if (state === 'under review') return 'changes'
  if (state === 'approved' || state === 'frozen') return 'nothing'
  if (decidedAt !== null && at < decidedAt) return 'nothing'
  if (state === 'rejected' && facts.againFrom !== null && at < facts.againFrom) return 'coolingOff'
  return 'new'
}
