// Who may be invited, and what may be done to a membership (docs/guilds.md, Members; codes of spec section 8). Pure.
import type { ErrorCode } from '@greenroom/contract/errors'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import { ageOn } from '../../users/index.ts'
import { belongs, type MembershipState } from '../events/guildEvents.rules.ts'

/** The minimum age to be invited, lead, sell or be paid. */
export const minimumAge = 18

export type Person = {
  sex: string
  banned: boolean
  marketAudit: boolean
  internal: boolean
  certified: boolean
  /** `YYYY-MM-DD`. */
  birthday: string | null
  phone: string
  hasCover: boolean
  /** The guild that they lead. */
  leads: number | null
  memberships: readonly { guildId: number; state: MembershipState }[]
}

export type Refused = { code: ErrorCode; why?: Why }

/** An app user's id as typed; null if it is not one. */
export const userIdOf = (text: string): bigint | null => (/^[1-9]\d{0,14}$/.test(text) ? BigInt(text) : null)

/** Why an account cannot be added to any guild (30013); `today` is `YYYY-MM-DD` of the platform's zone. */
export function refusedAccount(person: Person, today: string): Why | null {
  if (person.banned) return because('member.banned')
  if (person.marketAudit || person.internal) return because('member.flagged')
  if (!person.certified || person.birthday === null) return because('member.ageUnknown')
  return ageOn(person.birthday, today) < minimumAge ? because('member.under', { age: minimumAge }) : null
}

/** Why this person cannot be invited to a guild; undefined means that there is no such user. */
export function refusedInvitation(person: Person | undefined, guildId: number, today: string): Refused | null {
  if (!person) return { code: 30016 }
  if (person.sex !== 'woman') return { code: 20001 }
  const account = refusedAccount(person, today)
  if (account) return { code: 30013, why: account }
  const here = person.memberships.find((one) => one.guildId === guildId && (one.state === 'invited' || belongs(one)))
  if (here) return { code: 20000, why: because(here.state === 'invited' ? 'member.invited' : 'member.here') }
  if (person.memberships.some(belongs)) return { code: 30009 }
  if (person.leads !== null && person.leads !== guildId) return { code: 30009, why: because('member.leads') }
  if (person.phone === '') return { code: 30011 }
  return person.hasCover ? null : { code: 30012 }
}

const refusedIn: Readonly<Record<string, ErrorCode | null>> = {
  normal: null,
  'under review': 30006,
  banned: 30004,
  dissolved: 30003,
  rejected: 1000002,
}

/** Why a guild in this state takes no members; null if it does. */
export const refusedGuild = (state: string): ErrorCode | null => refusedIn[state] ?? null

type MembershipFacts = { state: MembershipState; ending: 'left' | 'expelled' | null }

/** Why not, as a key of `cannot` on screens; the same decisions refuse the calls. */
export const cannot = {
  agree: ({ state, ending }: MembershipFacts) =>
    state !== 'leaving' ? 'notAsked' : ending === null ? true : ending === 'left' ? 'agreed' : 'expelled',
  expel: ({ state, ending }: MembershipFacts) =>
    !belongs({ state }) ? 'notMember' : ending === 'expelled' ? 'expelled' : true,
  takeBack: ({ state }: MembershipFacts) => (state === 'invited' ? true : 'notInvited'),
} as const satisfies Record<string, (facts: MembershipFacts) => true | string>

export type Verb = keyof typeof cannot
