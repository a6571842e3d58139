import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

/**
 * The addresses of an item's pictures, for a reader of `kind`; undefined if there is no such item. Passed certifications are visible to
 * readers of every kind.
 */
export async function itemPictures(reader: Reader, itemId: string, kind: string | null): Promise<string[] | undefined> {
  const { rows } = await sql<{ urls: string[] }>`
    select picture_urls as urls from audits.item
     where id = ${itemId}
       and (${kind}::text is null or kind = ${kind} or (kind = 'official' and state = 'passed'))`.execute(reader)
  return rows[0]?.urls
}

/** The addresses of a report's evidence, then of the reported post. */
export async function reportPictures(reader: Reader, reportId: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ urls: string[] }>`
    select r.evidence_urls || coalesce(i.picture_urls, '{}') as urls
      from audits.report r left join audits.item i on i.id = r.dynamic_id and i.kind = 'dynamic'
     where r.id = ${reportId}`.execute(reader)
  return rows[0]?.urls
}
