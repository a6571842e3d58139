// Reason templates belong to the platform: every caller with the menu sees all of them.
import type { auditKinds } from '@greenroom/contract/words'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB, Reader, Transaction } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { containing } from '../../../kit/text.ts'

export type TemplateRow = Selectable<DB['audits.template']>
export type AuditKind = (typeof auditKinds)[number]

export type TemplateFilters = {
  kind?: AuditKind | undefined
  text?: string | undefined
  enabled?: boolean | undefined
}

const keyset: Keyset<TemplateRow> = {
  sorts: {
    sort: { column: 't.sort', type: 'int', of: (row) => row.sort },
    updatedAt: { column: 't.updated_at', type: 'timestamptz', of: (row) => row.updated_at },
  },
  defaultSort: 'sort',
  id: { column: 't.id', type: 'int', of: (row) => row.id },
  defaultSize: 50,
}

const offeredIn = (kind: AuditKind) => sql<boolean>`${kind} = any (kinds)`

/** One page in the templates' own order; `text` is part of a title or a text, in either language. */
export function templatePage(reader: Reader, filters: TemplateFilters, request: PageRequest) {
  let query = reader.selectFrom('audits.template as t').selectAll('t')
  const { kind, text, enabled } = filters
  if (kind !== undefined) query = query.where(offeredIn(kind))
  if (enabled !== undefined) query = query.where('t.enabled', '=', enabled)
  if (text !== undefined) {
    const pattern = sql<string>`${containing(text)}`
    query = query.where((where) =>
      where.or(
        (['t.title_en', 't.title_cn', 't.text_en', 't.text_cn'] as const).map((of) => where(of, 'ilike', pattern)),
      ),
    )
  }
  return pageOf(reader, query, keyset, request, filters)
}

/** How often each of these templates was used since `from`. */
export async function usesOf(reader: Reader, ids: readonly number[], from: Date): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('audits.review')
    .select(['template_id', sql<number>`count(*)::int`.as('uses')])
    .where('template_id', 'in', ids)
    .where('decided_at', '>=', from)
    .groupBy('template_id')
    .execute()
  return new Map(rows.map((row) => [row.template_id!, row.uses]))
}

/** The templates that are offered in a queue, in their order. */
export const templatesOffered = (reader: Reader, kind: AuditKind): Promise<TemplateRow[]> =>
  reader
    .selectFrom('audits.template')
    .selectAll()
    .where('enabled', '=', true)
    .where(offeredIn(kind))
    .orderBy('sort')
    .execute()

/** The template when it is enabled and offered in each of these queues. */
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

/** The row, locked until the transaction ends. */
export const lockTemplate = (tx: Transaction, id: number): Promise<TemplateRow | undefined> =>
  tx.selectFrom('audits.template').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertTemplate = (tx: Transaction, values: Insertable<DB['audits.template']>): Promise<TemplateRow> =>
  tx.insertInto('audits.template').values(values).returningAll().executeTakeFirstOrThrow()

export const updateTemplate = (
  tx: Transaction,
  id: number,
  values: Updateable<DB['audits.template']>,
): Promise<TemplateRow> =>
  tx
    .updateTable('audits.template')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
