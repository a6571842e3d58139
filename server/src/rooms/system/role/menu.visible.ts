// Visible menus: those whose screens exist, those added by staff, and the catalogues above them.
import { screens } from '@greenroom/contract/screens'
import type { MenuRow } from './menu.queries.ts'

type Row = Pick<MenuRow, 'id' | 'key' | 'parent_id' | 'type'>

/** A built-in menu is visible if the contract has its screen; menus added by staff always are. */
const standsAlone = (row: Row): boolean => row.key === null || (row.type === 'menu' && Object.hasOwn(screens, row.key))

/** The ids of menus that can be seen and granted, including built-in catalogues with such a menu. */
export function visibleMenus(rows: readonly Row[]): Set<number> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const visible = new Set<number>()
  for (const row of rows.filter(standsAlone)) {
    for (let at: Row | undefined = row; at && !visible.has(at.id); at = byId.get(at.parent_id ?? 0)) visible.add(at.id)
  }
  return visible
}
