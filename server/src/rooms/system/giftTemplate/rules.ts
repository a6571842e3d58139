// What a gift template must be, and what may be done to it.
import type { RecordOf } from '@greenroom/contract/call'
import type { ErrorCode } from '@greenroom/contract/errors'
import { limits } from '@greenroom/contract/limits'
import type { giftTemplateList } from '@greenroom/contract/system'
import type { TemplateRow } from './queries.ts'

export type Shown = RecordOf<typeof giftTemplateList>
export type Scene = Shown['scene']

/** The catalogue's code for a name that is empty or over 20 characters; null when it is good. */
export const nameFault = (name: string): ErrorCode | null => {
  const characters = Array.from(name).length
  return characters >= 1 && characters <= limits.giftName ? null : 70001
}

/** The catalogue's code for a set of pictures that is too small, too large, odd, or names one twice. */
export function picturesFault(ids: readonly string[]): ErrorCode | null {
  if (ids.length < limits.giftPicturesMin) return 70004
  if (ids.length > limits.giftPicturesMax) return 70005
  if (ids.length % 2 !== 0) return 70006
  return new Set(ids).size === ids.length ? null : 70007
}

/** The row in plain words, as the log keeps it. */
export const templateOf = (row: TemplateRow) => ({
  id: row.id,
  name: row.name,
  scene: row.scene,
  pictureIds: row.picture_ids,
  enabled: row.enabled,
  remark: row.remark,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by,
  version: row.version,
})

/** `mayWrite`: the caller's role has the menu read-write. An enabled template is in use: it is disabled before it goes. */
export function can(row: TemplateRow, mayWrite: boolean): Shown['can'] {
  if (!mayWrite) return { update: 'readOnly', enable: 'readOnly', disable: 'readOnly', delete: 'readOnly' }
  return {
    update: true,
    enable: row.enabled ? 'already' : true,
    disable: row.enabled ? true : 'already',
    delete: row.enabled ? 'inUse' : true,
  }
}

/** The fields an update sets, named as the payload names them: for comparing yours with theirs. */
export const editable = (row: TemplateRow): Record<string, unknown> => ({
  name: row.name,
  scene: row.scene,
  pictureIds: row.picture_ids,
  remark: row.remark,
  enabled: row.enabled,
})

const extensions: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
}

/** Where a picture is read; `fileUrl` is the base of uploaded files. */
export const pictureUrl = (fileUrl: string, id: string, mime: string | undefined): string =>
  `${fileUrl}${id}${extensions[mime ?? ''] ?? ''}`
