// What can be done to entries of the whitelist.

import type { RecordOf } from '@greenroom/contract/call'
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import { whitelistDelete, type whitelistList } from '@greenroom/contract/system'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { batchOf, defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'

type Entry = RecordOf<typeof whitelistList>

const edit = defineAction<Entry>({
  id: 'system.whitelist.edit',
  icon: IconPencil,
  key: 'edit',
  may: (entry) => entry.can.update,
  drawer: 'edit',
})
const remove = defineAction<Entry, Reason>({
  id: 'system.whitelist.delete',
  icon: IconTrash,
  danger: true,
  may: (entry) => entry.can.delete,
  form: reasonForm,
  batch: batchOf(whitelistDelete, ({ reason }: Reason) => ({ reason })),
  told: (rows) => whitelistChanged(rows, 'deleted'),
})

export const entryActions = [edit, remove]
