// Queries for pictures: rows of files.file.

import { anyOf } from '../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import type { Purpose } from './pictures.rules.ts'

export type Picture = {
  id: string
  purpose: Purpose
  mime: string
  bytes: number
  width: number
  height: number
  sha256: Buffer
  storage_key: string
  /** Null for one that an import brought. */
  staff_id: number | null
  created_at: Date
}

export const insertPicture = (tx: Transaction, picture: Picture) =>
  tx.insertInto('files.file').values(picture).execute()

export const findPicture = (reader: Reader, id: string) =>
  reader.selectFrom('files.file').select(['mime', 'sha256', 'storage_key']).where('id', '=', id).executeTakeFirst()

/** Pictures older than `before`, oldest first, starting after `after`. */
export const oldPictures = (reader: Reader, before: Date, after: string) =>
  reader
    .selectFrom('files.file')
    .select(['id', 'storage_key'])
    .where('created_at', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(500)
    .execute()

/** Where every uploaded picture is stored. */
export async function pictureKeys(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('files.file').select('storage_key').execute()
  return rows.map((row) => row.storage_key)
}

export const deletePictures = (tx: Transaction, ids: string[]) =>
  tx.deleteFrom('files.file').where('id', '=', anyOf(ids)).execute()
