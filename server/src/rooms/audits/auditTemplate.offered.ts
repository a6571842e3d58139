// The templates that each queue offers.
import type { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import type { Answer } from '@greenroom/contract/call'
import type { MachineLabel } from '@greenroom/contract/machineLabels'
import type { Sentence } from '@greenroom/contract/sentences/words'
import type { auditKinds } from '@greenroom/contract/statesAndKinds'
import { type Selectable, sql } from 'kysely'
import type { DB, Reader } from '../../kit/database/database.ts'

export type TemplateRow = Selectable<DB['audits.template']>
export type AuditKind = (typeof auditKinds)[number]

/** What staff call it. */
export const titleOf = (row: TemplateRow | undefined): Sentence | undefined =>
  row && { en: row.title_en, cn: row.title_cn }

/** Maps a row to an offered template. */
export const choiceOf = (row: TemplateRow): Answer<typeof auditTemplateChoices>['templates'][number] => ({
  templateId: row.id,
  kinds: row.kinds as AuditKind[],
  titleEn: row.title_en,
  titleCn: row.title_cn,
  textEn: row.text_en,
  textCn: row.text_cn,
  sort: row.sort,
  labels: row.labels as MachineLabel[],
})

/** The templates offered in a queue, in order. */
export const templatesOffered = (reader: Reader, kind: AuditKind): Promise<TemplateRow[]> =>
  reader
    .selectFrom('audits.template')
    .selectAll()
    .where('enabled', '=', true)
    .where(sql<boolean>`${kind} = any (kinds)`)
    .orderBy('sort')
    .execute()

/** The template if it is enabled and offered in each of these queues. */
export const templateOffered = (
  reader: Reader,
  id: number,
  kinds: readonly AuditKind[],
): Promise<TemplateRow | undefined> =>
  reader
    .selectFrom('audits.template')
    .selectAll()
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where(sql<boolean>`kinds @> ${kinds}::text[]`)
    .executeTakeFirst()
