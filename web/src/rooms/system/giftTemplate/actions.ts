// What can be done to gift templates.

import type { RecordOf } from '@greenroom/contract/call'
import { giftTemplatesChanged } from '@greenroom/contract/sentences/system'
import { giftTemplateDelete, giftTemplateEnable, type giftTemplateList } from '@greenroom/contract/systemRecords'
import { deleteAction, editAction, switchActions } from '../../../action/usual.ts'
import { call } from '../../../api/call.ts'

type Template = RecordOf<typeof giftTemplateList>

const [enable, disable] = switchActions<Template>('system.giftTemplate', {
  single: true,
  // The call takes one template with its version; a stale screen is refused, never overwritten.
  turn: (enabled, _ids, [row]) => call(giftTemplateEnable, { id: row?.id ?? 0, version: row?.version ?? 0, enabled }),
  told: (state, rows) => giftTemplatesChanged(rows, state),
})

export const templateActions = [
  editAction<Template>('system.giftTemplate'),
  { ...enable, confirm: true as const },
  disable,
  deleteAction<Template>('system.giftTemplate', giftTemplateDelete, (rows) => giftTemplatesChanged(rows, 'deleted')),
]
