// The server's menu for the shell, and the resolution of addresses in it.
import type { Language } from '@greenroom/contract/languages'
import { type MenuKey, screens } from '@greenroom/contract/screens'
import { matchPath } from 'react-router'
import type { MenuEntry } from '../session/session.ts'
import { menuName } from '../ui/useMenuName.ts'
import { type DetailRoute, detailRoutes } from './screens.tsx'

export type MenuItem = {
  id: number
  name: string
  icon: string
  /** Its target: a screen, or an https address that opens in a new tab. */
  href: string
  external: boolean
  /** The screen it leads to. */
  menu: MenuKey | undefined
  children: readonly MenuItem[]
}

const leaves = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.children.length > 0 ? leaves(item.children) : [item]))

/** The address of the entry that a page belongs to, the longest that it begins with; empty for none. */
export const hrefAt = (items: readonly MenuItem[], pathname: string): string =>
  leaves(items)
    .filter(({ external, href }) => !external && (pathname === href || pathname.startsWith(`${href}/`)))
    .reduce((longest, { href }) => (href.length > longest.length ? href : longest), '')

/** A menu's name in the page's language: from the server, since staff may rename menus. */
export const nameOf = (entry: Pick<MenuEntry, 'key' | 'names'>, language: Language): string => menuName(entry, language)

const isExternal = (url: string): boolean => /^https?:\/\//.test(url)

/** A menu's path: as set by staff, else the path of its screen in the contract. */
export function pathOf(entry: MenuEntry): string {
  const known = entry.key && entry.key in screens ? screens[entry.key as MenuKey].path : ''
  const path = entry.url || known
  return isExternal(path) || path.startsWith('/') || path === '' ? path : `/${path}`
}

/** The sidebar's items: childless catalogues are left out, one visible child stands for its parent. */
export function menuItems(entries: readonly MenuEntry[], language: Language): MenuItem[] {
  return entries.flatMap((entry) => {
    const children = menuItems(entry.sysMenus, language)
    const href = pathOf(entry)
    const own = {
      id: entry.id,
      name: nameOf(entry, language),
      icon: entry.icon,
      href,
      external: isExternal(href),
      menu: entry.key && entry.key in screens ? (entry.key as MenuKey) : undefined,
    }
    if (entry.type === 'menu' && children.length === 0) return [{ ...own, children: [] }]
    const [only] = children
    if (!only) return []
    if (children.length === 1) return [{ ...only, icon: only.icon || entry.icon }]
    return [{ ...own, children }]
  })
}

/** The items whose names contain `text`, with their parents; a matching parent keeps all its children. */
export function searchItems(items: readonly MenuItem[], text: string): MenuItem[] {
  const query = text.trim().toLocaleLowerCase()
  if (!query) return [...items]
  return items.flatMap((item) => {
    if (item.name.toLocaleLowerCase().includes(query)) return [item]
    const children = searchItems(item.children, text)
    return children.length > 0 ? [{ ...item, children }] : []
  })
}

/** The first screen below an item, to which its own address redirects. */
export function firstLeaf(entry: MenuEntry): MenuEntry | undefined {
  if (entry.type === 'menu' && !isExternal(pathOf(entry))) return entry
  for (const child of entry.sysMenus) {
    const leaf = firstLeaf(child)
    if (leaf) return leaf
  }
  return undefined
}

/** The first screen, in the order of the menu, whose path lies below this one: `/sys/user` below `/sys`. */
function firstBelow(entries: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  const start = `${pathname.replace(/\/+$/, '')}/`
  if (start === '/') return undefined
  return find(entries, (entry) => entry.type === 'menu' && pathOf(entry).startsWith(start))?.at(-1)
}

export type Place =
  | { kind: 'home' }
  | { kind: 'screen'; menu: MenuKey; entry: MenuEntry; trail: readonly MenuEntry[] }
  | { kind: 'detail'; route: DetailRoute; params: Record<string, string | undefined>; trail: readonly MenuEntry[] }
  | { kind: 'redirect'; to: string }
  | { kind: 'forbidden'; menu: MenuKey }
  | { kind: 'unknown' }

function find(
  entries: readonly MenuEntry[],
  is: (entry: MenuEntry) => boolean,
  trail: readonly MenuEntry[] = [],
): readonly MenuEntry[] | undefined {
  for (const entry of entries) {
    const here = [...trail, entry]
    if (is(entry)) return here
    const below = find(entry.sysMenus, is, here)
    if (below) return below
  }
  return undefined
}

/** The entry of a screen, by its key. */
export const entryOf = (menus: readonly MenuEntry[], key: MenuKey): MenuEntry | undefined =>
  find(menus, (entry) => entry.key === key)?.at(-1)

/** The address whose entry the sidebar marks: the screen's own, or that of the screen that a page is about. */
export function markedAt(place: Place, pathname: string, menus: readonly MenuEntry[]): string {
  if (place.kind !== 'detail') return pathname
  const { of, shownAt } = place.route
  const entry = [shownAt, of].flatMap((key) => (key === undefined ? [] : (entryOf(menus, key) ?? []))).at(0)
  return entry === undefined ? pathname : pathOf(entry)
}

const samePath = (one: string, other: string) => one.replace(/\/+$/, '') === other.replace(/\/+$/, '')

export const isHome = (pathname: string): boolean => samePath(pathname, '/dashboard')

/** The screen that the contract gives a path, wherever staff may have put it. */
export const screenOf = (pathname: string): MenuKey | undefined =>
  Object.entries(screens).find(([, screen]) => samePath(screen.path, pathname))?.[0] as MenuKey | undefined

/** Resolves a signed-in address for an account with these menus. */
export function placeOf(pathname: string, menus: readonly MenuEntry[]): Place {
  if (isHome(pathname)) return { kind: 'home' }

  const trail = find(menus, (entry) => samePath(pathOf(entry), pathname) && entry.type === 'menu')
  const entry = trail?.at(-1)
  if (trail && entry?.key && entry.key in screens) {
    return { kind: 'screen', menu: entry.key as MenuKey, entry, trail }
  }

  const catalogue = find(menus, (candidate) => samePath(pathOf(candidate), pathname))?.at(-1)
  const leaf = catalogue && firstLeaf(catalogue)
  if (leaf && leaf !== catalogue) return { kind: 'redirect', to: pathOf(leaf) }

  for (const route of detailRoutes) {
    const match = matchPath(route.pattern, pathname)
    if (!match) continue
    const { of } = route
    const parents = of === undefined ? [] : find(menus, (candidate) => candidate.key === of)
    if (parents) return { kind: 'detail', route, params: match.params, trail: parents }
    if (of !== undefined) return { kind: 'forbidden', menu: of }
  }

  const menu = screenOf(pathname)
  if (!menu) {
    // A submenu's own address: catalogues have no path, so it is derived from their screens' paths.
    const below = firstBelow(menus, pathname)
    return below ? { kind: 'redirect', to: pathOf(below) } : { kind: 'unknown' }
  }
  // Staff may have changed the screen's path; its old one redirects there.
  const moved = find(menus, (candidate) => candidate.key === menu)?.at(-1)
  return moved ? { kind: 'redirect', to: pathOf(moved) } : { kind: 'forbidden', menu }
}
