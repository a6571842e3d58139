// What can be done to reason templates.

import { auditTemplateEnable, type auditTemplateList } from '@greenroom/contract/audits'
import type { RecordOf } from '@greenroom/contract/call'
import { templateChanged } from '@greenroom/contract/sentences/audits'
import { IconCircleCheck, IconCircleMinus, IconPencil } from '@tabler/icons-react'
import { defineAction } from '../../../action/action.ts'
import { call } from '../../../api/call.ts'

const titlesOf = (template?: Template) => ({ en: template?.titleEn ?? '', cn: template?.titleCn ?? '' })

export type Template = RecordOf<typeof auditTemplateList>

/** The call takes one template with its version; a stale screen is refused, never overwritten. */
const enabling = (enabled: boolean) => (_ids: unknown, _input: unknown, rows: readonly Template[]) =>
  call(auditTemplateEnable, { templateId: rows[0]?.templateId ?? 0, version: rows[0]?.version ?? 0, enabled })

const edit = defineAction<Template>({
  id: 'audits.template.edit',
  icon: IconPencil,
  key: 'edit',
  may: (template) => template.can.update,
  drawer: 'edit',
})
const enable = defineAction<Template>({
  id: 'audits.template.enable',
  icon: IconCircleCheck,
  single: true,
  may: (template) => template.can.enable,
  run: enabling(true),
  told: ([template]) => templateChanged(titlesOf(template), 'enabled'),
})
const disable = defineAction<Template>({
  id: 'audits.template.disable',
  icon: IconCircleMinus,
  single: true,
  confirm: true,
  may: (template) => template.can.disable,
  run: enabling(false),
  told: ([template]) => templateChanged(titlesOf(template), 'disabled'),
})

export const templateActions = [edit, enable, disable]
