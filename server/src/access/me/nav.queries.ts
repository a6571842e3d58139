// Queries for menus and the roles' grants on them.
import type { StaffLanguage } from '@greenroom/contract/languages'
import { namesOf } from '@greenroom/contract/localized'
import type { Reader } from '../../kit/database/database.ts'
import type { MenuRow } from './nav.rules.ts'

/** All menus; a few hundred at most. */
export const allMenus = (reader: Reader): Promise<MenuRow[]> =>
  reader
    .selectFrom('access.menu')
    .select(['id', 'key', 'parent_id', 'type', 'texts', 'path', 'icon', 'cache_able', 'sort'])
    .$narrowType<{ type: MenuRow['type'] }>()
    .execute()

/** The highest level that any of the roles grants, by menu id; at most reading for a helper's account. */
export async function grantsOf(
  reader: Reader,
  roleIds: readonly number[],
  readOnly = false,
): Promise<Map<number, 1 | 3>> {
  if (roleIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('access.role_menu')
    .select((eb) => ['menu_id', eb.fn.max('permission').as('permission')])
    .where('role_id', 'in', roleIds)
    .groupBy('menu_id')
    .execute()
  return new Map(rows.map((row) => [row.menu_id, row.permission === 3 && !readOnly ? 3 : 1]))
}

/** A menu's name; empty if there is none. */
export async function menuTitle(reader: Reader, key: string | undefined, language: StaffLanguage): Promise<string> {
  if (key === undefined) return ''
  const row = await reader.selectFrom('access.menu').select('texts').where('key', '=', key).executeTakeFirst()
  return row ? namesOf(row.texts)[language] : ''
}
