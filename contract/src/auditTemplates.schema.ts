// Payloads and results of the Audit calls: reason templates.
import { z } from 'zod'
import { auditKind } from './audits.schema.ts'
import { rowOf, schemasOf } from './record.schema.ts'
import { auditTemplate } from './records/audits.ts'

const templates = schemasOf(auditTemplate)
const saved = z.object({ template: rowOf(auditTemplate) })

export const auditTemplateCalls = {
  ...templates,
  save: { payload: templates.save.payload, answer: saved },
  update: { payload: templates.update.payload, answer: saved },
}

export const auditTemplateChoices = {
  payload: z.object({ kind: auditKind }),
  answer: z.object({
    templates: z.array(
      rowOf(auditTemplate, ['templateId', 'kinds', 'titleEn', 'titleCn', 'textEn', 'textCn', 'sort', 'labels']),
    ),
  }),
}
