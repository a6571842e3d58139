import { menuDelete, menuTree, menuUpdate } from '@greenroom/contract/system'
import type { MenuNode } from '@greenroom/contract/system.schema'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { defineAction, defineCommand } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { call } from '../../../api/call.ts'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, text } from '../../../list/filters.ts'
import { ListFilters } from '../../../list/ListFilters.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { ListTable } from '../../../list/ListTable.tsx'
import { useWholeList } from '../../../list/useWholeList.ts'
import { reloadMenus } from '../../../session/session.ts'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { searchTree } from '../../../ui/permissions.ts'
import { MenuName } from './MenuName.tsx'
import { flatten, type MenuRow, moved } from './tree.ts'

const filters = filtersOf({ q: text() })

const columns: Column<MenuRow>[] = [
  { id: 'menu', cell: (menu) => <MenuName menu={menu} />, pinned: true, width: 280 },
  { id: 'type', cell: (menu) => <Labelled by={`system:options.menuType.${menu.type}`} />, width: 110 },
  { id: 'path', cell: (menu) => <Code>{menu.path}</Code>, width: 200 },
  { id: 'icon', cell: (menu) => <Code>{menu.icon}</Code>, width: 140 },
  { id: 'sort', cell: (menu) => menu.sort, align: 'end', width: 80 },
  {
    id: 'cacheAble',
    cell: (menu) => <Labelled by={menu.cacheAble === 0 ? 'list:filters.false' : 'list:filters.true'} />,
    width: 110,
  },
  { id: 'menuId', cell: (menu) => menu.id, align: 'end', width: 90 },
]

/** The sort numbers of the neighbours that change when a menu moves one place. */
const move = (by: -1 | 1) => async (_ids: unknown, _input: unknown, rows: readonly MenuRow[]) => {
  for (const { menu, sort } of rows[0] ? moved(rows[0], by) : []) {
    const { id, version, names, icon, path, cacheAble } = menu
    await call(menuUpdate, { id, version, nameEn: names.en, nameCn: names.cn, icon, path, cacheAble, sort })
  }
  await reloadMenus()
}

const edit = defineAction<MenuRow>({
  id: 'system.menu.edit',
  icon: IconPencil,
  key: 'e',
  may: (menu) => menu.can.update,
  drawer: 'edit',
})
const addBelow = defineAction<MenuRow>({
  id: 'system.menu.addBelow',
  icon: IconPlus,
  may: (menu) => menu.can.addChild,
  drawer: 'add',
})
const moveUp = defineAction<MenuRow>({
  id: 'system.menu.moveUp',
  icon: IconArrowUp,
  key: 'shift+k',
  single: true,
  may: (menu) => (menu.can.update === true && menu.siblings[0]?.id === menu.id ? 'first' : menu.can.update),
  run: move(-1),
})
const moveDown = defineAction<MenuRow>({
  id: 'system.menu.moveDown',
  icon: IconArrowDown,
  key: 'shift+j',
  single: true,
  may: (menu) => (menu.can.update === true && menu.siblings.at(-1)?.id === menu.id ? 'last' : menu.can.update),
  run: move(1),
})
const remove = defineAction<MenuRow, Reason>({
  id: 'system.menu.delete',
  icon: IconTrash,
  danger: true,
  single: true,
  may: (menu) => menu.can.delete,
  form: reasonForm,
  run: async ([id], { reason }) => {
    await call(menuDelete, { id: id ?? 0, reason })
    await reloadMenus()
  },
})

const MenuEditor = lazy(() => import('./MenuEditor.tsx'))
const actions = [edit, addBelow, moveUp, moveDown, remove]
const commands = [
  defineCommand({ id: 'system.menu.add', icon: IconPlus, primary: true, writes: true, key: 'c', drawer: 'add' }),
]
const drawers = { add: lazy(() => import('./AddMenu.tsx')), edit: MenuEditor }
const words = (menu: MenuNode) => `${menu.names.en} ${menu.names.cn} ${menu.path} ${menu.id}`

export default function MenuTree() {
  const query = useQuery({
    queryKey: ['system.menu', 'menuTree'],
    queryFn: ({ signal }) => call(menuTree, {}, { signal }),
  })
  const list = useWholeList({
    call: menuTree,
    query,
    filters,
    rows: ({ menus }, { q }) => flatten(searchTree(menus, q ?? '', words)),
    rowId: (menu) => menu.id,
    name: (menu) => menu.name,
  })
  return (
    <ListPage list={list} commands={commands} drawers={drawers}>
      <ListFilters />
      <ListTable columns={columns} actions={actions} rowDrawer="edit" />
    </ListPage>
  )
}
