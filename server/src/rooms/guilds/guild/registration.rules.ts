// What an application to register a guild must satisfy, each rule with its code.
import type { ErrorCode } from '@greenroom/contract/errors'
import { limits } from '@greenroom/contract/limits'
import { visibleName } from '@greenroom/contract/names'
import { z } from 'zod'
import { type Phone, readPhone } from '../../../access/index.ts'
import { type AgeFacts, isAdult } from '../../users/index.ts'

/** States in which a guild holds its name, its leader and its phone; rejected and dissolved ones hold nothing. */
export type HoldingState = 'under review' | 'normal' | 'banned'

const longestLeaderName = 100
/** In characters as the database counts them. */
const length = (text: string) => Array.from(text).length
const hasControls = (text: string) => /\p{Cc}/u.test(text)

export const refusedName = (name: string): ErrorCode | null =>
  !visibleName(name) || length(name) > limits.agencyName || hasControls(name) ? 30014 : null

export const refusedLeaderName = (name: string): ErrorCode | null =>
  !visibleName(name) || length(name) > longestLeaderName || hasControls(name) ? 30015 : null

const email = z.email().max(254)
export const refusedEmail = (text: string): ErrorCode | null => (email.safeParse(text).success ? null : 30018)

const accountName = new RegExp(`^[a-zA-Z0-9]{${limits.agencyAccountMin},${limits.agencyAccountMax}}$`)
export const refusedAccountName = (name: string): ErrorCode | null => (accountName.test(name) ? null : 12004)

/** A phone that a guild holds; a pending application has a code of its own. */
export const refusedHolder = (state: HoldingState | null, code: ErrorCode): ErrorCode | null =>
  state === null ? null : state === 'under review' ? 30006 : code

export type Leader = {
  /** State of the guild that the user leads. */
  leads: HoldingState | null
  isMember: boolean
  areaCode: string
  phone: string
  birthday: AgeFacts['birthday']
}

/** Why an app user may not lead a new guild; undefined when there is no such user. */
export function refusedLeader(leader: Leader | undefined): ErrorCode | null {
  if (!leader) return 30005
  return refusedHolder(leader.leads, 30002) ?? (leader.isMember ? 30017 : null)
}

/**
 * Refuses someone whose birthday says that they are under 18, once their phone is verified, so that strangers learn nothing. An unverified
 * age is checked when staff approve the guild.
 */
export const refusedAge = ({ birthday }: Leader, now: Date): ErrorCode | null =>
  birthday !== null && !isAdult({ birthday, certified: true }, now) ? 30013 : null

/** Only after the number was verified, so that a phone number reveals nothing about an app user. */
export const refusedPhoneOf = (leader: Leader, phone: Phone): ErrorCode | null =>
  readPhone(leader.areaCode, leader.phone)?.e164 === phone.e164 ? null : 30007

/** An app user's id as typed; null when it cannot be one. */
export const userNumberOf = (text: string): bigint | null => (/^[1-9]\d{0,14}$/.test(text) ? BigInt(text) : null)

/** An inviter's code: the id of a member of staff; null when it cannot be one. */
export const inviterOf = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** `l***@example.com`, as logs show it. */
export const maskEmail = (text: string): string => text.replace(/^(.).*@/u, '$1***@')
