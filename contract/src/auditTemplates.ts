// The Audit area: reason templates.

import { queueMenus } from './audits.ts'
import type * as schema from './auditTemplates.schema.ts'
import { declare } from './call.ts'
import { callsOf } from './record.ts'
import { auditTemplate } from './records/audits.ts'

/** The enabled templates of a queue, in order. */
export const auditTemplateChoices = declare<typeof schema.auditTemplateChoices>('auditTemplateChoices', {
  method: 'GET',
  path: '/audit/template/choices',
  level: 'read',
  menuBy: queueMenus,
})

export const auditTemplateCalls = callsOf<typeof schema.auditTemplateCalls>(auditTemplate, {
  save: { codes: [10027, 90002] },
  update: { codes: [10027, 90002] },
})
