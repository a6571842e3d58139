// Changes accounts: at once, or by a request if the account gets or has a right that counts. One transaction per call.
import type { Parsed } from '@greenroom/contract/call'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import {
  type Approvals,
  countingByRole,
  countingOf,
  goodStaffPassword,
  hashPassword,
  isNameTaken,
  isWeaker,
  newLink,
  putLinks,
  readPhone,
  strongestFactor,
  unusableHash,
} from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseField } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import { wallNow } from '../../../kit/clock.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newPassword } from '../../../kit/random.ts'
import type { Notifier } from '../../../notify/index.ts'
import { actorOf, lockFor, lookOf, roleIdsOf } from './staff.account.ts'
import { checkRoles } from './staff.given.ts'
import { sendInvitation, sendingOf } from './staff.inviting.ts'
import * as queries from './staff.queries.ts'
import { askEdit, askPassword, askSave, askUnbind } from './staff.requests.ts'
import { addAccount, editAccount, type Phone, revokeInvitation, setPassword, unbind } from './staff.write.ts'

/** The phone as stored; null if none is given. @throws Refusal 12003 */
function phoneOf({ areaCode, phone }: { areaCode?: string | undefined; phone?: string | undefined }): Phone | null {
  if (phone === undefined) return null
  const read = readPhone(areaCode ?? '', phone)
  if (!read) throw refuseField(12003, areaCode === undefined ? 'areaCode' : 'phone', because('staff.phone'))
  return { area_code: read.areaCode, phone: read.number }
}

export type SaveServices = { approvals: Approvals; notifier: Notifier }

/**
 * Adds a platform account. Without a password, one is generated and returned once, or its holder is invited to set one. With a right that counts it waits for a second member of
 * staff, and its holder sets the password.
 *
 * @throws Refusal 10028 name taken, 10032 unknown role, 12003 phone, 12007 password, 10026 the Administrator role, 10009 a password for an
 * account with a right that counts, 20000 already requested, or this installation does not send links that way.
 */
export async function save(
  { approvals, notifier }: SaveServices,
  context: Context,
  payload: Parsed<typeof systemStaff.staffSave>,
) {
  // An account created by a guild or an agent would not have their scope.
  if (context.scope.kind !== 'platform') throw refuseBecause(10026, 'account', 'account.kind')
  const given = payload.password === undefined || payload.password === '' ? undefined : payload.password
  if (given !== undefined && !goodStaffPassword(given)) throw refuseBecause(12007, 'password', 'staff.password')
  const phone = phoneOf(payload)
  const sending = sendingOf(notifier, payload, phone)
  const password = given ?? newPassword()
  const passwordHash = await hashPassword(password)
  const roleIds = [...new Set(payload.roleIds)]
  const account = { username: payload.username, phone, remark: payload.remark ?? '', roleIds }
  return context.tx(async (tx) => {
    await checkRoles(tx, actorOf(context), null, roleIds)
    if ((await countingByRole(tx, roleIds)).size > 0) {
      if (given !== undefined) throw refuseBecause(10009, 'password', 'staff.noPassword')
      if (await isNameTaken(tx, account.username)) throw refuseBecause(10028, 'username', 'staff.name')
      const asked = await askSave(tx, approvals, context, account, sending?.email)
      return { ...asked, ...(await sendInvitation(tx, notifier, context, sending, asked)) }
    }
    const by = staffOf(context).id
    if (payload.invite === undefined || payload.invite === false) {
      const userId = await addAccount(tx, context, account, { passwordHash, alone: by })
      return given === undefined ? { userId, password } : { userId }
    }
    if (given !== undefined) throw refuseBecause(10009, 'password', 'staff.noPassword')
    const { token, hash } = newLink()
    const userId = await addAccount(tx, context, account, { passwordHash: await unusableHash(), alone: by })
    await putLinks(
      tx,
      [{ staffId: userId, linkHash: hash, approvalId: null, invites: true, madeBy: by, sentTo: sending?.email }],
      wallNow(),
    )
    const links = [{ username: account.username, token }]
    return { userId, links, ...(await sendInvitation(tx, notifier, context, sending, { links })) }
  })
}

/**
 * It waits if it gives a right that counts, or if the account has one afterwards and its number changes or its second factor becomes weaker.
 *
 * @throws Refusal 10032, 12003, 10026, 20000 stale, 13001 the Administrator role of the last or own account, and the built-in account. One's
 * own phone always waits, since write access to accounts counts: an unattended session is not enough to set it.
 */
export const update = (approvals: Approvals, context: Context, payload: Parsed<typeof systemStaff.staffUpdate>) =>
  context.tx(async (tx) => {
    const actor = actorOf(context)
    const locked = await lockFor(tx, lookOf(context), actor, 'update', payload.userId)
    const { row: before, account, administrators } = locked
    const held = roleIdsOf(before)
    if (before.version !== payload.version) {
      const last = await queries.lastChange(tx, before.id)
      throw staleWrite(
        { by: last?.username ?? '', at: last?.at ?? null, version: before.version },
        { roleIds: held, remark: before.remark },
        { roleIds: payload.roleIds.toSorted((a, b) => a - b), remark: payload.remark ?? '' },
      )
    }
    const roleIds = [...new Set(payload.roleIds)]
    await checkRoles(tx, actor, { account, held, administrators }, roleIds)
    const phone = payload.removePhone ? { area_code: '', phone: '' } : phoneOf(payload)
    const newPhone = phone && (phone.area_code !== before.area_code || phone.phone !== before.phone) ? phone : null
    const counting = await countingByRole(tx, [...held, ...roleIds])
    const gains = !account.agency && roleIds.some((id) => !held.includes(id) && counting.has(id))
    const counts = !account.agency && countingOf(counting, roleIds).length > 0
    const remark = payload.remark ?? ''
    if (gains || (account.counts && newPhone) || (counts && (await weakens(tx, before, roleIds))))
      return askEdit(tx, approvals, context, before, { roleIds, phone: newPhone, remark, gains })
    const edit = { roleIds, phone: newPhone, remark, alone: staffOf(context).id, gains: 'nothing' as const }
    await editAccount(tx, context, before, edit, staffOf(context).sessionId)
    return {}
  })

/** Whether the account would need a weaker second factor with these roles. */
async function weakens(tx: Transaction, before: queries.StaffRow, roleIds: readonly number[]): Promise<boolean> {
  const after = strongestFactor(await queries.factorsOf(tx, roleIds))
  return isWeaker(after, strongestFactor(before.roles.map((role) => role.secondFactor)))
}

/**
 * Sets a new password, returned once; ends all sessions and lifts a freeze. With a right that counts it waits, and the holder sets the password.
 *
 * @throws Refusal 10032, 10026, 13001, 20000 already requested
 */
export async function resetPassword(
  approvals: Approvals,
  context: Context,
  { userId, reason }: Parsed<typeof systemStaff.staffPasswordReset>,
) {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return context.tx(async (tx) => {
    const { row, account } = await lockFor(tx, lookOf(context), actorOf(context), 'resetPassword', userId)
    if (account.counts) return askPassword(tx, approvals, context, row, reason)
    await setPassword(tx, context, row, { passwordHash, alone: staffOf(context).id, reason })
    return { password }
  })
}

/** @throws Refusal 10032, 10026, 13001 one's own, 20000 none is bound or already requested. */
export const unbindGoogle = (
  approvals: Approvals,
  context: Context,
  { userId, reason }: Parsed<typeof systemStaff.staffGoogleUnbind>,
) =>
  context.tx(async (tx) => {
    const { row, account } = await lockFor(tx, lookOf(context), actorOf(context), 'unbindGoogle', userId)
    if (account.counts) return askUnbind(tx, approvals, context, row, reason)
    await unbind(tx, context, row, { alone: staffOf(context).id, reason })
    return {}
  })

/** Ends an account's open invitation. @throws Refusal 10032, 10026, 13001, 20000 none is open */
export const revoke = (context: Context, { userId }: Parsed<typeof systemStaff.staffInvitationRevoke>) =>
  context.tx(async (tx) => {
    const { row } = await lockFor(tx, lookOf(context), actorOf(context), 'revokeInvitation', userId)
    await revokeInvitation(tx, context, row)
    return {}
  })
