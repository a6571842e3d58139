// Where the bytes of pictures and exports lie.

import type { Readable } from 'node:stream'

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
