import { menuTree } from '@greenroom/contract/systemStaff'
import type { MenuNode } from '@greenroom/contract/systemStaff.schema'
import { useQuery } from '@tanstack/react-query'
import { addCommand } from '../../../action/usual.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import type { Column } from '../../../list/columns.ts'
import { filtersOf, text } from '../../../list/filters.ts'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { ListPage } from '../../../screen/ListPage.tsx'
import { ListTable } from '../../../screen/ListTable.tsx'
import { ListFilters } from '../../../tools/ListFilters.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { searchTree } from '../../../ui/permissions.ts'
import { menuActions } from './actions.ts'
import { MenuName } from './MenuName.tsx'
import { flatten, type MenuRow } from './tree.ts'

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

const MenuEditor = loadable(() => import('./MenuEditor.tsx'))
const commands = [addCommand('system.menu')]
const drawers = { add: loadable(() => import('./AddMenu.tsx')), edit: MenuEditor }
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
