// Which menus a caller sees, and at which level (spec sections 3 and 6).

import type { MenuEntry } from '@greenroom/contract/access.schema'
import type { StaffLanguage } from '@greenroom/contract/languages'
import { namesOf, type Texts } from '@greenroom/contract/localized'
import { rootMenuIds, screens } from '@greenroom/contract/screens'

export type MenuRow = {
  id: number
  key: string | null
  parent_id: number | null
  type: 'catalogue' | 'menu'
  texts: Texts
  path: string
  icon: string
  cache_able: number
  sort: number
}

/** A caller's grants: everything, or levels by menu id. */
export type Grants = 'everything' | ReadonlyMap<number, 1 | 3>

const roots: ReadonlySet<number> = new Set(rootMenuIds)
const paths: Readonly<Record<string, { path: string } | undefined>> = screens

/** A menu's path; empty if its screen does not exist yet, or it is a folder. */
function pathOf(row: MenuRow): string {
  if (row.type === 'catalogue') return ''
  return row.key === null ? row.path : (paths[row.key]?.path ?? '')
}

/** A root is 3 by the fixed map unless a role says less; the map never raises a grant. */
function levelOf(row: MenuRow, grants: Grants): 1 | 3 {
  if (grants === 'everything') return 3
  return grants.get(row.id) ?? (roots.has(row.id) ? 3 : 1)
}

/**
 * The tree a caller sees. A menu shows if it is granted and has a path. Its ancestors show without a grant of their
 * own, a parent never grants its children, and folders without visible children are left out.
 */
export function menuTree(rows: readonly MenuRow[], grants: Grants, language: StaffLanguage): MenuEntry[] {
  const below = Map.groupBy(
    rows.toSorted((a, b) => a.sort - b.sort || a.id - b.id),
    (row) => row.parent_id ?? 0,
  )
  const entriesUnder = (parentId: number): MenuEntry[] =>
    (below.get(parentId) ?? []).flatMap((row) => {
      const url = pathOf(row)
      const granted = grants === 'everything' || grants.has(row.id)
      const sysMenus = entriesUnder(row.id)
      if (sysMenus.length === 0 && !(granted && url)) return []
      return {
        id: row.id,
        key: row.key,
        parentId,
        url: granted ? url : '',
        name: namesOf(row.texts)[language],
        names: namesOf(row.texts),
        icon: row.icon,
        cacheAble: row.cache_able,
        permission: levelOf(row, grants),
        type: row.type,
        sysMenus,
      }
    })
  return entriesUnder(0)
}
