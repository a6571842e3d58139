// Accounts as the rules see them, and as they are shown and logged.
import type { RecordOf } from '@greenroom/contract/call'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import {
  builtInRoles,
  countingByRole,
  countingOf,
  isKnownToOthers,
  maskPhone,
  mayMore,
  type Rights,
  readPhone,
  rightsByRole,
  standingOf,
  strongestFactor,
  together,
} from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { wallNow } from '../../../kit/clock.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import * as queries from './staff.queries.ts'
import { type Account, can, reasons, status, type Verb, type Viewer, whyNot } from './staff.rules.ts'

export const roleKinds = {
  administrator: builtInRoles.administrator,
  agency: [builtInRoles.guildLeader, builtInRoles.topUpAgent],
}

/** Who changes an account: the caller, or the maker of a request that is being applied. */
export type Actor = { viewer: Viewer; username: string; roleIds: readonly number[] }

export function viewerOf(context: Context): Viewer {
  const staff = staffOf(context)
  return { id: staff.id, mayWrite: levelOn(staff, 'system.user') === 3, administrator: staff.administrator }
}

export function actorOf(context: Context): Actor {
  const { username, roleIds } = staffOf(context)
  return { viewer: viewerOf(context), username, roleIds }
}

/** The maker of a request. That it may still write is checked before a request is applied. */
export async function makerOf(reader: Reader, id: number): Promise<Actor> {
  const { username, roleIds } = await queries.makerOf(reader, id)
  return {
    viewer: { id, mayWrite: true, administrator: roleIds.includes(builtInRoles.administrator) },
    username,
    roleIds,
  }
}

export const lookOf = (context: Context): queries.ListRequest => ({
  scope: context.scope,
  sessionId: staffOf(context).sessionId,
  wall: wallNow(),
})

/** Every account, no matter who applies a request: also the server itself. */
export const everyAccount = (): queries.ListRequest => ({
  scope: { kind: 'platform' },
  sessionId: '00000000-0000-0000-0000-000000000000',
  wall: wallNow(),
})

/** A passkey or an authenticator. */
const hasFactor = (row: queries.StaffRow) => row.google_bound_at !== null || row.passkeys > 0
const isAgency = (row: queries.StaffRow) => row.union_id !== null || row.agent_id !== null
export const roleIdsOf = (row: queries.StaffRow): number[] => row.roles.map(({ roleId }) => roleId)

/** These rows in the form that the rules need, for someone with these roles. */
export async function judge(reader: Reader, ownRoles: readonly number[], rows: readonly queries.StaffRow[]) {
  const held = rows.flatMap(roleIdsOf)
  const [byRole, counting] = await Promise.all([
    rightsByRole(reader, [...new Set([...ownRoles, ...held])]),
    countingByRole(reader, [...new Set(held)]),
  ])
  const rightsOf = (roleIds: readonly number[]): Rights => together(roleIds.flatMap((id) => byRole.get(id) ?? []))
  const own = rightsOf(ownRoles)
  return (row: queries.StaffRow): Account => ({
    id: row.id,
    status: row.status === status.normal && row.frozen ? status.frozen : row.status,
    builtIn: row.built_in,
    administrator: row.roles.some(({ roleId }) => roleId === builtInRoles.administrator),
    above: mayMore(rightsOf(roleIdsOf(row)), own),
    counts: !isAgency(row) && countingOf(counting, roleIdsOf(row)).length > 0,
    agency: isAgency(row),
    guildNormal: row.guild_state === null || row.guild_state === 'normal',
    googleBound: hasFactor(row),
    invited: row.invited_until !== null,
    sessions: row.sessions - (row.own_session ? 1 : 0),
  })
}

/**
 * The account, locked, if the actor may do this to it.
 *
 * @throws Refusal 10032, or the reason's code
 */
export async function lockFor(tx: Transaction, look: queries.ListRequest, actor: Actor, verb: Verb, userId: number) {
  const [row] = await queries.lockStaff(tx, look, [userId])
  if (!row) throw new Refusal(10032)
  const administrators = await queries.activeAdministrators(tx)
  const account = (await judge(tx, actor.roleIds, [row]))(row)
  const why = whyNot(verb, account, actor.viewer, administrators)
  if (why) throw refuseBecause(reasons[why].code, 'userId', reasons[why].reason)
  return { row, account, administrators }
}

const masked = (areaCode: string, phone: string) => {
  const read = phone === '' ? null : readPhone(areaCode, phone)
  return read ? maskPhone(read) : ''
}
const maskedPhone = (row: queries.StaffRow) => masked(row.area_code, row.phone)

export function shownOf(row: queries.StaffRow, account: Account, viewer: Viewer, administrators: ReadonlySet<number>) {
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
    counts: account.counts,
    invitedUntil: row.invited_until?.toISOString() ?? null,
    can: can(account, viewer, administrators),
  } satisfies RecordOf<typeof systemStaff.staffList>
}

/** An account as logged: phone masked, without the password. */
export const snapshot = (row: queries.StaffRow) => ({
  userId: row.id,
  username: row.username,
  status: row.status,
  roles: row.roles.map(({ roleName }) => roleName),
  phone: maskedPhone(row),
  googleBound: row.google_bound_at !== null,
  passkeys: row.passkeys,
  unionId: row.union_id,
  agentId: row.agent_id,
  remark: row.remark,
  version: row.version,
})

/** What a request about an account shows to who decides it. */
export async function requestOf(
  reader: Reader,
  account: { username: string; areaCode: string; phone: string; remark: string; roleIds: readonly number[] },
) {
  const [names, counting] = await Promise.all([
    queries.roleNames(reader, account.roleIds),
    countingByRole(reader, account.roleIds),
  ])
  return {
    username: account.username,
    roles: names,
    sensitiveRights: countingOf(counting, account.roleIds),
    phone: masked(account.areaCode, account.phone),
    remark: account.remark,
  }
}

/** What a request relies on: if any of it is different when it is approved, the request fails. */
export type Seen = { standing: string[]; phone: string; known: boolean }

/** @param row null for an account that does not exist yet. */
export async function seenOf(
  reader: Reader,
  row: queries.StaffRow | null,
  roleIds: readonly number[] = [],
): Promise<Seen> {
  const held = row ? roleIdsOf(row) : []
  return {
    standing: await standingOf(reader, [...new Set([...held, ...roleIds])]),
    phone: row ? `${row.area_code} ${row.phone}` : '',
    known: row !== null && (await isKnownToOthers(reader, row.id)),
  }
}

export const sameSeen = (one: Seen, other: Seen): boolean =>
  one.phone === other.phone && one.known === other.known && one.standing.join() === other.standing.join()
