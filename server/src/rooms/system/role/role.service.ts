// Changes roles: one transaction per call.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { rolesChanged } from '@greenroom/contract/sentences/staff'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import { type Approvals, builtInRoles, countingByRole } from '../../../access/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, type Staff, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { filtersOf, mapPage } from '../../../kit/database/paging.ts'
import { record, recordMany } from '../../../log/index.ts'
import { allMenus, keepMenus } from './menu.queries.ts'
import {
  checkLists,
  checkOwnLevels,
  everything,
  grantable,
  named,
  nameTaken,
  planUpdate,
  snapshot,
  writeUpdate,
} from './role.change.ts'
import * as queries from './role.queries.ts'
import { askUpdate, waits } from './role.requests.ts'
import { can, idsAt, type Levels, levelsAfter } from './role.rules.ts'

const { administrator: administratorRoleId } = builtInRoles

const viewerOf = (staff: Staff) => ({
  mayWrite: levelOn(staff, 'system.role') === 3,
  administrator: staff.administrator,
})

function shownOf(row: queries.RoleShown, staff: Staff, leading: number) {
  return {
    roleId: row.id,
    roleName: row.name,
    remark: row.remark,
    secondFactor: row.factor,
    builtIn: row.built_in,
    users: row.users,
    menus: row.id === administratorRoleId ? leading : row.menus,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    can: can({ id: row.id, builtIn: row.built_in, users: row.users }, viewerOf(staff), builtInRoles),
  }
}

export async function list(context: Context, payload: Parsed<typeof systemStaff.roleList>) {
  const { leading } = grantable(await allMenus(context.database))
  const page = await queries.rolePage(context, leading, filtersOf(payload), payload)
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
  const counting = await countingByRole(
    context.database,
    rows.map(({ id }) => id),
  )
  return {
    list: rows.map((row) => ({
      roleId: row.id,
      roleName: row.name,
      secondFactor: row.factor,
      counts: counting.has(row.id),
    })),
  }
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
        { name: payload.roleName, remark: payload.remark ?? '', factor: payload.secondFactor ?? 'none' },
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

/**
 * A right that counts, or a weaker second factor, of a role that an account holds, a pending request names or a group of the identity provider
 * gives waits for a second member of staff, with the whole change.
 *
 * @throws Refusal 10032 unknown role or menu, 10029 name taken, 13001 a built-in role's name or the Administrator's
 * menus, 10026 a menu above the caller's own level or a factor lowered for those above, 20000 stale version or already requested.
 */
export const update = (approvals: Approvals, context: Context, payload: Parsed<typeof systemStaff.roleUpdate>) =>
  context
    .tx(async (tx) => {
      const plan = await planUpdate(tx, staffOf(context), payload)
      if (await waits(tx, plan, context.now)) return askUpdate(tx, approvals, context, plan, payload)
      await writeUpdate(tx, context, plan, { by: staffOf(context).username, gaining: [] })
      return {}
    })
    .catch(nameTaken)

/**
 * Deletes roles without holders, one outcome each. A single role that can't be deleted refuses the whole call, since clients of the
 * original service only read the envelope.
 *
 * @throws Refusal for a single role: 10032 unknown, 13001 built-in, 10009 in use, its accounts or groups named.
 */
export const remove = async (context: Context, payload: Parsed<typeof systemStaff.roleDelete>) => {
  const ids = chosen(payload.roleIds, 'roleIds')
  const refusals = new Map<number, Refusal>()
  const result = await batch(context, async (tx) => {
    refusals.clear()
    const menus = await allMenus(tx)
    const rows = new Map((await queries.lockRoles(tx, ids)).map((row) => [row.id, row]))
    const holders = await queries.holdersOf(tx, ids)
    const groups = await queries.groupsOf(tx, ids)
    for (const id of ids) {
      const held = holders.get(id)
      const mapped = groups.get(id)
      if (!rows.has(id)) refusals.set(id, new Refusal(10032))
      else if (rows.get(id)?.built_in) refusals.set(id, refuseBecause(13001, 'roleIds', 'role.builtIn'))
      else if (held) refusals.set(id, refuseBecause(10009, 'roleIds', 'role.inUse', { names: named(held) }))
      else if (mapped) refusals.set(id, refuseBecause(10009, 'roleIds', 'role.mapped', { groups: named(mapped) }))
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
