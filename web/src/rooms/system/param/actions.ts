// Actions on parameters.

import type { RecordOf } from '@greenroom/contract/call'
import { paramDeleted, paramLocked } from '@greenroom/contract/sentences/system'
import { paramDelete, paramEditable, type paramList } from '@greenroom/contract/system'
import { type Icon, IconHistory, IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { call } from '../../../api/call.ts'

type Param = RecordOf<typeof paramList>

const set = defineAction<Param, undefined, string>({
  id: 'system.param.set',
  icon: IconPencil,
  key: 'edit',
  may: (param) => param.can.set,
  drawer: 'set',
})
const history = defineAction<Param, undefined, string>({
  id: 'system.param.history',
  icon: IconHistory,
  key: 'inspect',
  may: () => true,
  drawer: 'history',
})
const flagging = (id: string, icon: Icon, editable: boolean) =>
  defineAction<Param, Reason, string>({
    id,
    icon,
    single: true,
    may: (param) => (param.editable === editable ? 'sameFlag' : param.can.editable),
    form: reasonForm,
    run: ([key], { reason }) => call(paramEditable, { key: key ?? '', editable, reason }),
    message: ([param], _input, form) => paramLocked(form, { key: param?.key ?? '', editable }),
  })
const lock = flagging('system.param.lock', IconLock, false)
const unlock = flagging('system.param.unlock', IconLockOpen, true)
const remove = defineAction<Param, Reason, string>({
  id: 'system.param.delete',
  icon: IconTrash,
  danger: true,
  single: true,
  may: (param) => param.can.delete,
  form: reasonForm,
  run: ([key], { reason }) => call(paramDelete, { key: key ?? '', reason }),
  message: ([param]) => paramDeleted(param?.key ?? ''),
})

export const paramActions = [set, history, lock, unlock, remove]
