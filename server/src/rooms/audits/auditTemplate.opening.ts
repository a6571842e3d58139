// Reason templates of an old console, as an import brings them (docs/moving-in.md).
import type { ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import type { Origin } from '../users/index.ts'

type Template = ImportRecord<'template'>

export const openTemplates = (tx: Transaction, { by, now }: Origin, templates: readonly Template[]) =>
  sql`
    insert into audits.template (kinds, titles, texts, sort, labels, enabled, updated_at, updated_by)
    select t.kinds, jsonb_build_object('en', t."titleEn", 'cn', t."titleCn"), jsonb_build_object('en', t."textEn", 'cn', t."textCn"), t.sort,
           t.labels, t.enabled, ${now}, ${by}
      from jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) as t(
             sort int, "titleEn" text, "titleCn" text, "textEn" text, "textCn" text, kinds text[], labels text[], enabled boolean)
     order by t.sort`.execute(tx)

/** Templates that were changed since, or with which somebody decided. By their place in the list. */
export async function templatesInUse(tx: Transaction, sorts: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ sort: number }>`
    select t.sort from audits.template t
     where t.sort = any(${sorts}::int[])
       and (t.version > 1 or exists (select from audits.review r where r.template_id = t.id))
     order by 1`.execute(tx)
  return rows.map(({ sort }) => sort)
}

export const closeTemplates = (tx: Transaction, sorts: readonly number[]) =>
  sql`delete from audits.template where sort = any(${sorts}::int[])`.execute(tx)
