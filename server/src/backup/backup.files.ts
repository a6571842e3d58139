// Uploaded files. Keys are never reused, so an existing copy needs no check: it is under `files/`, its hash and its
// key. Exports can be recreated and are left out; nothing else of a data directory is read.
import { createHash } from 'node:crypto'
import { link, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from '../files/index.ts'
import { present } from './bytes.ts'
import { BackupProblem } from './problem.ts'

const form = /^files\/([0-9a-f]{64})\/(.+)$/
const left = /^exports\//

/** Copies files that the backup doesn't have yet. @returns all files in the backup, by their keys in it. */
export async function copyFiles(from: Storage, backup: Storage): Promise<{ key: string; size: number }[]> {
  const kept = new Map<string, { key: string; size: number }>()
  for await (const { key, size } of backup.list('files/')) {
    const own = form.exec(key)?.[2]
    if (own !== undefined) kept.set(own, { key, size })
  }
  const all: { key: string; size: number }[] = []
  for await (const { key } of from.list('')) {
    if (left.test(key)) continue
    const copied = kept.get(key) ?? (await copy(from, backup, key))
    if (copied) all.push(copied)
  }
  return all
}

/**
 * The same for a backup on the same disk: files are linked, which takes no room, since neither side ever changes one. Copies where that
 * can't be.
 *
 * @param folder of `from` @param target of `backup`
 */
export async function linkFiles(
  from: Storage,
  folder: string,
  backup: Storage,
  target: string,
): Promise<{ key: string; size: number }[]> {
  const all: { key: string; size: number }[] = []
  for await (const { key, size } of from.list('')) {
    if (left.test(key)) continue
    const hash = await hashAt(from, key)
    if (hash === null) continue
    const kept = `files/${hash}/${key}`
    await mkdir(dirname(join(target, kept)), { recursive: true })
    const linked = await link(join(folder, key), join(target, kept)).then(
      () => ({ key: kept, size }),
      () => copy(from, backup, key),
    )
    if (linked) all.push(linked)
  }
  return all
}

/** What a backup names of a bucket: everything but exports. */
export async function objectsIn(storage: Storage): Promise<{ key: string; size: number }[]> {
  const all: { key: string; size: number }[] = []
  for await (const { key, size } of storage.list('')) if (!left.test(key)) all.push({ key, size })
  return all
}

/** Those of `named` that a bucket no longer has, or has with another size. */
export async function lostOf(storage: Storage, named: readonly { key: string; size: number }[]): Promise<string[]> {
  const sizes = new Map((await objectsIn(storage)).map(({ key, size }) => [key, size]))
  return named.filter(({ key, size }) => sizes.get(key) !== size).map(({ key }) => key)
}

/** Undefined if it was removed in the meantime. */
async function copy(from: Storage, backup: Storage, key: string) {
  const hash = await hashAt(from, key)
  const bytes = hash === null ? null : await from.get(key)
  if (!bytes) return undefined
  const kept = `files/${hash}/${key}`
  return { key: kept, size: await backup.put(kept, bytes as AsyncIterable<Uint8Array>) }
}

async function hashAt(storage: Storage, key: string): Promise<string | null> {
  const stream = await storage.get(key)
  if (!stream) return null
  const hash = createHash('sha256')
  for await (const chunk of stream as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}

/** @throws BackupProblem if a file is missing or changed. */
export async function checkFile(backup: Storage, key: string): Promise<void> {
  if ((await hashAt(backup, key)) !== form.exec(key)?.[1]) throw new BackupProblem(`${key} is missing or damaged.`)
}

/**
 * Restores every file of the backup below `folder`, including those added after it, since the replayed WAL may refer to
 * them. The nightly sweep removes unreferenced ones. @returns how many.
 */
export async function restoreFiles(backup: Storage, folder: string): Promise<number> {
  let count = 0
  for await (const { key } of backup.list('files/')) {
    const [, sha256, own] = form.exec(key) ?? []
    if (own === undefined) continue
    const path = join(folder, own)
    await mkdir(dirname(path), { recursive: true })
    const hash = createHash('sha256')
    const file = await open(path, 'wx', 0o640)
    try {
      for await (const chunk of (await present(backup, key)) as AsyncIterable<Uint8Array>) {
        hash.update(chunk)
        await file.write(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    if (hash.digest('hex') !== sha256) throw new BackupProblem(`${key} is damaged.`)
    count++
  }
  return count
}
