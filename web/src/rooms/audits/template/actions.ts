// Actions on reason templates.

import { auditTemplateEnable, type auditTemplateList } from '@greenroom/contract/auditTemplates'
import type { RecordOf } from '@greenroom/contract/call'
import { templateChanged } from '@greenroom/contract/sentences/audits'
import { editAction, switchActions } from '../../../action/usual.ts'
import { call } from '../../../api/call.ts'

export type Template = RecordOf<typeof auditTemplateList>

export const templateActions = [
  editAction<Template>('audits.template'),
  ...switchActions<Template>('audits.template', {
    single: true,
    // The call takes one template with its version; stale changes are refused.
    turn: (enabled, [templateId = 0], [row]) =>
      call(auditTemplateEnable, { templateId, version: row?.version ?? 0, enabled }),
    told: (state, [row]) => templateChanged({ en: row?.titleEn ?? '', cn: row?.titleCn ?? '' }, state),
  }),
]
