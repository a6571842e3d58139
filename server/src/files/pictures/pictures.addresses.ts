// Where uploaded pictures are read, for rooms that keep their ids.

import { anyOf } from '../../kit/database/anyOf.ts'
import type { Reader } from '../../kit/database/database.ts'
import type { Purpose } from './pictures.rules.ts'

const extensions: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'application/json': '.json',
  'video/mp4': '.mp4',
}

/** Where a file is read; `fileUrl` is the base of uploaded files. */
export const fileAddress = (fileUrl: string, id: string, mime: string | undefined): string =>
  `${fileUrl}${id}${extensions[mime ?? ''] ?? ''}`

/** Those of `ids` that were uploaded for one of these purposes, with their kind of file. */
export async function uploadedFor(
  reader: Reader,
  purposes: readonly Purpose[],
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('files.file')
    .select(['id', 'mime'])
    .where('id', '=', anyOf([...new Set(ids)]))
    .where('purpose', 'in', [...purposes])
    .execute()
  return new Map(rows.map((row) => [row.id, row.mime]))
}
