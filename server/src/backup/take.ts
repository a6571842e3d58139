// Takes a backup of a running embedded database.
import { mkdir } from 'node:fs/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import { openStorage, type Storage } from '../files/index.ts'
import { beginArchiving } from '../kit/embedded/archive.ts'
import type { Located } from '../kit/embedded/running.ts'
import { copyFiles, objectsIn } from './backup.files.ts'
import { checkBase, copyCluster, sizeOfCluster } from './base.ts'
import { backupsIn, type Manifest, readManifest, timeOf, writeManifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { megabytes, needRoom } from './room.ts'
import { claimTarget, nameOf, notedTarget, noteTarget, openTarget, targetOf } from './target.ts'
import { finishSegment, shipLog } from './wal.ts'

type Options = { config: Config; located: Located; print: (line: string) => void }

/** Copies cluster, WAL and files, then verifies the copy. @throws BackupProblem */
export async function takeBackup({ config, located, print }: Options): Promise<Manifest> {
  return withDatabase(located, async (client, installation) => {
    const where = targetOf(config)
    if ('folder' in where) await mkdir(where.folder, { recursive: true, mode: 0o700 })
    const backup = await openTarget(config, where)
    await claimTarget(backup, where, installation)
    if ('folder' in where) await needRoomFor(config, located, backup, where.folder)
    await beginArchiving(client, located)
    await noteTarget(config.DATA_DIR, where)
    const copied = await copyCluster(client, located.cluster, backup)
    const stored = await filesOf(config, backup)
    await shipLog(located.home, backup)
    await writeManifest(backup, { ...copied, ...stored, installation })
    const manifest = await readManifest(backup, copied.id)
    await checkBase(backup, manifest)
    const bytes = manifest.packed.size + stored.files.reduce((sum, { size }) => sum + size, 0)
    print(`Backup ${manifest.id} is stored in ${nameOf(where)}: ${megabytes(bytes)} MB, verified.`)
    print(`It can be restored to any time from ${manifest.ended} to the end of the WAL.`)
    return manifest
  })
}

/** @throws BackupProblem if a backup like the last one does not fit */
async function needRoomFor(config: Config, located: Located, backup: Storage, folder: string): Promise<void> {
  if (config.DATA_FREE_MB === 0) return
  const last = (await backupsIn(backup)).at(-1)
  const bytes =
    last === undefined
      ? (await sizeOfCluster(located.cluster)) / usualPacking
      : (await readManifest(backup, last)).packed.size * 1.25
  await needRoom({
    what: 'A backup',
    bytes,
    left: config.DATA_FREE_MB * 1_000_000,
    folders: [folder],
    advice: 'Make room, or set BACKUP_DIR to another disk.',
  })
}

/** A cluster is packed to a tenth, at best; the first backup is asked for more room than that. */
const usualPacking = 3

/** When the newest complete backup began, and where it is; none before the first, or where the place can't be read. */
export async function lastBackup(config: Config): Promise<{ at: Date | null; where: string }> {
  const noted = notedTarget(config.DATA_DIR)
  if (noted === undefined) return { at: null, where: nameOf(targetOf(config)) }
  const ids = await openTarget(config, noted)
    .then(backupsIn)
    .catch((): string[] => [])
  const id = ids.at(-1)
  return { at: id === undefined ? null : timeOf(id), where: nameOf(noted) }
}

/** Brings a backup's WAL and files up to date. @throws BackupProblem without a backup. */
export async function sendLog({ config, located, print }: Options): Promise<void> {
  await withDatabase(located, async (client, installation) => {
    const where = targetOf(config)
    const backup = await openTarget(config, where)
    if ((await backupsIn(backup)).length === 0)
      throw new BackupProblem(`There is no backup in ${nameOf(where)} yet: take one with "npm run backup".`)
    await claimTarget(backup, where, installation)
    await finishSegment(client)
    if (config.S3_BUCKET === undefined) await copyFiles(await openStorage(config), backup)
    const count = await shipLog(located.home, backup)
    print(`The WAL in ${nameOf(where)} is up to date (${count} segments sent).`)
  })
}

/** Files of a folder are copied; those of a bucket stay there, and are named. */
async function filesOf(config: Config, backup: Storage): Promise<Pick<Manifest, 'files' | 'bucket'>> {
  const storage = await openStorage(config)
  if (config.S3_BUCKET === undefined) return { files: await copyFiles(storage, backup) }
  return { files: [], bucket: { name: config.S3_BUCKET, objects: await objectsIn(storage) } }
}

/** Runs `work` with a superuser's connection and the installation's id. @throws BackupProblem if Greenroom never started on it. */
export async function withDatabase<T>(
  { superuserUrl }: Located,
  work: (client: pg.Client, installation: string) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'greenroom backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from kit.installation')
    const id = rows[0]?.id
    if (id === undefined) throw new BackupProblem('This database was never started by Greenroom.')
    return await work(client, id)
  } finally {
    await client.end()
  }
}
