// The templates that each queue offers.
import type { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import type { Answer } from '@greenroom/contract/call'
import { namesOf } from '@greenroom/contract/localized'
import type { MachineLabel } from '@greenroom/contract/machineLabels'
import type { Sentence } from '@greenroom/contract/sentences/words'
import type { auditKinds } from '@greenroom/contract/statesAndKinds'
import { type Selectable, sql } from 'kysely'
import type { DB, Reader } from '../../kit/database/database.ts'

export type TemplateRow = Selectable<DB['audits.template']>
export type AuditKind = (typeof auditKinds)[number]

/** What staff call it. */
export const titleOf = (row: TemplateRow | undefined): Sentence | undefined => row && namesOf(row.titles)

/** Maps a row to an offered template. */
export const choiceOf = (row: TemplateRow): Answer<typeof auditTemplateChoices>['templates'][number] => ({
  templateId: row.id,
  kinds: row.kinds as AuditKind[],
  titleEn: namesOf(row.titles).en,
  titleCn: namesOf(row.titles).cn,
  textEn: namesOf(row.texts).en,
  textCn: namesOf(row.texts).cn,
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
