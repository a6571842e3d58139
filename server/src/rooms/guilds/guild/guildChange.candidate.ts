// Someone who is to lead a guild, checked as in a registration: every field with its code.
import type { ErrorCode } from '@greenroom/contract/errors'
import { beginGuess, type Phone, readPhone } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { because, Refusal, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import { isAdult } from '../../users/index.ts'
import { agedOf } from './guildChange.queries.ts'
import * as registration from './registration.queries.ts'
import * as rules from './registration.rules.ts'

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
 * Locks the candidate until the transaction ends. Lock people before guilds. The phone is compared by `checkPhone`, after all other checks:
 * what they answer would tell that it is right.
 *
 * @throws Refusal 30005, 30002, 30006, 30017
 */
export async function lockCandidate(tx: Transaction, candidate: Candidate): Promise<rules.Leader> {
  const leader = await registration.lockLeader(tx, candidate.userId)
  const refused = rules.refusedLeader(leader)
  if (refused) throw refuseCode(refused, 'userNumber')
  return leader!
}

/** @throws Refusal 30007 unless the phone is the candidate's own */
export function checkPhone(leader: rules.Leader, { phone }: Candidate): void {
  const refused = rules.refusedPhoneOf(leader, phone)
  if (refused) throw refuseCode(refused, 'leaderPhone')
}

/** @throws Refusal 30013 if the candidate's age was never verified: for a leader who needs no review */
export async function checkAge(tx: Transaction, context: Context, { userId }: Candidate): Promise<void> {
  if (!isAdult(await agedOf(tx, userId), context.now)) throw refuseField(30013, 'userNumber', because('guild.age'))
}

/**
 * Runs an act that names a user with their phone. A wrong phone counts as a guess: the caller may not find out whose number it is by trying.
 *
 * @throws Refusal 10008 after too many
 */
export async function guessingPhone<T>(context: Context, act: () => Promise<T>): Promise<T> {
  const guess = await beginGuess(context, 'leaderPhone')
  try {
    const result = await act()
    await guess.forget()
    return result
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 30007)) await guess.forget()
    throw error
  }
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
