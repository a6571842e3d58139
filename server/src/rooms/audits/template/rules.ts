// What a reason template is to those who look at it.

import type { auditTemplateChoices, auditTemplateList } from '@greenroom/contract/audits'
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { AuditKind, TemplateRow } from './queries.ts'

type Choice = Answer<typeof auditTemplateChoices>['templates'][number]
type Shown = RecordOf<typeof auditTemplateList>

const day = 86_400_000

/** Uses are counted from here on: the last 30 days. */
export const usesSince = (now: Date): Date => new Date(now.getTime() - 30 * day)

/** The row as a queue offers it. */
export const choiceOf = (row: TemplateRow): Choice => ({
  templateId: row.id,
  kinds: row.kinds as AuditKind[],
  titleEn: row.title_en,
  titleCn: row.title_cn,
  textEn: row.text_en,
  textCn: row.text_cn,
  sort: row.sort,
})

/** `mayWrite`: the caller's role has the menu read-write. */
export function canOf({ enabled }: Pick<TemplateRow, 'enabled'>, mayWrite: boolean): Shown['can'] {
  if (!mayWrite) return { update: 'readOnly', enable: 'readOnly', disable: 'readOnly' }
  return { update: true, enable: enabled ? 'already' : true, disable: enabled ? true : 'already' }
}

/** The row as the list shows it. */
export const shownTemplate = (row: TemplateRow, uses: number, mayWrite: boolean): Shown => ({
  ...choiceOf(row),
  enabled: row.enabled,
  uses,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by,
  version: row.version,
  can: canOf(row, mayWrite),
})

/** The row as the log keeps it. */
export const templateOf = (row: TemplateRow) => ({ ...choiceOf(row), enabled: row.enabled, version: row.version })

/** The fields an update sets, named as the payload names them: for comparing yours with theirs. */
export const editable = (row: TemplateRow): Record<string, unknown> => {
  const { templateId: _, ...fields } = choiceOf(row)
  return { ...fields, enabled: row.enabled }
}
