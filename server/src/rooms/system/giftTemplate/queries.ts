// Gift templates belong to the platform: every caller with the menu sees all of them.
import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { DB, Reader, Transaction } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { containing } from '../../../kit/text.ts'

export type TemplateRow = Selectable<DB['system.gift_template']>

export type TemplateFilters = { q?: string | undefined; scene?: string | undefined; enabled?: boolean | undefined }

const keyset: Keyset<TemplateRow> = {
  sorts: {
    updatedAt: { column: 't.updated_at', type: 'timestamptz', of: (row) => row.updated_at },
    name: { column: 't.name', type: 'text', of: (row) => row.name },
  },
  defaultSort: '-updatedAt',
  id: { column: 't.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}

/** One page, last changed first; `q` is part of the name or the remark. */
export function templatePage(reader: Reader, filters: TemplateFilters, request: PageRequest) {
  let query = reader.selectFrom('system.gift_template as t').selectAll('t')
  const { q, scene, enabled } = filters
  if (scene !== undefined) query = query.where('t.scene', '=', scene)
  if (enabled !== undefined) query = query.where('t.enabled', '=', enabled)
  if (q !== undefined) {
    const pattern = sql<string>`${containing(q)}`
    query = query.where((where) => where.or([where('t.name', 'ilike', pattern), where('t.remark', 'ilike', pattern)]))
  }
  return pageOf(reader, query, keyset, request, filters)
}

/** The template of each scene that has one. */
export const enabledTemplates = (reader: Reader): Promise<TemplateRow[]> =>
  reader.selectFrom('system.gift_template').selectAll().where('enabled', '=', true).orderBy('scene').execute()

export const templateOfId = (reader: Reader, id: number): Promise<TemplateRow | undefined> =>
  reader.selectFrom('system.gift_template').selectAll().where('id', '=', id).executeTakeFirst()

/** Those of `ids` that are uploaded gift pictures, with their kind of picture. */
export async function giftPictures(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('files.file')
    .select(['id', 'mime'])
    .where('id', 'in', [...new Set(ids)])
    .where('purpose', '=', 'giftPicture')
    .execute()
  return new Map(rows.map((row) => [row.id, row.mime]))
}

/** Those of `ids` that a template shows: pictures that must stay. */
export async function picturesInUse(tx: Transaction, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct shown.id
      from system.gift_template t cross join lateral unnest(t.picture_ids) as shown (id)
     where t.picture_ids && ${ids}::uuid[] and shown.id = any (${ids}::uuid[])`.execute(tx)
  return rows.map((row) => row.id)
}

export const insertTemplate = (tx: Transaction, values: Insertable<DB['system.gift_template']>): Promise<TemplateRow> =>
  tx.insertInto('system.gift_template').values(values).returningAll().executeTakeFirstOrThrow()

/** Those of `ids` that exist, locked in the order of their ids. */
export const lockTemplates = (tx: Transaction, ids: number[]): Promise<TemplateRow[]> =>
  tx.selectFrom('system.gift_template').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** The name of the template that is enabled in a scene, if any. */
export async function enabledIn(tx: Transaction, scene: string): Promise<string | null> {
  const row = await tx
    .selectFrom('system.gift_template')
    .select('name')
    .where('scene', '=', scene)
    .where('enabled', '=', true)
    .executeTakeFirst()
  return row?.name ?? null
}

export const updateTemplate = (
  tx: Transaction,
  id: number,
  values: Updateable<DB['system.gift_template']>,
): Promise<TemplateRow> =>
  tx
    .updateTable('system.gift_template')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteTemplates = (tx: Transaction, ids: number[]): Promise<unknown> =>
  ids.length === 0 ? Promise.resolve() : tx.deleteFrom('system.gift_template').where('id', 'in', ids).execute()
