// Streams into and out of a backup.
import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Storage } from '../files/index.ts'
import { BackupProblem } from './problem.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Passes bytes on and hashes them. */
export async function* hashed(bytes: Bytes, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

/** Stores bytes compressed. @returns the size and hash of what was stored. */
export async function putPacked(
  storage: Storage,
  key: string,
  bytes: Bytes,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(bytes, createZstdCompress(), async (packed: Bytes) => {
    size = await storage.put(key, hashed(packed, hash))
  })
  return { size, sha256: hash.digest('hex') }
}

/**
 * Passes the decompressed bytes to `work`, and hashes them as stored. @throws BackupProblem if they are missing or
 * damaged.
 */
export async function withUnpacked<T>(
  storage: Storage,
  key: string,
  work: (bytes: Bytes) => Promise<T>,
): Promise<{ result: T; sha256: string }> {
  const stored = await present(storage, key)
  const hash = createHash('sha256')
  let result: T | undefined
  try {
    await pipeline(hashed(stored, hash), createZstdDecompress(), async (bytes: Bytes) => {
      result = await work(bytes)
      // Read to the end, to complete the hash.
      for await (const _ of bytes);
    })
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('ZSTD') === true) throw new BackupProblem(`${key} is damaged.`)
    throw error
  }
  return { result: result as T, sha256: hash.digest('hex') }
}

/** @throws BackupProblem if the object is missing. */
export async function present(storage: Storage, key: string): Promise<Readable> {
  const stream = await storage.get(key)
  if (!stream) throw new BackupProblem(`${key} is missing from the backup.`)
  return stream
}
