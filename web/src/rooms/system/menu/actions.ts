// Actions on menus; the sidebar is reloaded after each.
import { menuChanged } from '@greenroom/contract/sentences/system'
import type { Change } from '@greenroom/contract/sentences/words'
import { menuDelete, menuMove } from '@greenroom/contract/systemStaff'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { call } from '../../../api/call.ts'
import { reloadMenus } from '../../../session/session.ts'
import type { MenuRow } from './tree.ts'

const move =
  (to: 'up' | 'down') =>
  async (_ids: unknown, _input: unknown, [row]: readonly MenuRow[]) => {
    if (row) await call(menuMove, { id: row.id, version: row.version, to })
    await reloadMenus()
  }

const sentenceOf = ([menu]: readonly MenuRow[], how: Change) => menuChanged(menu?.names ?? { en: '', cn: '' }, how)

const edit = defineAction<MenuRow>({
  id: 'system.menu.edit',
  icon: IconPencil,
  key: 'edit',
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
  key: 'moveUp',
  single: true,
  may: (menu) => (menu.can.update === true && menu.siblings[0]?.id === menu.id ? 'first' : menu.can.update),
  run: move('up'),
  message: (rows) => sentenceOf(rows, 'moved'),
})
const moveDown = defineAction<MenuRow>({
  id: 'system.menu.moveDown',
  icon: IconArrowDown,
  key: 'moveDown',
  single: true,
  may: (menu) => (menu.can.update === true && menu.siblings.at(-1)?.id === menu.id ? 'last' : menu.can.update),
  run: move('down'),
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

export const menuActions = [edit, addBelow, moveUp, moveDown, remove]
