// The checks of an application, one per field: the page calls each, registering runs all.
import type { ErrorCode } from '@greenroom/contract/errors'
import type { checkTypes } from '@greenroom/contract/guilds.schema'
import { beginGuess, isCode, isNameTaken, isPlatformStaff, readPhone, rightCode } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import * as queries from './registration.queries.ts'
import * as rules from './registration.rules.ts'

export type CheckType = (typeof checkTypes)[number]

/** The fields of an application; the page sends those it has. */
export type Fields = {
  unionName?: string | undefined
  leaderName?: string | undefined
  leaderEmail?: string | undefined
  areaCode?: string | undefined
  phone?: string | undefined
  userNumber?: string | undefined
  cmsUserName?: string | undefined
  parentId?: number | undefined
  sysInviterId?: string | undefined
  smsCode?: string | undefined
}

type Check = (context: Context, fields: Fields) => Promise<ErrorCode | null>

const phone: Check = async ({ database }, fields) => {
  if (!fields.phone) return 30010
  const read = readPhone(fields.areaCode ?? '', fields.phone)
  return read ? rules.refusedHolder(await queries.holderOfPhone(database, read), 30019) : 30022
}

/** The leader without their phone. */
const userNumber: Check = async ({ database }, fields) => {
  const id = rules.userNumberOf(fields.userNumber ?? '')
  return rules.refusedLeader(id === null ? undefined : await queries.leaderOf(database, id))
}

/**
 * Whether the phone is the app user's own, answered only with the code sent to it. A wrong code counts as an attempt and reveals nothing.
 */
const ownPhone: Check = async (context, fields) => {
  const id = rules.userNumberOf(fields.userNumber ?? '')
  const read = readPhone(fields.areaCode ?? '', fields.phone ?? '')
  if (id === null || !read || fields.smsCode === undefined || !isCode(fields.smsCode)) return null
  const right = await rightCode(context, { purpose: 'register', number: read.e164, code: fields.smsCode })
  const leader = right === null ? undefined : await queries.leaderOf(context.database, id)
  return leader ? rules.refusedPhoneOf(leader, read) : null
}

const parentId: Check = async ({ database }, fields) =>
  !fields.parentId || (await queries.isGeneralAgency(database, fields.parentId)) ? null : 30020

/** A wrong code counts as a guess: a stranger may not find out which ids are staff. */
const inviter: Check = async (context, fields) => {
  if (!fields.sysInviterId) return null
  const id = rules.inviterOf(fields.sysInviterId)
  if (id === null) return 30021
  const guess = await beginGuess(context, 'inviter')
  if (!(await isPlatformStaff(context.database, id))) return 30021
  await guess.forget()
  return null
}

const cmsUserName: Check = async ({ database }, fields) => {
  const name = fields.cmsUserName ?? ''
  return rules.refusedAccountName(name) ?? ((await isNameTaken(database, name)) ? 10028 : null)
}

const unionName: Check = async ({ database }, fields) => {
  const name = fields.unionName ?? ''
  return rules.refusedName(name) ?? ((await queries.holderOfName(database, name)) === null ? null : 30001)
}

/** Every check with the field it is about, in the order of the form. */
export const checks: Readonly<Record<CheckType, { field: keyof Fields; check: Check }>> = {
  unionName: { field: 'unionName', check: unionName },
  inviter: { field: 'sysInviterId', check: inviter },
  parentId: { field: 'parentId', check: parentId },
  leaderName: { field: 'leaderName', check: async (_, fields) => rules.refusedLeaderName(fields.leaderName ?? '') },
  userNumber: { field: 'userNumber', check: userNumber },
  email: { field: 'leaderEmail', check: async (_, fields) => rules.refusedEmail(fields.leaderEmail ?? '') },
  phone: { field: 'phone', check: phone },
  cmsUserName: { field: 'cmsUserName', check: cmsUserName },
}

/** The answer to one of the page's checks. */
export async function checkOne(context: Context, type: CheckType, fields: Fields): Promise<ErrorCode | null> {
  const refused = await checks[type].check(context, fields)
  return refused === null && type === 'userNumber' ? ownPhone(context, fields) : refused
}

/** All errors, in the order of the form. */
export async function checkAll(context: Context, fields: Fields): Promise<{ field: string; code: ErrorCode }[]> {
  const found = await Promise.all(
    Object.values(checks).map(async ({ field, check }) => ({ field, code: await check(context, fields) })),
  )
  return found.flatMap(({ field, code }) => (code === null ? [] : [{ field, code }]))
}
