// A backup's manifest. It is written last: a backup without one was interrupted and is ignored.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Storage } from '../files/index.ts'
import { BackupProblem } from './problem.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const manifest = z.object({
  format: z.literal(1),
  /** Start time, as `20261122t100000z`; backups sort by it. */
  id: z.string().regex(/^\d{8}t\d{6}z$/),
  /** The installation it belongs to. */
  installation: z.uuid(),
  /** The major version of PostgreSQL. */
  postgres: z.string(),
  begun: z.iso.datetime(),
  /** The earliest point in time it can be restored to. */
  ended: z.iso.datetime(),
  /** The first WAL segment that a restore needs; its first eight digits are the timeline. */
  firstSegment: z.string().regex(/^[0-9A-F]{24}$/),
  /** The last one that it needs itself; later ones lead to later moments. Absent in backups before 0.3.0. */
  lastSegment: z
    .string()
    .regex(/^[0-9A-F]{24}$/)
    .optional(),
  /** PostgreSQL's `backup_label`. */
  label: z.string(),
  /** The compressed cluster. */
  packed: z.object({ key: z.string(), size: z.int(), sha256 }),
  cluster: z.array(z.object({ path: z.string(), size: z.int(), sha256 })),
  /** Uploaded files at that time, by their keys in the backup. */
  files: z.array(z.object({ key: z.string(), size: z.int() })),
  /** Uploaded files that stay in their bucket, at that time: they are not copied, but a restore says which are gone. */
  bucket: z.object({ name: z.string(), objects: z.array(z.object({ key: z.string(), size: z.int() })) }).optional(),
})

export type Manifest = z.output<typeof manifest>

export const folderOf = (id: string): string => `base/${id}`
const keyOf = (id: string) => `${folderOf(id)}/manifest.json`
const hashKeyOf = (id: string) => `${folderOf(id)}/manifest.sha256`
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** An object as text, or null if there is none. */
export async function textAt(storage: Storage, key: string): Promise<string | null> {
  const stream = await storage.get(key)
  if (!stream) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Writes the manifest, prefixed with its hash. */
export async function writeManifest(storage: Storage, written: Manifest): Promise<void> {
  const text = `${JSON.stringify(written, null, 1)}\n`
  await storage.put(hashKeyOf(written.id), [Buffer.from(`${hashOf(text)}\n`)])
  await storage.put(keyOf(written.id), [Buffer.from(text)])
}

/** @throws BackupProblem if the manifest doesn't match its hash. */
export async function readManifest(storage: Storage, id: string): Promise<Manifest> {
  const [text, hash] = await Promise.all([textAt(storage, keyOf(id)), textAt(storage, hashKeyOf(id))])
  if (text === null || hash?.trim() !== hashOf(text))
    throw new BackupProblem(`The manifest of backup ${id} was changed or is damaged.`)
  return manifest.parse(JSON.parse(text))
}

/** When a backup began, by its id. */
export const timeOf = (id: string): Date =>
  new Date(id.replace(/^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Ids of complete backups, oldest first. */
export async function backupsIn(storage: Storage): Promise<string[]> {
  const ids: string[] = []
  for await (const { key } of storage.list('base/')) {
    const id = /^base\/(\d{8}t\d{6}z)\/manifest\.json$/.exec(key)?.[1]
    if (id !== undefined) ids.push(id)
  }
  return ids.toSorted()
}
