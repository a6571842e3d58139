// Reads and writes roles. Platform data: every caller with the menu sees all of them.
import { type Selectable, sql } from 'kysely'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import { type Keyset, type PageRequest, pageOf, type Reading } from '../../../kit/database/paging.ts'
import { nameContaining } from '../../../kit/text.ts'
import type { Levels, Permission } from './role.rules.ts'

export type SecondFactor = 'none' | 'sms' | 'google' | 'passkey'
export type RoleRow = Selectable<DB['access.role']>
export type RoleShown = RoleRow & { users: number; menus: number }

const byId = { column: 'r.id', type: 'int' as const, of: (row: RoleShown) => row.id }
const keyset: Keyset<RoleShown> = {
  sorts: {
    roleId: byId,
    roleName: { column: 'r.name', type: 'text', of: (row) => row.name },
    updatedAt: { column: 'r.updated_at', type: 'timestamptz', of: (row) => row.updated_at },
  },
  defaultSort: 'roleId',
  id: byId,
  defaultSize: 100,
}

/** Roles with how many accounts hold them and how many of the menus `counted` they grant. */
const shown = (reader: Reader, counted: readonly number[]) =>
  reader
    .selectFrom('access.role as r')
    .selectAll('r')
    .select([
      sql<number>`(select count(*)::int from access.staff_role sr join access.staff s on s.id = sr.staff_id
                    where sr.role_id = r.id and s.deleted_at is null)`.as('users'),
      sql<number>`(select count(*)::int from access.role_menu rm
                    where rm.role_id = r.id and rm.menu_id = any (${counted}))`.as('menus'),
    ])

export function rolePage(
  from: Reading,
  counted: readonly number[],
  filters: { roleName?: string | undefined },
  request: PageRequest,
) {
  let query = shown(from.database, counted)
  if (filters.roleName !== undefined) query = query.where(nameContaining('r.name', filters.roleName))
  return pageOf<RoleShown>(from, query, keyset, request, filters)
}

export const roleById = (reader: Reader, counted: readonly number[], id: number): Promise<RoleShown | undefined> =>
  shown(reader, counted).where('r.id', '=', id).executeTakeFirst()

export const allRoles = (reader: Reader): Promise<RoleRow[]> =>
  reader.selectFrom('access.role').selectAll().orderBy('id').execute()

/** The existing roles of `ids`, locked in id order. */
export const lockRoles = (tx: Transaction, ids: readonly number[]): Promise<RoleRow[]> =>
  tx.selectFrom('access.role').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()

/** The grants of each role, by role id. */
export async function levelsByRole(reader: Reader, roleIds: readonly number[]): Promise<Map<number, Levels>> {
  if (roleIds.length === 0) return new Map()
  const rows = await reader.selectFrom('access.role_menu').selectAll().where('role_id', '=', anyOf(roleIds)).execute()
  const grouped = Map.groupBy(rows, (row) => row.role_id)
  const level = (permission: number): Permission => (permission === 3 ? 3 : 1)
  return new Map(
    [...grouped].map(([id, granted]) => [id, new Map(granted.map((row) => [row.menu_id, level(row.permission)]))]),
  )
}

/** The highest level that any of the roles grants, by menu id. */
export async function levelsOf(reader: Reader, roleIds: readonly number[]): Promise<Levels> {
  const highest = new Map<number, Permission>()
  for (const levels of (await levelsByRole(reader, roleIds)).values())
    for (const [id, level] of levels) if (level > (highest.get(id) ?? 0)) highest.set(id, level)
  return highest
}

/** The accounts with these roles, by role id. */
export async function holdersOf(reader: Reader, roleIds: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await reader
    .selectFrom('access.staff_role as sr')
    .innerJoin('access.staff as s', 's.id', 'sr.staff_id')
    .select(['sr.role_id', 's.username'])
    .where('sr.role_id', '=', anyOf(roleIds))
    .where('s.deleted_at', 'is', null)
    .orderBy('s.username')
    .execute()
  const holders = new Map<number, string[]>()
  for (const row of rows) holders.set(row.role_id, [...(holders.get(row.role_id) ?? []), row.username])
  return holders
}

/** The groups of the identity provider that give these roles, by role id. */
export async function groupsOf(reader: Reader, roleIds: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await reader
    .selectFrom('access.provider_mapping')
    .select(['role_id', 'group_name'])
    .where('role_id', '=', anyOf(roleIds))
    .orderBy('group_name')
    .execute()
  const byRole = Map.groupBy(rows, (row) => row.role_id)
  return new Map([...byRole].map(([id, mapped]) => [id, mapped.map((row) => row.group_name)]))
}

/** Ids of the accounts with this role. */
export async function holderIds(reader: Reader, roleId: number): Promise<number[]> {
  const rows = await reader.selectFrom('access.staff_role').select('staff_id').where('role_id', '=', roleId).execute()
  return rows.map((row) => row.staff_id)
}

/** The accounts with this role, each with all its roles. */
export async function holdings(reader: Reader, roleId: number): Promise<{ username: string; roleIds: number[] }[]> {
  const rows = await reader
    .selectFrom('access.staff_role as held')
    .innerJoin('access.staff as s', 's.id', 'held.staff_id')
    .innerJoin('access.staff_role as sr', 'sr.staff_id', 's.id')
    .select(['s.username', sql<number[]>`array_agg(sr.role_id)`.as('roleIds')])
    .where('held.role_id', '=', roleId)
    .where('s.deleted_at', 'is', null)
    .groupBy('s.username')
    .orderBy('s.username')
    .execute()
  return rows
}

export async function isRoleNameTaken(reader: Reader, name: string, but: number): Promise<boolean> {
  const row = await reader
    .selectFrom('access.role')
    .select('id')
    .where(sql<boolean>`kit.name_key(name) = kit.name_key(${name})`)
    .where('id', '<>', but)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends every session of these accounts. */
export const endSessions = (tx: Transaction, staffIds: readonly number[]) =>
  tx.deleteFrom('access.session').where('staff_id', '=', anyOf(staffIds)).execute()

export type RoleValues = { name: string; remark: string; factor: SecondFactor }

/** As stored: a server of 0.1.0 knows no passkeys, and asks for the authenticator instead. */
const stored = ({ factor, ...values }: RoleValues) => ({
  ...values,
  second_factor: factor === 'passkey' ? ('google' as const) : factor,
  needs_passkey: factor === 'passkey',
})

type Change = { by: string; at: Date }

export const insertRole = (tx: Transaction, values: RoleValues, change: Change): Promise<RoleRow> =>
  tx
    .insertInto('access.role')
    .values({ ...stored(values), updated_by: change.by, updated_at: change.at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateRole = (tx: Transaction, id: number, values: RoleValues, change: Change): Promise<RoleRow> =>
  tx
    .updateTable('access.role')
    .set({ ...stored(values), updated_by: change.by, updated_at: change.at, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Replaces the role's grants by `levels`. */
export async function setLevels(tx: Transaction, roleId: number, levels: ReadonlyMap<number, Permission>) {
  const ids = [...levels.keys()]
  await sql`delete from access.role_menu where role_id = ${roleId} and menu_id <> all (${ids}::int[])`.execute(tx)
  await sql`
    insert into access.role_menu (role_id, menu_id, permission)
    select ${roleId}, granted.* from unnest(${ids}::int[], ${[...levels.values()]}::smallint[]) granted
    on conflict (role_id, menu_id) do update set permission = excluded.permission
     where role_menu.permission <> excluded.permission`.execute(tx)
}

/** Deletes roles without holders, including their links to deleted accounts. */
export async function deleteRoles(tx: Transaction, ids: readonly number[]) {
  if (ids.length === 0) return
  await tx.deleteFrom('access.staff_role').where('role_id', 'in', ids).execute()
  await tx.deleteFrom('access.role').where('id', '=', anyOf(ids)).execute()
}
