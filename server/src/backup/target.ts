// Where backups lie: a folder, or a bucket in S3-compatible storage. The data directory notes it at the first backup, so that
// the server sends the log to the same place whatever its own settings say.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { diskStorage, openBucket, type Storage } from '../files/index.ts'
import { textAt } from './manifest.ts'
import { BackupProblem } from './problem.ts'

const target = z.union([z.object({ folder: z.string() }), z.object({ bucket: z.string() })])
export type Target = z.output<typeof target>

/** Where the settings send backups: beside the data directory unless they say otherwise. */
export const targetOf = (config: Config): Target =>
  config.BACKUP_BUCKET === undefined
    ? { folder: config.BACKUP_DIR ?? `${config.DATA_DIR}-backups` }
    : { bucket: config.BACKUP_BUCKET }

export const nameOf = (where: Target): string => ('folder' in where ? where.folder : `bucket ${where.bucket}`)

/** @throws BackupProblem when a bucket is meant and there are no credentials. */
export async function openTarget(config: Config, where: Target): Promise<Storage> {
  if ('folder' in where) return diskStorage(where.folder)
  if (config.S3_ACCESS_KEY_ID === undefined || config.S3_SECRET_ACCESS_KEY === undefined)
    throw new BackupProblem(`Backups go to ${nameOf(where)}: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too.`)
  return openBucket(config, where.bucket)
}

const noteIn = (dataDir: string) => join(dataDir, 'backup.json')

/** Where the backups of a data directory go, or undefined before the first. */
export function notedTarget(dataDir: string): Target | undefined {
  const path = noteIn(dataDir)
  return existsSync(path) ? target.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

export async function noteTarget(dataDir: string, where: Target): Promise<void> {
  const draft = `${noteIn(dataDir)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(where)}\n`)
  await rename(draft, noteIn(dataDir))
}

const ownerKey = 'installation'

/**
 * Makes sure that a place holds the backups of one installation: a restored copy is another one, and its log must not mix
 * with that of the original.
 *
 * @throws BackupProblem when it holds another's.
 */
export async function claimTarget(storage: Storage, where: Target, installation: string): Promise<void> {
  if ('folder' in where) await mkdir(where.folder, { recursive: true, mode: 0o700 })
  const owner = (await textAt(storage, ownerKey))?.trim()
  if (owner === undefined) await storage.put(ownerKey, [Buffer.from(`${installation}\n`)])
  else if (owner !== installation)
    throw new BackupProblem(
      `${nameOf(where)} holds the backups of another installation, or of the one that this is a restored copy of. ` +
        'Set BACKUP_DIR (or BACKUP_BUCKET) to another place.',
    )
}
