import { menuChanged } from '@greenroom/contract/sentences/system'
import type { Change } from '@greenroom/contract/sentences/words'
import { menuDelete, menuMove, menuTree } from '@greenroom/contract/systemStaff'
import type { MenuNode } from '@greenroom/contract/systemStaff.schema'
import { IconArrowDown, IconArrowUp, IconFolder, IconPlus, IconPoint, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { defineAction } from '../../actions/action.ts'
import { type Reason, reasonForm } from '../../actions/reasonForms.ts'
import { addCommand, editAction } from '../../actions/usualActions.ts'
import { call } from '../../api/call.ts'
import { Amount } from '../../format/Amount.tsx'
import type { Column } from '../../list/columns.ts'
import { filtersOf, text } from '../../list/filters.ts'
import { useCompleteList } from '../../list/useCompleteList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { ListTable } from '../../page/ListTable.tsx'
import { reloadMenus } from '../../session/session.ts'
import { Code } from '../../ui/Facts.tsx'
import { searchTree } from '../../ui/fields/permissions.ts'
import { Labelled } from '../../ui/Labelled.tsx'
import { nameIn, useLabels } from '../../ui/labels.ts'
import { loadable } from '../../ui/loadable.tsx'
import { Tag } from '../../ui/StatusBadge.tsx'
import { flatten, type MenuRow } from './menuRows.ts'

// Actions on menus; the sidebar is reloaded after each.
const sentenceOf = ([menu]: readonly MenuRow[], how: Change) => menuChanged(menu?.names ?? { en: '', cn: '' }, how)

const addBelow = defineAction<MenuRow>({
  id: 'system.menu.addBelow',
  icon: IconPlus,
  may: (menu) => menu.can.addChild,
  drawer: 'add',
})
const moveAction = (to: 'up' | 'down') =>
  defineAction<MenuRow>({
    id: to === 'up' ? 'system.menu.moveUp' : 'system.menu.moveDown',
    icon: to === 'up' ? IconArrowUp : IconArrowDown,
    key: to === 'up' ? 'moveUp' : 'moveDown',
    single: true,
    may: ({ id, can, siblings }) => {
      const last = siblings.at(to === 'up' ? 0 : -1)
      if (can.update !== true || last?.id !== id) return can.update
      return to === 'up' ? 'first' : 'last'
    },
    run: async (_ids, _input, [row]) => {
      if (row) await call(menuMove, { id: row.id, version: row.version, to })
      await reloadMenus()
    },
    message: (rows) => sentenceOf(rows, 'moved'),
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
  message: (rows) => sentenceOf(rows, 'deleted'),
})

const menuActions = [editAction<MenuRow>('system.menu'), addBelow, moveAction('up'), moveAction('down'), remove]

/** A menu's name, indented by depth. */
function MenuName({ menu }: { menu: MenuRow }) {
  const { label, language } = useLabels()
  const Sign = menu.type === 'catalogue' ? IconFolder : IconPoint
  return (
    <span
      style={{
        display: 'inline-flex',
        gap: 6,
        alignItems: 'center',
        verticalAlign: 'middle',
        paddingInlineStart: menu.depth * 18,
      }}
    >
      <Sign size={15} aria-hidden style={{ flex: 'none', opacity: 0.6 }} />
      {nameIn(menu.names, language)}
      {menu.builtIn && <Tag>{label('system:tags.builtIn')}</Tag>}
    </span>
  )
}

const filters = filtersOf({ q: text() })

const columns: Column<MenuRow>[] = [
  { id: 'menu', cell: (menu) => <MenuName menu={menu} />, pinned: true, width: 280 },
  { id: 'type', cell: (menu) => <Labelled by={`system:options.menuType.${menu.type}`} />, width: 110 },
  { id: 'path', cell: (menu) => <Code>{menu.path}</Code>, width: 200 },
  { id: 'icon', cell: (menu) => <Code>{menu.icon}</Code>, width: 140 },
  { id: 'sort', cell: (menu) => <Amount value={menu.sort} unit="number" />, align: 'end', width: 80 },
  {
    id: 'cacheAble',
    cell: (menu) => <Labelled by={menu.cacheAble === 0 ? 'list:filters.false' : 'list:filters.true'} />,
    width: 110,
  },
  { id: 'menuId', cell: (menu) => String(menu.id), align: 'end', width: 90 },
]

const MenuEditor = loadable(() => import('./MenuEditor.tsx'), 'MenuEditor')
const commands = [addCommand('system.menu')]
const drawers = { add: loadable(() => import('./MenuEditor.tsx'), 'AddMenu'), edit: MenuEditor }
const words = (menu: MenuNode) => `${menu.names.en} ${menu.names.cn} ${menu.path} ${menu.id}`

export default function MenuTree() {
  const query = useQuery({
    queryKey: ['system.menu', 'menuTree'],
    queryFn: ({ signal }) => call(menuTree, {}, { signal }),
  })
  const list = useCompleteList({
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
      <ListTable columns={columns} actions={menuActions} rowDrawer="edit" />
    </ListPage>
  )
}
