// Changes roles: one transaction per call.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { rolesChanged } from '@greenroom/contract/sentences/staff'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import {
  builtInRoles,
  endWeakerSessions,
  isWeaker,
  mayMore,
  menusAbove,
  rightsByRole,
  rightsOfRoles,
  together,
} from '../../../access/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/batch.ts'
import { type Context, levelOn, type Staff, staffOf } from '../../../kit/context.ts'
import { type Transaction, violates } from '../../../kit/database.ts'
import { filtersOf, mapPage } from '../../../kit/paging.ts'
import { Refusal, refuseBecause } from '../../../kit/refusal.ts'
import { staleWrite } from '../../../kit/stale.ts'
import { record, recordMany } from '../../../log/index.ts'
import { allMenus, keepMenus, type MenuRow } from '../menu/queries.ts'
import { visibleMenus } from '../menu/visible.ts'
import * as queries from './queries.ts'
import {
  can,
  idsAt,
  type Levels,
  levelsAfter,
  listedTwice,
  type MenuLists,
  type Permission,
  sameLevels,
} from './rules.ts'

const { administrator: administratorRoleId } = builtInRoles

const viewerOf = (staff: Staff) => ({
  mayWrite: levelOn(staff, 'system.role') === 3,
  administrator: staff.administrator,
})

/** Menus that a role can grant: all visible ones, and those with a screen. */
function grantable(menus: readonly MenuRow[]) {
  const visible = visibleMenus(menus)
  return { visible, leading: menus.filter((menu) => visible.has(menu.id) && menu.type === 'menu').map(({ id }) => id) }
}

const everything = (ids: Iterable<number>): Levels => new Map([...ids].map((id) => [id, 3]))

function shownOf(row: queries.RoleShown, staff: Staff, leading: number) {
  return {
    roleId: row.id,
    roleName: row.name,
    remark: row.remark,
    secondFactor: row.second_factor,
    builtIn: row.built_in,
    users: row.users,
    menus: row.id === administratorRoleId ? leading : row.menus,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    can: can({ id: row.id, builtIn: row.built_in, users: row.users }, viewerOf(staff), administratorRoleId),
  }
}

export async function list(context: Context, payload: Parsed<typeof systemStaff.roleList>) {
  const { leading } = grantable(await allMenus(context.database))
  const page = await queries.rolePage(context.database, leading, filtersOf(payload), payload)
  return mapPage(page, (row) => shownOf(row, staffOf(context), leading.length))
}

/** @throws Refusal 10032 */
export async function info(
  context: Context,
  { roleId }: Parsed<typeof systemStaff.roleInfo>,
): Promise<Answer<typeof systemStaff.roleInfo>> {
  const { visible, leading } = grantable(await allMenus(context.database))
  const row = await queries.roleById(context.database, leading, roleId)
  if (!row) throw new Refusal(10032)
  const granted =
    roleId === administratorRoleId ? everything(visible) : await queries.levelsOf(context.database, [roleId])
  const levels: Levels = new Map([...granted].filter(([id]) => visible.has(id)))
  return {
    role: {
      ...shownOf(row, staffOf(context), leading.length),
      menuIds: idsAt(levels, 3),
      readMenuIds: idsAt(levels, 1),
      menus: [...levels].toSorted(([a], [b]) => a - b).map(([menuId, permission]) => ({ menuId, permission })),
    },
  }
}

export async function all(context: Context): Promise<Answer<typeof systemStaff.roleAll>> {
  const rows = await queries.allRoles(context.database)
  return { list: rows.map((row) => ({ roleId: row.id, roleName: row.name, secondFactor: row.second_factor })) }
}

/** A role as logged, with its menus by key, so that readers see what was granted and revoked. */
function snapshot(row: queries.RoleRow, levels: Levels, menus: readonly MenuRow[]) {
  const keysAt = (level: Permission) =>
    menus
      .filter(({ id }) => levels.get(id) === level)
      .map((menu) => menu.key ?? `menu ${menu.id}`)
      .toSorted()
  return {
    roleId: row.id,
    roleName: row.name,
    remark: row.remark,
    secondFactor: row.second_factor,
    version: row.version,
    readWrite: keysAt(3),
    readOnly: keysAt(1),
  }
}

/** Checks the lists: unknown menus, and menus in both. @throws Refusal 10032, 10009 */
function checkLists(requested: MenuLists, visible: ReadonlySet<number>): void {
  for (const field of ['menuIds', 'readMenuIds'] as const) {
    const unknown = requested[field]?.filter((id) => !visible.has(id)) ?? []
    if (unknown.length > 0) throw refuseBecause(10032, field, 'menu.unknown', { ids: unknown })
  }
  const twice = listedTwice(requested)
  if (twice.length > 0) throw refuseBecause(10009, 'readMenuIds', 'role.twice', { ids: twice })
}

/** Callers may not grant more than they have. @throws Refusal 10026 naming the menus */
async function checkOwnLevels(tx: Transaction, staff: Staff, menus: readonly MenuRow[], before: Levels, after: Levels) {
  // Catalogues grant nothing themselves.
  const leading = new Set(menus.flatMap(({ id, type }) => (type === 'menu' ? [id] : [])))
  const grants = { administrator: false, levels: new Map([...after].filter(([id]) => leading.has(id))) }
  const own = await rightsOfRoles(tx, staff.roleIds)
  const raised = new Set(menusAbove(grants, together([own, { administrator: false, levels: before }])))
  if (raised.size === 0) return
  const named = menus.filter(({ id }) => raised.has(id)).map((menu) => `${menu.name_en} (${menu.id})`)
  throw refuseBecause(10026, 'menuIds', 'role.above', { names: named })
}

/**
 * A role's second factor protects all rights of its holders: a caller with fewer rights than the role or a holder may not lower it.
 * @throws Refusal 10026 naming those
 */
async function checkFactor(tx: Transaction, staff: Staff, before: queries.RoleRow, after: queries.SecondFactor) {
  if (!isWeaker(after, before.second_factor)) return
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
function nameTaken(error: unknown): never {
  if (violates(error, 'role_name')) throw refuseBecause(10029, 'roleName', 'role.name')
  throw error
}

/** @throws Refusal 10029 name taken, 10032 unknown menu, 10026 a menu above the caller's own level. */
export const save = (context: Context, payload: Parsed<typeof systemStaff.roleSave>) =>
  context
    .tx(async (tx) => {
      const staff = staffOf(context)
      const menus = await keepMenus(tx)
      const { visible } = grantable(menus)
      checkLists(payload, visible)
      const levels = levelsAfter(new Map(), payload, visible)
      await checkOwnLevels(tx, staff, menus, new Map(), levels)
      const row = await queries.insertRole(
        tx,
        { name: payload.roleName, remark: payload.remark ?? '', second_factor: payload.secondFactor ?? 'none' },
        { by: staff.username, at: context.now },
      )
      await queries.setLevels(tx, row.id, levels)
      await record(tx, context, {
        target: `role ${row.id}`,
        content: rolesChanged([row.name], 'added'),
        before: null,
        after: snapshot(row, levels, menus),
      })
      return { roleId: row.id }
    })
    .catch(nameTaken)

/** Protects roles that the code refers to. @throws Refusal 10026, 13001 */
function checkBuiltIn(
  before: queries.RoleRow,
  payload: Parsed<typeof systemStaff.roleUpdate>,
  staff: Staff,
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

/**
 * @throws Refusal 10032 unknown role or menu, 10029 name taken, 13001 a built-in role's name or the Administrator's
 * menus, 10026 a menu above the caller's own level or a factor lowered for those above, 20000 stale version.
 */
export const update = (context: Context, payload: Parsed<typeof systemStaff.roleUpdate>) =>
  context
    .tx(async (tx) => {
      const staff = staffOf(context)
      const menus = await keepMenus(tx)
      const { visible, leading } = grantable(menus)
      checkLists(payload, visible)
      const [before] = await queries.lockRoles(tx, [payload.roleId])
      if (!before) throw new Refusal(10032)
      if (payload.version !== undefined && payload.version !== before.version)
        throw staleWrite(
          { by: before.updated_by, at: before.updated_at, version: before.version },
          { roleName: before.name, remark: before.remark, secondFactor: before.second_factor },
          payload,
        )
      checkBuiltIn(before, payload, staff, leading)
      const levelsBefore = await queries.levelsOf(tx, [before.id])
      const levels = before.id === administratorRoleId ? levelsBefore : levelsAfter(levelsBefore, payload, visible)
      await checkOwnLevels(tx, staff, menus, levelsBefore, levels)
      const secondFactor = payload.secondFactor ?? before.second_factor
      await checkFactor(tx, staff, before, secondFactor)
      const after = await queries.updateRole(
        tx,
        before.id,
        {
          name: payload.roleName,
          remark: payload.remark ?? '',
          second_factor: secondFactor,
        },
        { by: staff.username, at: context.now },
      )
      await queries.setLevels(tx, before.id, levels)
      if (after.second_factor !== before.second_factor)
        await endWeakerSessions(tx, await queries.holderIds(tx, before.id), staff.sessionId)
      await record(tx, context, {
        target: `role ${after.id}`,
        content: rolesChanged([after.name], 'edited'),
        before: snapshot(before, levelsBefore, menus),
        after: snapshot(after, levels, menus),
      })
      return {}
    })
    .catch(nameTaken)

/** Lists a few names and counts the rest. */
const named = (holders: readonly string[]) =>
  holders.length <= 5 ? holders.join(', ') : `${holders.slice(0, 5).join(', ')} and ${holders.length - 5} more`

/**
 * Deletes roles without holders, one outcome each. A single role that can't be deleted refuses the whole call, since clients of the
 * original service only read the envelope.
 *
 * @throws Refusal for a single role: 10032 unknown, 13001 built-in, 10009 in use, its accounts named.
 */
export const remove = async (context: Context, payload: Parsed<typeof systemStaff.roleDelete>) => {
  const ids = chosen(payload.roleIds, 'roleIds')
  const refusals = new Map<number, Refusal>()
  const result = await batch(context, async (tx) => {
    refusals.clear()
    const menus = await allMenus(tx)
    const rows = new Map((await queries.lockRoles(tx, ids)).map((row) => [row.id, row]))
    const holders = await queries.holdersOf(tx, ids)
    for (const id of ids) {
      const held = holders.get(id)
      if (!rows.has(id)) refusals.set(id, new Refusal(10032))
      else if (rows.get(id)?.built_in) refusals.set(id, refuseBecause(13001, 'roleIds', 'role.builtIn'))
      else if (held) refusals.set(id, refuseBecause(10009, 'roleIds', 'role.inUse', { names: named(held) }))
    }
    const deletable = ids.filter((id) => !refusals.has(id))
    const levels = await queries.levelsByRole(tx, deletable)
    await queries.deleteRoles(tx, deletable)
    await recordMany(
      tx,
      context,
      deletable.map((id) => ({
        target: `role ${id}`,
        content: rolesChanged([rows.get(id)!.name], 'deleted'),
        before: snapshot(rows.get(id)!, levels.get(id) ?? new Map(), menus),
        after: null,
        reason: payload.remark,
      })),
    )
    return ids.map((id) => {
      const refusal = refusals.get(id)
      return refusal ? notDone(id, refusal.code, refusal.detail?.[0]) : done(id)
    })
  })
  const [only] = ids.length === 1 ? ids.map((id) => refusals.get(id)) : []
  if (only) throw only
  return result
}
