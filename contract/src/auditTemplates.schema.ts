// Payloads and results of the Audit calls: reason templates.
import { z } from 'zod'
import { auditKind } from './audits.schema.ts'
import {
  can,
  count,
  flag,
  instant,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  pageOf,
  prose,
  rowId,
  version,
  whole,
} from './fields.ts'
import { auditKinds } from './words.ts'

const templateFields = {
  /** The queues that offer it. */
  kinds: listOf(auditKind, auditKinds.length),
  titleEn: line(60),
  titleCn: line(60),
  /** The text sent to the user. */
  textEn: prose(500, 1),
  textCn: prose(500, 1),
  /** Its position in the list, which is also its key; from 1, unique. */
  sort: whole(1, 9_999),
}

const template = z.object({
  templateId: count(),
  kinds: z.array(auditKind),
  titleEn: z.string(),
  titleCn: z.string(),
  textEn: z.string(),
  textCn: z.string(),
  sort: count(),
})

const templateRow = z.object({
  ...template.shape,
  enabled: z.boolean(),
  /** Uses in the last 30 days. */
  uses: count(),
  updatedAt: instant(),
  updatedBy: z.string(),
  version: count(),
  can: can('update', 'enable', 'disable'),
})

export const auditTemplateChoices = {
  payload: z.object({ kind: auditKind }),
  answer: z.object({ templates: z.array(template) }),
}

export const auditTemplateList = {
  payload: listPayload({ kind: optional(auditKind), text: optional(line(60)), enabled: optional(flag()) }),
  answer: pageOf(templateRow),
}

export const auditTemplateSave = { payload: z.object(templateFields), answer: z.object({ template: templateRow }) }

export const auditTemplateUpdate = {
  payload: z.object({ templateId: rowId(), version: version(), ...templateFields }),
  answer: z.object({ template: templateRow }),
}

export const auditTemplateEnable = {
  payload: z.object({ templateId: rowId(), version: version(), enabled: flag() }),
  answer: nothing(),
}
