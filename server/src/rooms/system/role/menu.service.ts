// Changes menus: one transaction per call.

import type { Parsed } from '@greenroom/contract/call'
import { namesOf } from '@greenroom/contract/localized'
import { menuChanged } from '@greenroom/contract/sentences/system'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { because, Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { record } from '../../../log/index.ts'
import { addRow, changeRows, deleteRows, lockAt, resource } from '../../../records/index.ts'
import * as queries from './menu.queries.ts'
import {
  heightOf,
  movedAmong,
  type Refused,
  refuse,
  refusedDelete,
  refusedPath,
  refusedPlace,
  treeOf,
} from './menu.rules.ts'
import { visibleMenus } from './menu.visible.ts'

const tree = async (context: Context, mayWrite: boolean) => ({
  menus: treeOf(await queries.allMenus(context.database), context.language, mayWrite),
})

/** The tree for the menu screen. */
export const menuTree = (context: Context) => tree(context, levelOn(staffOf(context), 'system.menu') === 3)

/** The same tree for the role editor. */
export const roleMenuTree = menuTree

function stop(refused: Refused | null): void {
  if (refused) throw new Refusal(refused.code, [refused.detail])
}

/** Menus as ordinary records, for their changes; the tree decides what is permitted. */
const menus = resource('access.menu', {
  id: { column: 'id', type: 'int' },
  menu: 'system.menu',
  noun: 'menu',
  view: (row) => ({
    id: row.id,
    key: row.key,
    parentId: row.parent_id ?? 0,
    type: row.type,
    names: namesOf(row.texts),
    path: row.path,
    icon: row.icon,
    cacheAble: row.cache_able,
    sort: row.sort,
    version: row.version,
  }),
  can: () => ({}),
  fields: {
    parentId: 'parent_id',
    path: 'path',
    nameEn: ['texts', 'en'],
    nameCn: ['texts', 'cn'],
    icon: 'icon',
    cacheAble: 'cache_able',
    sort: 'sort',
  },
  sentence: ([row], change) => menuChanged(namesOf(row!.texts), change),
})

/** @throws Refusal 10032 unknown parent, 10009 an invalid path or parent. */
export const save = (context: Context, payload: Parsed<typeof systemStaff.menuSave>) =>
  context.tx(async (tx) => {
    const rows = await queries.lockMenus(tx)
    const { parentId, type, path = '' } = payload
    stop(refusedPlace(rows, parentId, { id: null, height: 1 }))
    stop(refusedPath(type, path))
    const siblings = rows.filter((row) => (row.parent_id ?? 0) === parentId)
    const { id } = await addRow(tx, context, menus, {
      parent_id: parentId || null,
      type,
      path,
      texts: { en: payload.nameEn, cn: payload.nameCn },
      icon: payload.icon ?? '',
      cache_able: payload.cacheAble ?? 1,
      // Without a sort number it comes last.
      sort: payload.sort ?? Math.min(9_999, 1 + Math.max(0, ...siblings.map((sibling) => sibling.sort))),
    })
    return { id }
  })

/** Omitted fields stay unchanged. A built-in menu keeps its path. @throws Refusal 10032, 10009, 20000 stale version. */
export const update = (context: Context, payload: Parsed<typeof systemStaff.menuUpdate>) =>
  context.tx(async (tx) => {
    const rows = await queries.lockMenus(tx)
    const before = rows.find((row) => row.id === payload.id)
    if (!before || !visibleMenus(rows).has(before.id)) throw new Refusal(10032)
    const parentId = payload.parentId ?? before.parent_id ?? 0
    const path = payload.path ?? before.path
    const values = {
      parent_id: parentId || null,
      path,
      texts: { ...before.texts, en: payload.nameEn, cn: payload.nameCn },
      icon: payload.icon ?? before.icon,
      cache_able: payload.cacheAble ?? before.cache_able,
      sort: payload.sort ?? before.sort,
    }
    const locked = await lockAt(tx, menus, before.id, payload.version, values)
    if (parentId !== (before.parent_id ?? 0))
      stop(refusedPlace(rows, parentId, { id: before.id, height: heightOf(rows, before.id) }))
    if (path !== before.path) {
      if (before.built_in) stop(refuse(10009, 'path', because('menu.keepsPath')))
      stop(refusedPath(before.type, path))
    }
    await changeRows(tx, context, menus, [locked], values, 'edited')
    return {}
  })

/** Moves a menu one place up or down among its visible siblings. @throws Refusal 10032, 20000 stale, at the edge */
export const move = (context: Context, { id, version, to }: Parsed<typeof systemStaff.menuMove>) =>
  context.tx(async (tx) => {
    const rows = await queries.lockMenus(tx)
    const visible = visibleMenus(rows)
    const row = rows.find((candidate) => candidate.id === id)
    if (!row || !visible.has(id)) throw new Refusal(10032)
    await lockAt(tx, menus, id, version, {})
    const beside = rows.filter((other) => other.parent_id === row.parent_id && visible.has(other.id))
    const moved = movedAmong(beside, id, to)
    if (!moved) throw refuseBecause(20000, 'to', 'menu.atEdge')
    await queries.setSorts(tx, moved.sorts, { by: staffOf(context).username, at: context.now })
    await record(tx, context, {
      target: `menu ${id}`,
      content: menus.sentence([row], 'moved'),
      before: { id, parentId: row.parent_id ?? 0, order: moved.before },
      after: { id, parentId: row.parent_id ?? 0, order: moved.after },
    })
    return {}
  })

/** @throws Refusal 10032, 13002 built-in, 13003 has menus below it. */
export const remove = (context: Context, payload: Parsed<typeof systemStaff.menuDelete>) =>
  context.tx(async (tx) => {
    const rows = await queries.lockMenus(tx)
    const row = rows.find((candidate) => candidate.id === payload.id)
    if (!row) throw new Refusal(10032)
    stop(
      refusedDelete(
        row,
        rows.some((other) => other.parent_id === row.id),
      ),
    )
    // Its grants are deleted with it.
    await deleteRows(tx, context, menus, [row], payload.reason)
    return {}
  })
