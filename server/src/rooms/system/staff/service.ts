// Changes accounts: one transaction per call.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import { accountsChanged, accountsLost } from '@greenroom/contract/sentences/staff'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import {
  builtInRoles,
  endWeakerSessions,
  goodStaffPassword,
  hashPassword,
  maskPhone,
  mayMore,
  menuNames,
  menusAbove,
  type Rights,
  readPhone,
  rightsByRole,
  rightsOfRoles,
  strongestFactor,
  together,
} from '../../../access/index.ts'
import { wallNow } from '../../../kit/clock.ts'
import { type Context, levelOn, staffOf } from '../../../kit/context.ts'
import { type Reader, type Transaction, violates } from '../../../kit/database.ts'
import { mapPage } from '../../../kit/paging.ts'
import { newPassword } from '../../../kit/random.ts'
import { because, Refusal, refuseBecause, refuseField } from '../../../kit/refusal.ts'
import { staleWrite } from '../../../kit/stale.ts'
import { record } from '../../../log/index.ts'
import * as queries from './queries.ts'
import { type Account, can, reasons, refusedRoles, status, type Verb, type Viewer, whyNot } from './rules.ts'

const kinds = { administrator: builtInRoles.administrator, agency: [builtInRoles.guildLeader, builtInRoles.topUpAgent] }

export const lookOf = (context: Context): queries.ListRequest => ({
  scope: context.scope,
  sessionId: staffOf(context).sessionId,
  wall: wallNow(),
})

export function viewerOf(context: Context): Viewer {
  const staff = staffOf(context)
  return { id: staff.id, mayWrite: levelOn(staff, 'system.user') === 3, administrator: staff.administrator }
}

/** These rows in the form that the rules need, for this viewer. */
export async function judge(reader: Reader, context: Context, rows: readonly queries.StaffRow[]) {
  const ownRoles = staffOf(context).roleIds
  const held = rows.flatMap((row) => row.roles.map(({ roleId }) => roleId))
  const byRole = await rightsByRole(reader, [...new Set([...ownRoles, ...held])])
  const rightsOf = (roleIds: readonly number[]): Rights => together(roleIds.flatMap((id) => byRole.get(id) ?? []))
  const own = rightsOf(ownRoles)
  return (row: queries.StaffRow): Account =>
    accountOf(row, mayMore(rightsOf(row.roles.map(({ roleId }) => roleId)), own))
}

const accountOf = (row: queries.StaffRow, above: boolean): Account => ({
  id: row.id,
  status: row.status === status.normal && row.frozen ? status.frozen : row.status,
  builtIn: row.built_in,
  administrator: row.roles.some(({ roleId }) => roleId === builtInRoles.administrator),
  above,
  agency: row.union_id !== null || row.agent_id !== null,
  guildNormal: row.guild_state === null || row.guild_state === 'normal',
  googleBound: row.google_bound_at !== null,
  sessions: row.sessions - (row.own_session ? 1 : 0),
})

const maskedPhone = (row: queries.StaffRow) => {
  const phone = row.phone === '' ? null : readPhone(row.area_code, row.phone)
  return phone ? maskPhone(phone) : ''
}

function shownOf(row: queries.StaffRow, account: Account, viewer: Viewer, administrators: ReadonlySet<number>) {
  return {
    userId: row.id,
    username: row.username,
    status: account.status,
    roles: row.roles.map(({ roleId, roleName }) => ({ roleId, roleName })),
    phone: maskedPhone(row),
    areaCode: row.area_code,
    secondFactor: strongestFactor(row.roles.map((role) => role.secondFactor)),
    googleBound: account.googleBound,
    unionId: row.union_id,
    agentId: row.agent_id,
    remark: row.remark,
    sessions: row.sessions,
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    can: can(account, viewer, administrators),
  } satisfies RecordOf<typeof systemStaff.staffList>
}

export async function list(context: Context, payload: Parsed<typeof systemStaff.staffList>) {
  const [page, administrators] = await Promise.all([
    queries.staffPage(lookOf(context), context, payload),
    queries.activeAdministrators(context.database),
  ])
  const accountOf = await judge(context.database, context, page.records)
  return mapPage(page, (row) => shownOf(row, accountOf(row), viewerOf(context), administrators))
}

/** @throws Refusal 10032 */
export async function info(
  context: Context,
  { userId }: Parsed<typeof systemStaff.staffInfo>,
): Promise<Answer<typeof systemStaff.staffInfo>> {
  const [[row], administrators] = await Promise.all([
    queries.staffByIds(lookOf(context), context.database, [userId]),
    queries.activeAdministrators(context.database),
  ])
  if (!row) throw new Refusal(10032)
  const accountOf = await judge(context.database, context, [row])
  return { user: shownOf(row, accountOf(row), viewerOf(context), administrators) }
}

/** An account as logged: phone masked, without the password. */
export const snapshot = (row: queries.StaffRow) => ({
  userId: row.id,
  username: row.username,
  status: row.status,
  roles: row.roles.map(({ roleName }) => roleName),
  phone: maskedPhone(row),
  googleBound: row.google_bound_at !== null,
  unionId: row.union_id,
  agentId: row.agent_id,
  remark: row.remark,
  version: row.version,
})

type PhoneInput = { areaCode?: string | undefined; phone?: string | undefined }

/** The phone as stored; null if none is given. @throws Refusal 12003 */
function phoneOf({ areaCode, phone }: PhoneInput): { area_code: string; phone: string } | null {
  if (phone === undefined) return null
  const read = readPhone(areaCode ?? '', phone)
  if (!read) throw refuseField(12003, areaCode === undefined ? 'areaCode' : 'phone', because('staff.phone'))
  return { area_code: read.areaCode, phone: read.number }
}

/** @throws Refusal 10032 naming the unknown roles. */
async function checkRolesExist(tx: Transaction, roleIds: readonly number[]): Promise<void> {
  const known = await queries.keepRoles(tx, roleIds)
  const unknown = roleIds.filter((id) => !known.has(id))
  if (unknown.length > 0) throw refuseBecause(10032, 'roleIds', 'staff.roles', { ids: unknown })
}

/** Callers may not assign an account more rights than they have. @throws Refusal 10026 */
async function checkGiven(tx: Transaction, context: Context, added: readonly number[]): Promise<void> {
  const given = await rightsOfRoles(tx, added)
  const above = menusAbove(given, await rightsOfRoles(tx, staffOf(context).roleIds))
  if (above.length > 0) throw refuseBecause(10026, 'roleIds', 'staff.rolesAbove', { names: await menuNames(tx, above) })
}

const usernameTaken = (error: unknown): never => {
  if (violates(error, 'staff_username')) throw refuseBecause(10028, 'username', 'staff.name')
  throw error
}

/**
 * Adds a platform account. Without a password, one is generated and returned once.
 *
 * @throws Refusal 10028 name taken, 10032 unknown role, 12003 phone, 12007 password, 10026 the Administrator role.
 */
export async function save(context: Context, payload: Parsed<typeof systemStaff.staffSave>) {
  // An account created by a guild or an agent would not have their scope.
  if (context.scope.kind !== 'platform') throw new Refusal(10026)
  const given = payload.password === undefined || payload.password === '' ? undefined : payload.password
  if (given !== undefined && !goodStaffPassword(given)) throw refuseBecause(12007, 'password', 'staff.password')
  const phone = phoneOf(payload)
  const password = given ?? newPassword()
  const passwordHash = await hashPassword(password)
  const roleIds = [...new Set(payload.roleIds)]
  return context
    .tx(async (tx) => {
      await checkRolesExist(tx, roleIds)
      const refused = refusedRoles(null, [], roleIds, viewerOf(context), new Set(), kinds)
      if (refused) throw new Refusal(refused.code, [refused.detail])
      await checkGiven(tx, context, roleIds)
      const userId = await queries.insertStaff(
        tx,
        {
          username: payload.username,
          password_hash: passwordHash,
          area_code: phone?.area_code ?? '',
          phone: phone?.phone ?? '',
          remark: payload.remark ?? '',
          created_at: context.now,
          password_by: staffOf(context).id,
          phone_by: phone ? staffOf(context).id : null,
        },
        roleIds,
      )
      const [row] = await queries.staffByIds(lookOf(context), tx, [userId])
      await record(tx, context, {
        target: `staff ${userId}`,
        content: accountsChanged([payload.username], 'added'),
        before: null,
        after: snapshot(row!),
      })
      return given === undefined ? { userId, password } : { userId }
    })
    .catch(usernameTaken)
}

/** The account, locked, if the viewer may do this to it. @throws Refusal 10032, or the reason's code */
async function lockFor(tx: Transaction, context: Context, verb: Verb, userId: number, reasonField: string) {
  const [row] = await queries.lockStaff(tx, lookOf(context), [userId])
  if (!row) throw new Refusal(10032)
  const administrators = await queries.activeAdministrators(tx)
  const account = (await judge(tx, context, [row]))(row)
  const why = whyNot(verb, account, viewerOf(context), administrators)
  if (why) throw refuseBecause(reasons[why].code, reasonField, reasons[why].reason)
  return { row, account, administrators }
}

/**
 * @throws Refusal 10032, 12003, 10026, 20000 stale, 13001 the Administrator role of the last or own account, and one's own phone: it
 * gives access to the account, so an unattended session must not be enough to set it.
 */
export const update = (context: Context, payload: Parsed<typeof systemStaff.staffUpdate>) =>
  context.tx(async (tx) => {
    const { row: before, account, administrators } = await lockFor(tx, context, 'update', payload.userId, 'userId')
    const heldIds = before.roles.map(({ roleId }) => roleId)
    if (before.version !== payload.version) {
      const last = await queries.lastChange(tx, before.id)
      throw staleWrite(
        { by: last?.username ?? '', at: last?.at ?? null, version: before.version },
        { roleIds: heldIds, remark: before.remark },
        { roleIds: payload.roleIds.toSorted((a, b) => a - b), remark: payload.remark ?? '' },
      )
    }
    const roleIds = [...new Set(payload.roleIds)]
    await checkRolesExist(tx, roleIds)
    const refused = refusedRoles(account, heldIds, roleIds, viewerOf(context), administrators, kinds)
    if (refused) throw new Refusal(refused.code, [refused.detail])
    await checkGiven(
      tx,
      context,
      roleIds.filter((id) => !heldIds.includes(id)),
    )
    const phone = payload.removePhone ? { area_code: '', phone: '' } : phoneOf(payload)
    const newPhone = phone && (phone.area_code !== before.area_code || phone.phone !== before.phone)
    if (newPhone && before.id === staffOf(context).id)
      throw refuseBecause(13001, payload.removePhone ? 'removePhone' : 'phone', 'staff.ownPhone')
    await queries.updateStaff(tx, [before.id], {
      ...(newPhone && { ...phone, phone_by: staffOf(context).id }),
      remark: payload.remark ?? '',
    })
    await queries.setRoles(tx, before.id, roleIds)
    await endWeakerSessions(tx, [before.id], staffOf(context).sessionId)
    const [after] = await queries.staffByIds(lookOf(context), tx, [before.id])
    await record(tx, context, {
      target: `staff ${before.id}`,
      content: accountsChanged([before.username], 'edited'),
      before: snapshot(before),
      after: snapshot(after!),
    })
    return {}
  })

/** Sets a new password, returned once; ends all sessions and lifts a freeze. @throws Refusal 10032, 10026, 13001 */
export async function resetPassword(context: Context, payload: Parsed<typeof systemStaff.staffPasswordReset>) {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return context.tx(async (tx) => {
    const { row } = await lockFor(tx, context, 'resetPassword', payload.userId, 'userId')
    await queries.updateStaff(tx, [row.id], { password_hash: passwordHash, password_by: staffOf(context).id })
    await queries.unfreeze(tx, [row.username])
    const ended = await queries.endSessions(tx, [row.id], null)
    const [after] = await queries.staffByIds(lookOf(context), tx, [row.id])
    await record(tx, context, {
      target: `staff ${row.id}`,
      content: accountsLost([row.username], 'password'),
      before: snapshot(row),
      after: { ...snapshot(after!), sessionsEnded: ended.get(row.id) ?? 0 },
      reason: payload.reason,
    })
    return { password }
  })
}

/** @throws Refusal 10032, 10026, 13001 one's own, 20000 none is bound. */
export const unbindGoogle = (context: Context, payload: Parsed<typeof systemStaff.staffGoogleUnbind>) =>
  context.tx(async (tx) => {
    const { row } = await lockFor(tx, context, 'unbindGoogle', payload.userId, 'userId')
    await queries.unbindGoogle(tx, row.id, staffOf(context).id)
    const [after] = await queries.staffByIds(lookOf(context), tx, [row.id])
    await record(tx, context, {
      target: `staff ${row.id}`,
      content: accountsLost([row.username], 'authenticator'),
      before: snapshot(row),
      after: snapshot(after!),
      reason: payload.reason,
    })
    return {}
  })
