// What can be done to parameters.
import type { RecordOf } from '@greenroom/contract/call'
import { paramDelete, type paramList } from '@greenroom/contract/system'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
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
const remove = defineAction<Param, Reason, string>({
  id: 'system.param.delete',
  icon: IconTrash,
  danger: true,
  single: true,
  may: (param) => param.can.delete,
  form: reasonForm,
  run: ([key], { reason }) => call(paramDelete, { key: key ?? '', reason }),
})

export const paramActions = [set, history, remove]
