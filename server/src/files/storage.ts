// Where the bytes of pictures and exports lie: on disk, or in S3-compatible storage where that is set.

import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { diskStorage } from './disk.ts'

export type Range = { start: number; end: number }

/** `modified` is wall time. */
export type Stored = { key: string; size: number; modified: Date }

/** Keys are ours: lower-case letters, digits, `-`, `.` and `/`; see `checkKey`. */
export type Storage = {
  /** Stores a whole object or none; answers its size in bytes. */
  put(key: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number>
  /** The object or the bytes `start` to `end` (inclusive) of it; null when there is none. */
  get(key: string, range?: Range): Promise<Readable | null>
  /** Every object whose key begins with `prefix`, a key's beginning up to a slash. */
  list(prefix: string): AsyncIterable<Stored>
  /** Removes the object; one that is not there is removed already. */
  remove(key: string): Promise<void>
}

const keyForm = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z0-9]+)?$/

/** Keys come from us, not from callers; this keeps it so. No segment can be `..`, and none is absolute. */
export function checkKey(key: string): string {
  if (key.length > 200 || !keyForm.test(key)) throw new Error(`not a storage key: ${key}`)
  return key
}

/** Opens what the settings name. The S3 client is loaded only where it is used: it is large. */
export async function openStorage(config: Config): Promise<Storage> {
  if (config.S3_BUCKET === undefined) return diskStorage(join(config.DATA_DIR, 'files'))
  return openBucket(config, config.S3_BUCKET)
}

/** Opens a bucket with the settings' credentials. */
export async function openBucket(config: Config, bucket: string): Promise<Storage> {
  const { s3Storage } = await import('./s3.ts')
  return s3Storage({
    bucket,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
  })
}
