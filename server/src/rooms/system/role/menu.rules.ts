// The menu tree as staff edit it, and the permitted changes.

import type { ErrorCode } from '@greenroom/contract/errors'
import type { StaffLanguage } from '@greenroom/contract/languages'
import { namesOf } from '@greenroom/contract/localized'
import { rootMenuIds, screens } from '@greenroom/contract/screens'
import type { MenuNode } from '@greenroom/contract/systemStaff.schema'
import { because, type Detail, type Why } from '../../../kit/calls/refusal.ts'
import type { MenuRow, MenuType } from './menu.queries.ts'
import { visibleMenus } from './menu.visible.ts'

/** Root catalogue, catalogue, menu. */
export const deepest = 3

const roots: ReadonlySet<number> = new Set(rootMenuIds)
const screenPaths: ReadonlySet<string> = new Set(Object.values(screens).map((screen) => screen.path))

export type Refused = { code: ErrorCode; detail: Detail }
export const refuse = (code: ErrorCode, field: string, why: Why): Refused => ({ code, detail: { field, ...why } })

type Placed = Pick<MenuRow, 'id' | 'parent_id' | 'type'>

/** A menu's depth; a root is 1. */
export function depthOf(rows: readonly Placed[], id: number): number {
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
  let depth = 1
  for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) depth++
  return depth
}

/** The height of a menu's subtree; 1 without children. */
export function heightOf(rows: readonly Placed[], id: number): number {
  const children = rows.filter((row) => row.parent_id === id)
  return 1 + Math.max(0, ...children.map((child) => heightOf(rows, child.id)))
}

const isWithin = (rows: readonly Placed[], id: number, ancestor: number): boolean => {
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
  for (let at: number | null = id; at !== null; at = parents.get(at) ?? null) if (at === ancestor) return true
  return false
}

/**
 * Whether a subtree of this `height` may be placed under `parentId` (0 is the top): the parent must be a visible catalogue, the depth is
 * three at most, and a menu can't be below itself.
 */
export function refusedPlace(
  rows: readonly MenuRow[],
  parentId: number,
  moved: { id: number | null; height: number },
): Refused | null {
  if (moved.id !== null && roots.has(moved.id) && parentId !== 0) return refuse(10009, 'parentId', because('menu.root'))
  if (parentId === 0) return null
  const parent = rows.find((row) => row.id === parentId)
  if (!parent || !visibleMenus(rows).has(parentId))
    return refuse(10032, 'parentId', because('menu.unknown', { ids: parentId }))
  if (parent.type !== 'catalogue') return refuse(10009, 'parentId', because('menu.notCatalogue'))
  if (moved.id !== null && isWithin(rows, parentId, moved.id))
    return refuse(10009, 'parentId', because('menu.belowItself'))
  if (depthOf(rows, parentId) + moved.height > deepest)
    return refuse(10009, 'parentId', because('menu.tooDeep', { most: deepest }))
  return null
}

/** An address that opens in a new tab. */
function isSecureAddress(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

/** Whether a path is valid: none for a catalogue; an existing screen or an https address for a menu. */
export function refusedPath(type: MenuType, path: string): Refused | null {
  if (type === 'catalogue') return path === '' ? null : refuse(10009, 'path', because('menu.catalogueHasNoPath'))
  if (screenPaths.has(path) || isSecureAddress(path)) return null
  return refuse(10009, 'path', because('menu.path'))
}

/** 13002 for a built-in menu, 13003 if there are menus below it, else null. */
export function refusedDelete(row: MenuRow, hasChildren: boolean): Refused | null {
  if (row.built_in) return refuse(13002, 'id', because('menu.builtIn'))
  if (hasChildren) return refuse(13003, 'id', because('menu.hasMenus'))
  return null
}

/**
 * The siblings' order before and after a menu moves one place; null at the edge. `sorts` are the changed sort numbers; equal numbers
 * become distinct.
 */
export function movedAmong(
  rows: readonly Pick<MenuRow, 'id' | 'sort'>[],
  id: number,
  to: 'up' | 'down',
): { before: number[]; after: number[]; sorts: { id: number; sort: number }[] } | null {
  const order = rows.toSorted((a, b) => a.sort - b.sort || a.id - b.id)
  const from = order.findIndex((row) => row.id === id)
  const place = from + (to === 'up' ? -1 : 1)
  if (from < 0 || place < 0 || place >= order.length) return null
  const moved = order.toSpliced(from, 1).toSpliced(place, 0, order[from]!)
  const sorts = moved.flatMap((row, at) => (row.sort === at + 1 ? [] : { id: row.id, sort: at + 1 }))
  const idsOf = (some: typeof order) => some.map((row) => row.id)
  return { before: idsOf(order), after: idsOf(moved), sorts }
}

/** The visible menus as a tree, each with the viewer's permitted actions. */
export function treeOf(rows: readonly MenuRow[], language: StaffLanguage, mayWrite: boolean): MenuNode[] {
  const visible = visibleMenus(rows)
  const below = Map.groupBy(
    rows.filter((row) => visible.has(row.id)).toSorted((a, b) => a.sort - b.sort || a.id - b.id),
    (row) => row.parent_id ?? 0,
  )
  const hasChildren = new Set(rows.map((row) => row.parent_id))
  const nodesUnder = (parentId: number, depth: number): MenuNode[] =>
    (below.get(parentId) ?? []).map((row) => ({
      id: row.id,
      key: row.key,
      parentId,
      type: row.type,
      name: namesOf(row.texts)[language],
      names: namesOf(row.texts),
      path: row.path,
      icon: row.icon,
      cacheAble: row.cache_able,
      sort: row.sort,
      builtIn: row.built_in,
      version: row.version,
      can: mayWrite
        ? {
            update: true,
            delete: row.built_in ? 'builtIn' : hasChildren.has(row.id) ? 'hasChildren' : true,
            addChild: row.type !== 'catalogue' ? 'notCatalogue' : depth >= deepest ? 'tooDeep' : true,
          }
        : { update: 'readOnly', delete: 'readOnly', addChild: 'readOnly' },
      children: nodesUnder(row.id, depth + 1),
    }))
  return nodesUnder(0, 1)
}
