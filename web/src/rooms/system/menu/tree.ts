// The tree of menus as rows of a list.
import type { MenuNode } from '@greenroom/contract/system.schema'

export type MenuRow = MenuNode & { depth: number; siblings: readonly MenuNode[] }

/** Every menu below its parent, in the order of the sidebar. */
export function flatten(menus: readonly MenuNode[], depth = 0): MenuRow[] {
  return menus.flatMap((menu) => [{ ...menu, depth, siblings: menus }, ...flatten(menu.children, depth + 1)])
}

/** The catalogues that a menu may stand under: not itself, and nothing below itself. */
export function parentsFor(menus: readonly MenuNode[], id: number | undefined): MenuRow[] {
  return flatten(without(menus, id)).filter((menu) => menu.type === 'catalogue')
}

const without = (menus: readonly MenuNode[], id: number | undefined): MenuNode[] =>
  menus.filter((menu) => menu.id !== id).map((menu) => ({ ...menu, children: without(menu.children, id) }))
