// What can be done to app versions.

import type { RecordOf } from '@greenroom/contract/call'
import { versionsChanged } from '@greenroom/contract/sentences/system'
import { versionDelete, type versionList } from '@greenroom/contract/system'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { call } from '../../../api/call.ts'

type Version = RecordOf<typeof versionList>

const edit = defineAction<Version>({
  id: 'system.version.edit',
  icon: IconPencil,
  key: 'edit',
  may: (version) => version.can.update,
  drawer: 'edit',
})
const remove = defineAction<Version, Reason>({
  id: 'system.version.delete',
  icon: IconTrash,
  danger: true,
  may: (version) => version.can.delete,
  form: reasonForm,
  run: (ids, { reason }) => call(versionDelete, { ids, reason }),
  told: (rows) => versionsChanged(rows, 'deleted'),
})

export const versionActions = [edit, remove]
