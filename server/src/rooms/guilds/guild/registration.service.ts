// Registers a guild: the public page's checks, and the application itself.

import type { Answer, Parsed } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import type * as calls from '@greenroom/contract/guilds'
import { guildRegistered } from '@greenroom/contract/sentences/access'
import {
  addGuildAccount,
  builtInRoles,
  countTry,
  goodAgencyPassword,
  hashPassword,
  isCode,
  maskPhone,
  type Phone,
  readPhone,
  refuseStopped,
  rightCode,
  spendCode,
} from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { byCode, Refusal, refuseCode } from '../../../kit/calls/refusal.ts'
import { violates } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { addHistory } from '../guilds.history.ts'
import { checkAll, checkOne, checks, type Fields } from './registration.checks.ts'
import * as queries from './registration.queries.ts'
import * as rules from './registration.rules.ts'

type Sent = Parsed<typeof calls.unionRegister>
/** What the transaction needs in addition to the input: read, checked, hashed. */
export type Application = Omit<Sent, 'smsCode'> & {
  phone: Phone
  leaderId: bigint
  passwordHash: string
  /** The code that proved the phone; null if the app verified it. */
  codeId: string | null
}

/** Rate limit shared with registering, per minute and network. @throws Refusal 10008 */
const count = (params: Params, context: Context) =>
  countTry(context, 'registration', params.integer('register_checks_per_minute'))

/** Checks one field. @throws Refusal with the field's code */
export async function check(params: Params, context: Context, sent: Parsed<typeof calls.unionRegisterCheck>) {
  await count(params, context)
  const { checkType, phoneNum, ...fields } = sent
  const refused = await checkOne(context, checkType, { ...fields, phone: phoneNum })
  const { field } = checks[checkType]
  if (refused) throw refuseCode(refused, field === 'phone' || refused === 30007 ? 'phoneNum' : field)
  return {}
}

const fieldsOf = (sent: Sent): Fields => ({ ...sent, phone: sent.leaderPhone })

/** @throws Refusal with the code of the first field that is wrong, every wrong field in `detail`. */
async function refuseFaults(context: Context, sent: Sent): Promise<void> {
  const faults = await checkAll(context, fieldsOf(sent))
  if (!goodAgencyPassword(sent.cmsPassWord)) faults.push({ field: 'cmsPassWord', code: 12007 })
  if (!isCode(sent.smsCode)) faults.push({ field: 'smsCode', code: 12001 })
  const [first] = faults
  if (!first) return
  const named = (field: string) => (field === 'phone' ? 'leaderPhone' : field)
  throw new Refusal(
    first.code,
    faults.map(({ field, code }) => byCode(code, named(field))),
  )
}

/** Every check again, then the code, then what only the phone's owner may learn. */
async function prepare(context: Context, sent: Sent): Promise<Application> {
  await refuseFaults(context, sent)
  const phone = readPhone(sent.areaCode, sent.leaderPhone)
  const leaderId = rules.userNumberOf(sent.userNumber)
  if (!phone || leaderId === null) throw new Error('checked above')
  const codeId = await rightCode(context, { purpose: 'register', number: phone.e164, code: sent.smsCode })
  if (codeId === null) throw refuseCode(12002, 'smsCode')
  return { ...sent, phone, leaderId, codeId, passwordHash: await hashPassword(sent.cmsPassWord) }
}

/**
 * Registers a guild whose fields were checked; it waits for review.
 *
 * @throws Refusal with the leader's or the parent's code; 1000002 while registering is stopped; the database's error if another
 *   registration is faster (`single`)
 */
export const apply = (context: Context, sent: Application): Promise<Answer<typeof calls.unionRegister>> =>
  context.tx(async (tx) => {
    await refuseStopped(tx, 'guilds', 'unionName')
    const { phone } = sent
    const leader = await queries.lockLeader(tx, sent.leaderId)
    const refused =
      rules.refusedLeader(leader) ?? rules.refusedPhoneOf(leader!, phone) ?? rules.refusedAge(leader!, context.now)
    if (refused) throw refuseCode(refused, refused === 30007 ? 'leaderPhone' : 'userNumber')
    const parentId = sent.parentId || null
    if (parentId !== null && !(await queries.lockGeneralAgency(tx, parentId))) throw refuseCode(30020, 'parentId')
    if (sent.codeId !== null && !(await spendCode(tx, sent.codeId))) throw refuseCode(12002, 'smsCode')

    const guild = await queries.addGuild(tx, {
      name: sent.unionName,
      parent_id: parentId,
      leader_user_id: sent.leaderId,
      leader_name: sent.leaderName,
      leader_email: sent.leaderEmail,
      area_code: phone.areaCode,
      phone: phone.number,
      inviter_id: sent.sysInviterId ? rules.inviterOf(sent.sysInviterId) : null,
      registered_at: context.now,
    })
    const staffId = await addGuildAccount(tx, {
      username: sent.cmsUserName,
      passwordHash: sent.passwordHash,
      status: 3,
      areaCode: phone.areaCode,
      phone: phone.number,
      language: context.language,
      unionId: guild.id,
      roleId: builtInRoles.guildLeader,
      createdAt: context.now,
    })
    await addHistory(tx, [{ guildId: guild.id, at: context.now, by: sent.cmsUserName, what: 'registered' }])
    await record(tx, context, {
      target: `guild ${guild.id}`,
      content: guildRegistered({ guild: guild.name, username: sent.cmsUserName }),
      before: null,
      after: {
        ...guild,
        parentId,
        leaderUserId: sent.userNumber,
        leaderName: sent.leaderName,
        leaderEmail: rules.maskEmail(sent.leaderEmail),
        phone: maskPhone(phone),
        inviter: sent.sysInviterId ?? null,
        account: { id: staffId, username: sent.cmsUserName, status: 3 },
      },
      actor: { id: staffId, username: sent.cmsUserName, unionId: guild.id },
    })
    return { unionId: guild.id, unionName: guild.name }
  })

/** Unique constraints of the database, for concurrent registrations. */
const single: readonly [index: string, code: ErrorCode, field: string][] = [
  ['guild_name', 30001, 'unionName'],
  ['guild_leader', 30006, 'userNumber'],
  ['guild_phone', 30006, 'leaderPhone'],
  ['staff_username', 10028, 'cmsUserName'],
]

/**
 * Registers a guild: guild and account wait for review.
 *
 * @throws Refusal with the first field's code; 12001, 12002 for the SMS code, 30007 once that was right; 30006 while an
 *   application of the same phone or leader waits; 10008 beyond the network's checks a minute.
 */
export async function register(params: Params, context: Context, sent: Sent) {
  await count(params, context)
  const application = await prepare(context, sent)
  try {
    return await apply(context, application)
  } catch (error) {
    const lost = single.find(([index]) => violates(error, index))
    throw lost ? refuseCode(lost[1], lost[2]) : error
  }
}
