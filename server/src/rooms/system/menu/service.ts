// Changes menus: one transaction per call.

import type { Parsed } from '@greenroom/contract/call'
import { menuChanged } from '@greenroom/contract/sentences/system'
import type { Change } from '@greenroom/contract/sentences/words'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import { type Context, levelOn, staffOf } from '../../../kit/context.ts'
import { because, Refusal, refuseBecause } from '../../../kit/refusal.ts'
import { staleWrite } from '../../../kit/stale.ts'
import { record } from '../../../log/index.ts'
import * as queries from './queries.ts'
import {
  heightOf,
  movedAmong,
  type Refused,
  refuse,
  refusedDelete,
  refusedPath,
  refusedPlace,
  treeOf,
} from './rules.ts'
import { visibleMenus } from './visible.ts'

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

const sentence = (row: queries.MenuRow, how: Change) => menuChanged({ en: row.name_en, cn: row.name_cn }, how)

/** A menu as logged. */
const snapshot = (row: queries.MenuRow) => ({
  id: row.id,
  key: row.key,
  parentId: row.parent_id ?? 0,
  type: row.type,
  names: { en: row.name_en, cn: row.name_cn },
  path: row.path,
  icon: row.icon,
  cacheAble: row.cache_able,
  sort: row.sort,
  version: row.version,
})

const changeBy = (context: Context) => ({ by: staffOf(context).username, at: context.now })

/** @throws Refusal 10032 unknown parent, 10009 an invalid path or parent. */
export const save = (context: Context, payload: Parsed<typeof systemStaff.menuSave>) =>
  context.tx(async (tx) => {
    const rows = await queries.lockMenus(tx)
    const { parentId, type, path = '' } = payload
    stop(refusedPlace(rows, parentId, { id: null, height: 1 }))
    stop(refusedPath(type, path))
    const siblings = rows.filter((row) => (row.parent_id ?? 0) === parentId)
    const row = await queries.insertMenu(
      tx,
      {
        parent_id: parentId || null,
        type,
        path,
        name_en: payload.nameEn,
        name_cn: payload.nameCn,
        icon: payload.icon ?? '',
        cache_able: payload.cacheAble ?? 1,
        // Without a sort number it comes last.
        sort: payload.sort ?? Math.min(9_999, 1 + Math.max(0, ...siblings.map((sibling) => sibling.sort))),
      },
      changeBy(context),
    )
    await record(tx, context, {
      target: `menu ${row.id}`,
      content: sentence(row, 'added'),
      before: null,
      after: snapshot(row),
    })
    return { id: row.id }
  })

/** Omitted fields stay unchanged. A built-in menu keeps its path. @throws Refusal 10032, 10009, 20000 stale version. */
export const update = (context: Context, payload: Parsed<typeof systemStaff.menuUpdate>) =>
  context.tx(async (tx) => {
    const rows = await queries.lockMenus(tx)
    const before = rows.find((row) => row.id === payload.id)
    if (!before || !visibleMenus(rows).has(before.id)) throw new Refusal(10032)
    if (before.version !== payload.version)
      throw staleWrite(
        { by: before.updated_by, at: before.updated_at, version: before.version },
        {
          parentId: before.parent_id ?? 0,
          path: before.path,
          nameEn: before.name_en,
          nameCn: before.name_cn,
          icon: before.icon,
          cacheAble: before.cache_able,
          sort: before.sort,
        },
        payload,
      )
    const parentId = payload.parentId ?? before.parent_id ?? 0
    const path = payload.path ?? before.path
    if (parentId !== (before.parent_id ?? 0))
      stop(refusedPlace(rows, parentId, { id: before.id, height: heightOf(rows, before.id) }))
    if (path !== before.path) {
      if (before.built_in) stop(refuse(10009, 'path', because('menu.keepsPath')))
      stop(refusedPath(before.type, path))
    }
    const after = await queries.updateMenu(
      tx,
      before.id,
      {
        parent_id: parentId || null,
        path,
        name_en: payload.nameEn,
        name_cn: payload.nameCn,
        icon: payload.icon ?? before.icon,
        cache_able: payload.cacheAble ?? before.cache_able,
        sort: payload.sort ?? before.sort,
      },
      changeBy(context),
    )
    await record(tx, context, {
      target: `menu ${after.id}`,
      content: sentence(after, 'edited'),
      before: snapshot(before),
      after: snapshot(after),
    })
    return {}
  })

/** Moves a menu one place up or down among its visible siblings. @throws Refusal 10032, 20000 stale, at the edge */
export const move = (context: Context, { id, version, to }: Parsed<typeof systemStaff.menuMove>) =>
  context.tx(async (tx) => {
    const rows = await queries.lockMenus(tx)
    const visible = visibleMenus(rows)
    const row = rows.find((candidate) => candidate.id === id)
    if (!row || !visible.has(id)) throw new Refusal(10032)
    if (row.version !== version)
      throw staleWrite({ by: row.updated_by, at: row.updated_at, version: row.version }, { sort: row.sort }, {})
    const beside = rows.filter((other) => other.parent_id === row.parent_id && visible.has(other.id))
    const moved = movedAmong(beside, id, to)
    if (!moved) throw refuseBecause(20000, 'to', 'menu.atEdge')
    await queries.setSorts(tx, moved.sorts, changeBy(context))
    await record(tx, context, {
      target: `menu ${id}`,
      content: sentence(row, 'moved'),
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
    await queries.deleteMenu(tx, row.id)
    await record(tx, context, {
      target: `menu ${row.id}`,
      content: sentence(row, 'deleted'),
      before: snapshot(row),
      after: null,
      reason: payload.reason,
    })
    return {}
  })
