// Pictures of gift templates: which must stay.
import { type Selectable, sql } from 'kysely'
import { uploadedFor } from '../../../files/index.ts'
import type { DB, Reader, Transaction } from '../../../kit/database.ts'

export { fileAddress as pictureUrl } from '../../../files/index.ts'

/** Those of `ids` that are uploaded gift pictures, with their kind of picture. */
export const giftPictures = (reader: Reader, ids: readonly string[]): Promise<Map<string, string>> =>
  uploadedFor(reader, ['giftPicture'], ids)

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
