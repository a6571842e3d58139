// A change of a role: what it would be, who may make it, and its writing, at once or when a request is approved.
import type { Parsed } from '@greenroom/contract/call'
import { rolesChanged } from '@greenroom/contract/sentences/staff'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import {
  builtInRoles,
  type Counting,
  countingAmong,
  countingByRole,
  endWeakerSessions,
  type Holder,
  isWeaker,
  lockRights,
  mayMore,
  menusAbove,
  rightsByRole,
  rightsOfRoles,
  together,
  unusableHash,
  voidCredentials,
} from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import { keepMenus, type MenuRow } from './menu.queries.ts'
import { visibleMenus } from './menu.visible.ts'
import * as queries from './role.queries.ts'
import { type Levels, levelsAfter, listedTwice, type MenuLists, type Permission, sameLevels } from './role.rules.ts'

const { administrator: administratorRoleId } = builtInRoles

/** Whose rights bound what a role may be given. */
export type Granter = { roleIds: readonly number[]; administrator: boolean }

/** Menus that a role can grant: all visible ones, and those with a screen. */
export function grantable(menus: readonly MenuRow[]) {
  const visible = visibleMenus(menus)
  return { visible, leading: menus.filter((menu) => visible.has(menu.id) && menu.type === 'menu').map(({ id }) => id) }
}

export const everything = (ids: Iterable<number>): Levels => new Map([...ids].map((id) => [id, 3]))

/** Lists a few names and counts the rest. */
export const named = (holders: readonly string[]) =>
  holders.length <= 5 ? holders.join(', ') : `${holders.slice(0, 5).join(', ')} and ${holders.length - 5} more`

/** A role as logged, with its menus by key, so that readers see what was granted and revoked. */
export function snapshot(row: queries.RoleRow, levels: Levels, menus: readonly MenuRow[]) {
  const keysAt = (level: Permission) =>
    menus
      .filter(({ id }) => levels.get(id) === level)
      .map((menu) => menu.key ?? `menu ${menu.id}`)
      .toSorted()
  return {
    roleId: row.id,
    roleName: row.name,
    remark: row.remark,
    secondFactor: row.factor,
    version: row.version,
    readWrite: keysAt(3),
    readOnly: keysAt(1),
  }
}

/** Checks the lists: unknown menus, and menus in both. @throws Refusal 10032, 10009 */
export function checkLists(requested: MenuLists, visible: ReadonlySet<number>): void {
  for (const field of ['menuIds', 'readMenuIds'] as const) {
    const unknown = requested[field]?.filter((id) => !visible.has(id)) ?? []
    if (unknown.length > 0) throw refuseBecause(10032, field, 'menu.unknown', { ids: unknown })
  }
  const twice = listedTwice(requested)
  if (twice.length > 0) throw refuseBecause(10009, 'readMenuIds', 'role.twice', { ids: twice })
}

/** Callers may not grant more than they have. @throws Refusal 10026 naming the menus */
export async function checkOwnLevels(
  tx: Transaction,
  staff: Granter,
  menus: readonly MenuRow[],
  before: Levels,
  after: Levels,
) {
  // Catalogues grant nothing themselves.
  const leading = new Set(menus.flatMap(({ id, type }) => (type === 'menu' ? [id] : [])))
  const grants = { administrator: false, levels: new Map([...after].filter(([id]) => leading.has(id))) }
  const own = await rightsOfRoles(tx, staff.roleIds)
  const raised = new Set(menusAbove(grants, together([own, { administrator: false, levels: before }])))
  if (raised.size === 0) return
  const named = menus.filter(({ id }) => raised.has(id)).map((menu) => `${menu.texts.en} (${menu.id})`)
  throw refuseBecause(10026, 'menuIds', 'role.above', { names: named })
}

/**
 * A role's second factor protects all rights of its holders: a caller with fewer rights than the role or a holder may not lower it.
 * @throws Refusal 10026 naming those
 */
async function checkFactor(tx: Transaction, staff: Granter, before: queries.RoleRow, after: queries.SecondFactor) {
  if (!isWeaker(after, before.factor)) return
  const holders = await queries.holdings(tx, before.id)
  const roleIds = [before.id, ...staff.roleIds, ...holders.flatMap((holder) => holder.roleIds)]
  const byRole = await rightsByRole(tx, [...new Set(roleIds)])
  const rightsOf = (ids: readonly number[]) => together(ids.flatMap((id) => byRole.get(id) ?? []))
  const own = rightsOf(staff.roleIds)
  const above = [{ username: before.name, roleIds: [before.id] }, ...holders].filter((one) =>
    mayMore(rightsOf(one.roleIds), own),
  )
  if (above.length === 0) return
  throw refuseBecause(10026, 'secondFactor', 'role.weakerFactor', { names: named(above.map((one) => one.username)) })
}

/** Maps the unique index's error to the catalogue's code. */
export function nameTaken(error: unknown): never {
  if (violates(error, 'role_name')) throw refuseBecause(10029, 'roleName', 'role.name')
  throw error
}

/** Protects roles that the code refers to. @throws Refusal 10026, 13001 */
function checkBuiltIn(
  before: queries.RoleRow,
  payload: Parsed<typeof systemStaff.roleUpdate>,
  staff: Granter,
  leading: readonly number[],
) {
  if (!before.built_in) return
  const isAdministrator = before.id === administratorRoleId
  if (isAdministrator && !staff.administrator) throw refuseBecause(10026, 'roleId', 'role.administrator')
  if (payload.roleName !== before.name) throw refuseBecause(13001, 'roleName', 'role.nameStays', { name: before.name })
  if (!isAdministrator || (!payload.menuIds && !payload.readMenuIds)) return
  const requested = levelsAfter(everything(leading), payload, new Set(leading))
  const kept: Levels = new Map([...requested].filter(([id]) => leading.includes(id)))
  if (!sameLevels(kept, everything(leading))) throw refuseBecause(13001, 'menuIds', 'role.everyMenu')
}

/** A change of a role as it would be. */
export type Plan = {
  before: queries.RoleRow
  values: queries.RoleValues
  levelsBefore: Levels
  levels: Map<number, Permission>
  menus: MenuRow[]
  /** Rights that count that the role does not give yet. */
  added: Counting
  /** Its holders would need a weaker second factor. */
  weaker: boolean
}

/** Locks the role and plans the change for someone with these roles. @throws Refusal as `update` in `role.service.ts` */
export async function planUpdate(
  tx: Transaction,
  granter: Granter,
  payload: Parsed<typeof systemStaff.roleUpdate>,
): Promise<Plan> {
  await lockRights(tx)
  const menus = await keepMenus(tx)
  const { visible, leading } = grantable(menus)
  checkLists(payload, visible)
  const [before] = await queries.lockRoles(tx, [payload.roleId])
  if (!before) throw new Refusal(10032)
  if (payload.version !== undefined && payload.version !== before.version)
    throw staleWrite(
      { by: before.updated_by, at: before.updated_at, version: before.version },
      { roleName: before.name, remark: before.remark, secondFactor: before.factor },
      payload,
    )
  checkBuiltIn(before, payload, granter, leading)
  const levelsBefore = await queries.levelsOf(tx, [before.id])
  const isAdministrator = before.id === administratorRoleId
  const levels = isAdministrator ? new Map(levelsBefore) : levelsAfter(levelsBefore, payload, visible)
  await checkOwnLevels(tx, granter, menus, levelsBefore, levels)
  const secondFactor = payload.secondFactor ?? before.factor
  await checkFactor(tx, granter, before, secondFactor)
  return {
    before,
    values: { name: payload.roleName, remark: payload.remark ?? '', factor: secondFactor },
    levelsBefore,
    levels,
    menus,
    added: await addedBy(tx, before.id, levels),
    weaker: isWeaker(secondFactor, before.factor),
  }
}

/** The administrator's role has every right already; the roles of guilds and agents never have one that counts. */
async function addedBy(tx: Transaction, roleId: number, levels: Levels): Promise<Counting> {
  if (Object.values(builtInRoles).some((id) => id === roleId)) return []
  const before = (await countingByRole(tx, [roleId])).get(roleId) ?? []
  return (await countingAmong(tx, levels)).filter((key) => !before.includes(key))
}

/**
 * Writes the change. The sessions of `gaining` accounts end, and all credentials of those among them of which another account knows one.
 *
 * @param by the maker's name.
 */
export async function writeUpdate(
  tx: Transaction,
  context: Context,
  plan: Plan,
  { by, gaining }: { by: string; gaining: readonly Holder[] },
): Promise<void> {
  const { before, values, levelsBefore, levels, menus } = plan
  const after = await queries.updateRole(tx, before.id, values, { by, at: context.now })
  await queries.setLevels(tx, before.id, levels)
  if (after.factor !== before.factor)
    await endWeakerSessions(tx, await queries.holderIds(tx, before.id), context.caller?.sessionId ?? nobodysSession)
  await voidCredentials(
    tx,
    gaining.filter(({ known }) => known).map(({ id }) => id),
    await unusableHash(),
  )
  await queries.endSessions(
    tx,
    gaining.map(({ id }) => id),
  )
  await record(tx, context, {
    operation: 'role.update',
    target: `role ${after.id}`,
    content: rolesChanged([after.name], 'edited'),
    before: snapshot(before, levelsBefore, menus),
    after: snapshot(after, levels, menus),
  })
}

const nobodysSession = '00000000-0000-0000-0000-000000000000'
