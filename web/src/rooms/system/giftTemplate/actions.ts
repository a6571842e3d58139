// What can be done to gift templates.

import type { RecordOf } from '@greenroom/contract/call'
import { giftTemplatesChanged } from '@greenroom/contract/sentences/system'
import { giftTemplateDelete, giftTemplateEnable, type giftTemplateList } from '@greenroom/contract/system'
import { IconCircleCheck, IconCircleMinus, IconPencil, IconTrash } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { call } from '../../../api/call.ts'

type Template = RecordOf<typeof giftTemplateList>

/** The call takes one template with its version; a stale screen is refused, never overwritten. */
const enabling = (enabled: boolean) => (_ids: unknown, _input: unknown, rows: readonly Template[]) =>
  call(giftTemplateEnable, { id: rows[0]?.id ?? 0, version: rows[0]?.version ?? 0, enabled })

const edit = defineAction<Template>({
  id: 'system.giftTemplate.edit',
  icon: IconPencil,
  key: 'edit',
  may: (template) => template.can.update,
  drawer: 'edit',
})
const enable = defineAction<Template>({
  id: 'system.giftTemplate.enable',
  icon: IconCircleCheck,
  single: true,
  confirm: true,
  may: (template) => template.can.enable,
  run: enabling(true),
  told: (rows) => giftTemplatesChanged(rows, 'enabled'),
})
const disable = defineAction<Template>({
  id: 'system.giftTemplate.disable',
  icon: IconCircleMinus,
  single: true,
  confirm: true,
  may: (template) => template.can.disable,
  run: enabling(false),
  told: (rows) => giftTemplatesChanged(rows, 'disabled'),
})
const remove = defineAction<Template, Reason>({
  id: 'system.giftTemplate.delete',
  icon: IconTrash,
  danger: true,
  may: (template) => template.can.delete,
  form: reasonForm,
  run: (ids, { reason }) => call(giftTemplateDelete, { ids, reason }),
  told: (rows) => giftTemplatesChanged(rows, 'deleted'),
})

export const templateActions = [edit, enable, disable, remove]
