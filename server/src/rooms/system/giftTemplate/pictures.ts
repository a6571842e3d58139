// Pictures of gift templates: where they are read, and which must stay.
import { type Selectable, sql } from 'kysely'
import type { DB, Reader, Transaction } from '../../../kit/database.ts'

const extensions: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
}

/** Where a picture is read; `fileUrl` is the base of uploaded files. */
export const pictureUrl = (fileUrl: string, id: string, mime: string | undefined): string =>
  `${fileUrl}${id}${extensions[mime ?? ''] ?? ''}`

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

/** The template of each scene that has one enabled. */
export const enabledTemplates = (reader: Reader): Promise<Selectable<DB['system.gift_template']>[]> =>
  reader.selectFrom('system.gift_template').selectAll().where('enabled', '=', true).orderBy('scene').execute()

/** Those of `ids` that a template shows: pictures that must stay. */
export async function picturesInUse(tx: Transaction, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct shown.id
      from system.gift_template t cross join lateral unnest(t.picture_ids) as shown (id)
     where t.picture_ids && ${ids}::uuid[] and shown.id = any (${ids}::uuid[])`.execute(tx)
  return rows.map((row) => row.id)
}
