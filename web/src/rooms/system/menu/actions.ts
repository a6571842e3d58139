// Actions on menus; the sidebar is reloaded after each.
import { menuChanged } from '@greenroom/contract/sentences/system'
import type { Change } from '@greenroom/contract/sentences/words'
import { menuDelete, menuMove } from '@greenroom/contract/systemStaff'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { editAction } from '../../../action/usual.ts'
import { call } from '../../../api/call.ts'
import { reloadMenus } from '../../../session/session.ts'
import type { MenuRow } from './tree.ts'

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

export const menuActions = [editAction<MenuRow>('system.menu'), addBelow, moveAction('up'), moveAction('down'), remove]
