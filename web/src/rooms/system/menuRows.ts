// The tree of menus as rows of a list.
import type { MenuNode } from '@greenroom/contract/systemStaff.schema'

export type MenuRow = MenuNode & { depth: number; siblings: readonly MenuNode[] }

/** All menus after their parents, in the sidebar's order. */
export function flatten(menus: readonly MenuNode[], depth = 0): MenuRow[] {
  return menus.flatMap((menu) => [{ ...menu, depth, siblings: menus }, ...flatten(menu.children, depth + 1)])
}

/** Possible parents of a menu: catalogues except itself and those below it. */
export function parentsFor(menus: readonly MenuNode[], id: number | undefined): MenuRow[] {
  return flatten(without(menus, id)).filter((menu) => menu.type === 'catalogue')
}

const without = (menus: readonly MenuNode[], id: number | undefined): MenuNode[] =>
  menus.filter((menu) => menu.id !== id).map((menu) => ({ ...menu, children: without(menu.children, id) }))
