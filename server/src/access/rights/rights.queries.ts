// Reads the rights of roles and accounts for comparison.
import { sql } from 'kysely'
import type { Reader } from '../../kit/database/database.ts'
import { builtInRoles } from '../roles.ts'
import { noRights, type Rights, together } from './rights.rules.ts'

/** The grants of each role, including menus whose screen does not exist yet. Roles without grants are left out. */
export async function rightsByRole(reader: Reader, roleIds: readonly number[]): Promise<Map<number, Rights>> {
  if (roleIds.length === 0) return new Map()
  const { rows } = await sql<{ role_id: number; menu_id: number; permission: number }>`
    select g.role_id, g.menu_id, g.permission
      from access.role_menu g join access.menu m on m.id = g.menu_id and m.type = 'menu'
     where g.role_id = any(${roleIds}::int[])`.execute(reader)
  const rights = new Map<number, Rights>()
  for (const [id, granted] of Map.groupBy(rows, (row) => row.role_id))
    rights.set(id, { administrator: false, levels: new Map(granted.map((row) => [row.menu_id, row.permission])) })
  if (roleIds.includes(builtInRoles.administrator))
    rights.set(builtInRoles.administrator, {
      administrator: true,
      levels: rights.get(builtInRoles.administrator)?.levels ?? noRights.levels,
    })
  return rights
}

/** The combined rights of these roles. */
export const rightsOfRoles = async (reader: Reader, roleIds: readonly number[]): Promise<Rights> =>
  together((await rightsByRole(reader, roleIds)).values())

/** English names of menus, at most a few, for a refusal. */
export async function menuNames(reader: Reader, ids: readonly number[]): Promise<string> {
  if (ids.length === 0) return ''
  const rows = await reader
    .selectFrom('access.menu')
    .select(sql<string>`texts ->> 'en'`.as('name'))
    .where('id', 'in', ids)
    .orderBy('name')
    .limit(5)
    .execute()
  return rows.map(({ name }) => name).join(', ')
}
