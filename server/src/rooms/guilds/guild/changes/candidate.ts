// Someone who is to lead a guild, checked as in a registration: every field with its code.
import type { ErrorCode } from '@greenroom/contract/errors'
import { type Phone, readPhone } from '../../../../access/index.ts'
import type { Context } from '../../../../kit/context.ts'
import { type Transaction, violates } from '../../../../kit/database.ts'
import { because, refuseCode, refuseField } from '../../../../kit/refusal.ts'
import { isAdult } from '../../../users/index.ts'
import * as registration from '../../registration/queries.ts'
import * as rules from '../../registration/rules.ts'
import { agedOf } from './queries.ts'

export type LeaderSent = {
  userNumber: string
  leaderName: string
  leaderEmail: string
  areaCode: string
  leaderPhone: string
}

export type Candidate = { userId: bigint; name: string; email: string; phone: Phone }

/** The checks that need no database. @throws Refusal 30005, 30010, 30015, 30018, 30022 */
export function readLeader(sent: LeaderSent): Candidate {
  const name = rules.refusedLeaderName(sent.leaderName)
  if (name) throw refuseCode(name, 'leaderName')
  const userId = rules.userNumberOf(sent.userNumber)
  if (userId === null) throw refuseCode(30005, 'userNumber')
  const email = rules.refusedEmail(sent.leaderEmail)
  if (email) throw refuseCode(email, 'leaderEmail')
  if (sent.leaderPhone === '') throw refuseCode(30010, 'leaderPhone')
  const phone = readPhone(sent.areaCode, sent.leaderPhone)
  if (!phone) throw refuseCode(30022, 'leaderPhone')
  return { userId, name: sent.leaderName, email: sent.leaderEmail, phone }
}

/**
 * Locks the candidate until the transaction ends. Lock people before guilds.
 *
 * @param ofAge true if they lead at once, without a review.
 * @throws Refusal 30005, 30002, 30006, 30017, 30007; 30013 if their age was never verified
 */
export async function lockCandidate(tx: Transaction, context: Context, candidate: Candidate, ofAge: boolean) {
  const leader = await registration.lockLeader(tx, candidate.userId)
  const refused = rules.refusedLeader(leader)
  if (refused) throw refuseCode(refused, 'userNumber')
  const phone = rules.refusedPhoneOf(leader!, candidate.phone)
  if (phone) throw refuseCode(phone, 'leaderPhone')
  if (ofAge && !isAdult(await agedOf(tx, candidate.userId), context.now))
    throw refuseField(30013, 'userNumber', because('guild.age'))
}

const single: readonly [index: string, code: ErrorCode, field: string][] = [
  ['guild_name', 30001, 'unionName'],
  ['guild_leader', 30002, 'userNumber'],
  ['guild_phone', 30019, 'leaderPhone'],
  ['staff_username', 10028, 'cmsUserName'],
]

/** Unique constraints of the database. */
export function refuseDuplicate(error: unknown): never {
  const duplicate = single.find(([index]) => violates(error, index))
  throw duplicate ? refuseCode(duplicate[1], duplicate[2]) : error
}
