// Restores a backup into an empty data directory.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { recoverCluster } from '../kit/embedded/recover.ts'
import { restoreFiles } from './backup.files.ts'
import { checkBase, unpackInto } from './base.ts'
import { backupsIn, type Manifest, readManifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { nameOf, openTarget, type Target } from './target.ts'
import { restoreSegments, segmentsFrom } from './wal.ts'

export type Restored = { location: string; manifest: Manifest }

/**
 * Restores the newest backup that ended before `to`, replays the WAL up to that moment, and restores the files.
 *
 * @param finish checks and marks the restored database; an error aborts the restore.
 * @throws BackupProblem for a missing or damaged backup; EmbeddedProblem for a directory that is not empty.
 */
export async function restore(options: {
  config: Config
  from: Target
  into: string
  to: Date | undefined
  finish: (urls: { owner: string; superuser: string }, to: Date | undefined) => Promise<void>
  print: (line: string) => void
}): Promise<Restored> {
  const { config, from, into, to, finish, print } = options
  const backup = await openTarget(config, from)
  const manifest = await choose(await backupsIn(backup), (id) => readManifest(backup, id), from, to)
  const segments = await segmentsFrom(backup, manifest.firstSegment)
  if (segments.length === 0) throw new BackupProblem(`The WAL of backup ${manifest.id} is missing.`)
  const location = await recoverCluster({
    dataDir: into,
    database: 'greenroom',
    to,
    log: print,
    finish: (urls) => finish(urls, to),
    fill: async (cluster) => {
      print(`Unpacking backup ${manifest.id} from ${nameOf(from)} and ${segments.length} WAL segments`)
      await unpackInto(backup, manifest, cluster, async (path) => {
        await mkdir(path, { mode: 0o700 })
      })
      await writeFile(join(cluster, 'backup_label'), manifest.label)
      await restoreSegments(backup, segments, join(cluster, 'pg_wal'))
      print(to ? `Replaying the WAL up to ${to.toISOString()}` : 'Replaying the WAL up to its end')
    },
  })
  const files = await restoreFiles(backup, join(into, 'files'))
  print(`Restored ${files} files.`)
  return { location, manifest }
}

async function choose(
  ids: readonly string[],
  read: (id: string) => Promise<Manifest>,
  from: Target,
  to: Date | undefined,
): Promise<Manifest> {
  for (const id of ids.toReversed()) {
    const manifest = await read(id)
    if (to === undefined || new Date(manifest.ended) <= to) return manifest
  }
  throw new BackupProblem(
    ids.length === 0
      ? `There is no backup in ${nameOf(from)}.`
      : `Every backup in ${nameOf(from)} ended after ${to?.toISOString()}, so none can be used.`,
  )
}

/**
 * Verifies every backup of a place. @returns their manifests, oldest first. @throws BackupProblem for the first damaged
 * one.
 */
export async function checkAll(config: Config, from: Target): Promise<Manifest[]> {
  const backup = await openTarget(config, from)
  const manifests: Manifest[] = []
  for (const id of await backupsIn(backup)) {
    const manifest = await readManifest(backup, id)
    await checkBase(backup, manifest)
    manifests.push(manifest)
  }
  return manifests
}
