// Uploaded pictures: checked, re-encoded, stored, and removed once unreferenced.

import { createHash } from 'node:crypto'
import type { fileUpload } from '@greenroom/contract/access'
import type { Parsed } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { pictureUploaded } from '@greenroom/contract/sentences/files'
import { type Context, isOutside, levelOn, staffOf } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import { record } from '../../log/index.ts'
import type { Storage } from '../storage.ts'
import { readAnimation } from './pictures.animation.ts'
import { encode } from './pictures.encode.ts'
import { deletePictures, insertPicture, oldPictures } from './pictures.queries.ts'
import { extensions, mimeOf, type Purpose, type PurposeRules, purposes } from './pictures.rules.ts'

/** Which of the ids a room still references. Each room that stores picture ids provides one. */
export type PicturesInUse = (tx: Transaction, ids: string[]) => Promise<string[]>

type Upload = Parsed<typeof fileUpload> & { file: Buffer | undefined }

/**
 * Stores an uploaded picture and returns its URL.
 *
 * @throws Refusal 10026 without the purpose's menu, 10009 `file` if it is no picture or too large.
 */
export async function upload(context: Context, storage: Storage, fileUrl: string, { purpose, file }: Upload) {
  const staff = staffOf(context)
  const rules = purposes[purpose]
  const menus = rules.menu === null ? null : [rules.menu].flat()
  if (menus && ((isOutside(staff) && !rules.outside) || !menus.some((menu) => levelOn(staff, menu) === 3)))
    throw refuseBecause(10026, 'menu', 'menu.missing', { menus })
  const isAnimation = purpose === 'giftAnimation'
  if (!file || file.byteLength === 0)
    throw refuseBecause(10009, 'file', isAnimation ? 'animation.kind' : 'picture.kind')
  if (file.byteLength > limits.imageBytes)
    throw refuseBecause(10009, 'file', 'picture.size', { most: limits.imageBytes / 1024 / 1024 })
  const { mime, extension, bytes, width, height } = isAnimation ? readAnimation(file) : await encoded(file, rules)

  const now = wallNow()
  const id = newId(now)
  const name = `${id}.${extension}`
  const storageKey = `pictures/${id.slice(-2)}/${name}`
  await storage.put(storageKey, [bytes])
  try {
    await context.tx(async (tx) => {
      await insertPicture(tx, {
        id,
        purpose,
        mime,
        bytes: bytes.byteLength,
        width,
        height,
        sha256: createHash('sha256').update(bytes).digest(),
        storage_key: storageKey,
        staff_id: staff.id,
        created_at: now,
      })
      await record(tx, context, {
        target: `file ${id}`,
        content: pictureUploaded({ purpose, width, height }),
        before: null,
        after: { id, purpose, mime, bytes: bytes.byteLength, width, height },
      })
    })
  } catch (error) {
    await storage.remove(storageKey)
    throw error
  }
  return { fileId: id, url: `${fileUrl}${name}`, mime, bytes: bytes.byteLength, width, height }
}

/**
 * Stores a picture that no member of staff uploaded, in the caller's transaction. Done again with the same id after that failed, it overwrites
 * its file.
 *
 * @throws Refusal 10009 if it is no picture or too large
 */
export async function keepPicture(
  tx: Transaction,
  storage: Storage,
  { id, purpose, file }: { id: string; purpose: Purpose; file: Buffer },
): Promise<void> {
  const { mime, extension, bytes, width, height } = await encoded(file, purposes[purpose])
  const storageKey = `pictures/${id.slice(-2)}/${id}.${extension}`
  await storage.put(storageKey, [bytes])
  await insertPicture(tx, {
    id,
    purpose,
    mime,
    width,
    height,
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest(),
    storage_key: storageKey,
    staff_id: null,
    created_at: wallNow(),
  })
}

async function encoded(file: Buffer, rules: PurposeRules) {
  const { format, ...rest } = await encode(file, rules)
  return { ...rest, mime: mimeOf(format), extension: extensions[format] }
}

/** Those of `keys` that the storage does not have. */
export async function lostPictures(storage: Storage, keys: readonly string[]): Promise<string[]> {
  const stored = new Set<string>()
  for await (const { key } of storage.list('pictures/')) stored.add(key)
  return keys.filter((key) => !stored.has(key))
}

/** A form may stay open for a day before it is saved. */
const orphanAfter = 24 * 3_600_000

/** Removes pictures older than a day that no room references: first the rows, then the files. */
export async function removeOrphans(
  database: Database,
  storage: Storage,
  inUse: readonly PicturesInUse[],
): Promise<number> {
  const before = new Date(wallNow().getTime() - orphanAfter)
  let removed = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const found = await oldPictures(database, before, after)
    const last = found.at(-1)
    if (!last) return removed
    after = last.id
    const gone = await inTransaction(database, async (tx) => {
      const ids = found.map((picture) => picture.id)
      const used = new Set((await Promise.all(inUse.map((of) => of(tx, ids)))).flat())
      const orphans = found.filter((picture) => !used.has(picture.id))
      if (orphans.length > 0)
        await deletePictures(
          tx,
          orphans.map((picture) => picture.id),
        )
      return orphans
    })
    for (const picture of gone) await storage.remove(picture.storage_key)
    removed += gone.length
  }
}
