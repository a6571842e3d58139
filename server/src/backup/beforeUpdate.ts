// Backs up the embedded database before an update changes it, so that there is a way back. Each such backup is a place of its own, with the
// WAL that it needs, so that it can be restored whatever else is backed up, and nothing goes on sending WAL to it.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, updateBackupsOf } from '../config.ts'
import { diskStorage, openStorage } from '../files/index.ts'
import type { BeforeUpdate } from '../kit/database/migrate.ts'
import { isDiskFull } from '../kit/database/space.ts'
import { type Located, locateRunning } from '../kit/embedded/running.ts'
import { release } from '../migrations/release.ts'
import { linkFiles } from './backup.files.ts'
import { checkBase, copyCluster, sizeOfCluster } from './base.ts'
import { nameOfUpdate, superseded, type Update, updatesIn } from './beforeUpdate.rules.ts'
import { backupsIn, readManifest, writeManifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { freeAt as freeHere, megabytes } from './room.ts'
import { withDatabase } from './take.ts'
import { claimTarget } from './target.ts'
import { copyLog } from './wal.ts'

type Surroundings = {
  print: (line: string) => void
  /** Bytes that are free at a folder; tests have less. */
  freeAt?: (folder: string) => Promise<number>
}

/** What to do before an update of this installation; undefined for a PostgreSQL server of one's own, which has its own tools. */
export const beforeUpdateOf = (config: Config, surroundings: Surroundings): BeforeUpdate | undefined =>
  config.DATABASE_URL === undefined && config.DATABASE_DIRECT_URL === undefined
    ? ({ from }) => backUp(config, from, surroundings)
    : undefined

async function backUp(config: Config, from: string, { print, freeAt = freeHere }: Surroundings): Promise<void> {
  const root = updateBackupsOf(config)
  if (root === 'off')
    return print(`Updating from ${from} to ${release} without a backup: UPDATE_BACKUPS is off. There is no way back.`)
  const located = locateRunning(config.DATA_DIR, 'greenroom')
  if (!located) throw new BackupProblem('PostgreSQL ended before the backup of the update. Start again.')
  const kept = await completeIn(root)
  // An update whose first part was kept goes on: what is here now, no version before could read.
  const begun = from === release ? kept.findLast(({ to }) => to === release) : undefined
  if (begun)
    return print(`The update to ${release} goes on. ${wayBack(config, join(root, nameOfUpdate(begun)), begun.from)}`)

  const size = await sizeOfCluster(located.cluster)
  const free = await freeAt(root)
  if (free < size)
    throw new BackupProblem(
      `The update to ${release} was not begun, and nothing was changed: its backup may take ${megabytes(size)} MB, and ${megabytes(free)} MB are ` +
        `free for ${root}. Make room, set UPDATE_BACKUPS to a folder elsewhere, or, if you have a backup, to off.`,
    )
  print(`Backing up before the update from ${from} to ${release} …`)
  const update: Update = { from, to: release, id: '' }
  const taken = await take(config, located, root, update).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
    throw new BackupProblem(
      `The update to ${release} was not begun, and nothing was changed: the disk became full during its backup in ${root}. Make room, ` +
        'set UPDATE_BACKUPS to a folder elsewhere, or, if you have a backup, to off.',
    )
  })
  for (const old of superseded([...kept, taken.update]))
    await rm(join(root, nameOfUpdate(old)), { recursive: true, force: true })
  print(
    `Backed up before the update from ${from} to ${release}: ${taken.folder} (${megabytes(taken.bytes)} MB, verified).`,
  )
  print(taken.back)
}

const draft = 'unfinished'

/** Copies everything under a passing name, so that what a killed process leaves is no backup. */
async function take(config: Config, located: Located, root: string, { from, to }: Update) {
  const unfinished = join(root, draft)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const backup = diskStorage(unfinished)
  return withDatabase(located, async (client, installation) => {
    await claimTarget(backup, { folder: unfinished }, installation)
    // Keeps the WAL that the copy needs, however long it takes; ends with this connection.
    await client.query("select pg_create_physical_replication_slot('before_update', true, true)")
    const copied = await copyCluster(client, located.cluster, backup)
    await copyLog(located.cluster, backup, copied.firstSegment, copied.lastSegment)
    const files =
      config.S3_BUCKET === undefined
        ? await linkFiles(await openStorage(config), filesIn(config), backup, unfinished)
        : []
    await writeManifest(backup, { ...copied, installation, files })
    await checkBase(backup, await readManifest(backup, copied.id))
    const update = { from, to, id: copied.id }
    const folder = join(root, nameOfUpdate(update))
    const back = wayBack(config, folder, from)
    await writeFile(join(unfinished, 'GOING-BACK.txt'), `${back}\n`)
    await rename(unfinished, folder)
    return { update, folder, back, bytes: copied.packed.size + files.reduce((sum, { size }) => sum + size, 0) }
  })
}

/** How to go back, in one sentence. */
function wayBack({ DATA_DIR }: Config, folder: string, from: string): string {
  const into = `${DATA_DIR}-${from}`
  return (
    `To go back, stop Greenroom, and in the folder of version ${from}: BACKUP_DIR=${folder} npm run restore -- --into=${into}, ` +
    `cp ${join(DATA_DIR, 'seal.keys')} ${into}/, DATA_DIR=${into} npm start (what was written since the update is then missing).`
  )
}

/** The whole backups of a folder, oldest first. */
async function completeIn(root: string): Promise<Update[]> {
  const names = await readdir(root).catch(() => [])
  const found: Update[] = []
  for (const update of updatesIn(names))
    if ((await backupsIn(diskStorage(join(root, nameOfUpdate(update))))).length > 0) found.push(update)
  return found
}

const filesIn = ({ DATA_DIR }: Config) => join(DATA_DIR, 'files')
