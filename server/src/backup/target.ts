// Where backups are stored: a folder, or a bucket in S3-compatible storage. The data directory records it with the
// first backup, so the server ships WAL to the same place even if its own settings differ.
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

/** The configured place; by default beside the data directory. */
export const targetOf = (config: Config): Target =>
  config.BACKUP_BUCKET === undefined
    ? { folder: config.BACKUP_DIR ?? `${config.DATA_DIR}-backups` }
    : { bucket: config.BACKUP_BUCKET }

export const nameOf = (where: Target): string => ('folder' in where ? where.folder : `bucket ${where.bucket}`)

/** @throws BackupProblem for a bucket without credentials. */
export async function openTarget(config: Config, where: Target): Promise<Storage> {
  if ('folder' in where) return diskStorage(where.folder)
  if (!config.S3_ROLE && (config.S3_ACCESS_KEY_ID === undefined || config.S3_SECRET_ACCESS_KEY === undefined))
    throw new BackupProblem(`Backups go to ${nameOf(where)}: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too.`)
  return openBucket(config, where.bucket)
}

const noteIn = (dataDir: string) => join(dataDir, 'backup.json')

/** Where a data directory's backups go, or undefined before the first. */
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
 * Checks that a place holds backups of one installation only. A restored copy is a new installation, and its WAL must
 * not mix with the original's.
 *
 * @throws BackupProblem if it holds another installation's.
 */
export async function claimTarget(storage: Storage, where: Target, installation: string): Promise<void> {
  if ('folder' in where) await mkdir(where.folder, { recursive: true, mode: 0o700 })
  const owner = (await textAt(storage, ownerKey))?.trim()
  if (owner === undefined) await storage.put(ownerKey, [Buffer.from(`${installation}\n`)])
  else if (owner !== installation)
    throw new BackupProblem(
      `${nameOf(where)} holds the backups of another installation, or those of the installation that this one was restored from. ` +
        'Set BACKUP_DIR (or BACKUP_BUCKET) to another place.',
    )
}
