// A guild's states: under review → normal | rejected; normal ⇄ banned; both → dissolved. Also when one
// dissolves automatically. Pure.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { guildStates } from '@greenroom/contract/statesAndKinds'

export type GuildState = (typeof guildStates)[number]

export const verbs = ['agree', 'refuse', 'ban', 'unban', 'dissolve'] as const
export type Verb = (typeof verbs)[number]

const moves: Readonly<Record<Verb, Partial<Record<GuildState, GuildState>>>> = {
  agree: { 'under review': 'normal' },
  refuse: { 'under review': 'rejected' },
  ban: { normal: 'banned' },
  unban: { banned: 'normal' },
  dissolve: { normal: 'dissolved', banned: 'dissolved' },
}

/** The state that a verb leads to; undefined where this state does not allow it. */
export const next = (state: GuildState, verb: Verb): GuildState | undefined => moves[verb][state]

/** Final states: they free the guild's name, leader and phone. */
export const isOver = (state: GuildState): boolean => state === 'rejected' || state === 'dissolved'

/** Why a state forbids a step, as a text key. */
export const stateReasons = {
  'under review': 'guild.underReview',
  normal: 'guild.normal',
  rejected: 'guild.rejected',
  banned: 'guild.banned',
  dissolved: 'guild.dissolved',
} as const satisfies Record<GuildState, ReasonKey>

/** The code for a step that this state forbids: a specific one if the catalogue has it, 20000 if it was decided already. */
export function refusedIn(state: GuildState, verb?: Verb): ErrorCode {
  if (verb && Object.values(moves[verb]).includes(state)) return 20000
  switch (state) {
    case 'dissolved':
      return 30003
    case 'banned':
      return 30004
    case 'under review':
      return 30006
    default:
      return 20000
  }
}

export type GuildFacts = {
  state: GuildState
  hasParent: boolean
  hasSubAgencies: boolean
  /** A rate is agreed with its parent, which takes two to end. */
  rateAgreed: boolean
  /** Under anchor withdrawal, or from a later week on. */
  methodChanged: boolean
}

/** Text keys of the reasons why a state forbids something. */
export const stateKey = (state: GuildState): string => stateReasons[state].replace('guild.', '')

const running = (state: GuildState) => state === 'normal' || state === 'banned'

/** Whether other changes are allowed: true, or the reason's key. The calls refuse by the same rules. */
export const changes = {
  changeLeader: ({ state }: GuildFacts) => running(state) || stateKey(state),
  changeRate: ({ state, hasParent }: GuildFacts) => (!hasParent ? 'noParent' : running(state) || stateKey(state)),
  changeParent: ({ state, hasSubAgencies, rateAgreed }: GuildFacts) => {
    if (hasSubAgencies) return 'hasSubAgencies'
    if (!running(state)) return stateKey(state)
    return rateAgreed ? 'rateAgreed' : true
  },
  changeMethod: ({ state, methodChanged }: GuildFacts) =>
    methodChanged ? 'methodChanged' : state === 'normal' || stateKey(state),
} as const satisfies Record<string, (guild: GuildFacts) => true | string>

export type Change = keyof typeof changes

export const dayMs = 86_400_000
/** Days from its approval after which a guild without an anchor dissolves (spec section 9). */
export const daysToDissolve = 15
/** Days without an anchor on which the leader is warned. */
export const warningDays = [7, 12, 14] as const
/** Value of the last warned day once day 15 has passed with an anchor: the guild stays. */
export const settledDay = 15

export type MembershipFacts = {
  state: GuildState
  approvedAt: Date | null
  /** Active and leaving members. */
  members: number
  /** The last day on which its leader was warned, or `settledDay`. */
  warnedDay: number
}

/** When the guild dissolves automatically; null if it does not: it has members, or had one on day 15. */
export function dissolvesAt({ state, approvedAt, members, warnedDay }: MembershipFacts): Date | null {
  if (state !== 'normal' || approvedAt === null || members > 0 || warnedDay >= settledDay) return null
  return new Date(approvedAt.getTime() + daysToDissolve * dayMs)
}

/** Whole days left until then, rounded up; 0 once it is over. */
export const daysLeft = (at: Date, now: Date): number => Math.max(0, Math.ceil((at.getTime() - now.getTime()) / dayMs))

/** What a guild's age requires at `now`: a warning, dissolution, settling, or nothing. */
export function dueAt(guild: MembershipFacts, now: Date): number | 'dissolve' | 'stays' | null {
  const { state, approvedAt, members, warnedDay } = guild
  if (state !== 'normal' || approvedAt === null || warnedDay >= settledDay) return null
  const day = Math.floor((now.getTime() - approvedAt.getTime()) / dayMs)
  if (day >= daysToDissolve) return members > 0 ? 'stays' : 'dissolve'
  if (members > 0) return null
  const reached = warningDays.findLast((warning) => warning <= day)
  return reached !== undefined && reached > warnedDay ? reached : null
}
