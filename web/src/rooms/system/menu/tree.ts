// The tree of menus as rows of a list, and what moving one changes.
import type { MenuNode } from '@greenroom/contract/system.schema'

export type MenuRow = MenuNode & { depth: number; siblings: readonly MenuNode[] }

/** Every menu below its parent, in the order of the sidebar. */
export function flatten(menus: readonly MenuNode[], depth = 0): MenuRow[] {
  return menus.flatMap((menu) => [{ ...menu, depth, siblings: menus }, ...flatten(menu.children, depth + 1)])
}

/** The menus whose sort number changes when one moves a place up or down; equal numbers are told apart on the way. */
export function moved(row: MenuRow, by: -1 | 1): { menu: MenuNode; sort: number }[] {
  const from = row.siblings.findIndex((menu) => menu.id === row.id)
  const to = from + by
  if (from < 0 || to < 0 || to >= row.siblings.length) return []
  const order = row.siblings.filter((_, at) => at !== from)
  order.splice(to, 0, row.siblings[from]!)
  return order.map((menu, at) => ({ menu, sort: at + 1 })).filter(({ menu, sort }) => menu.sort !== sort)
}

/** The catalogues that a menu may stand under: not itself, and nothing below itself. */
export function parentsFor(menus: readonly MenuNode[], id: number | undefined): MenuRow[] {
  return flatten(without(menus, id)).filter((menu) => menu.type === 'catalogue')
}

const without = (menus: readonly MenuNode[], id: number | undefined): MenuNode[] =>
  menus.filter((menu) => menu.id !== id).map((menu) => ({ ...menu, children: without(menu.children, id) }))
