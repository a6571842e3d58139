// Restores a backup into an empty data directory.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { recoverCluster } from '../kit/embedded/recover.ts'
import { restoreFiles } from './backup.files.ts'
import { checkBase, unpackInto } from './base.ts'
import { backupsIn, type Manifest, readManifest } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { needRoom } from './room.ts'
import { nameOf, openTarget, type Target } from './target.ts'
import { restoreSegments, segmentsFrom } from './wal.ts'

/** Of a segment of the WAL, as `initdb` makes them. */
const segmentBytes = 16 * 2 ** 20

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
  /** This backup, instead of the newest that ended before `to`. */
  id?: string | undefined
  /** Where a database works beside it, from which it must not take the room. */
  beside?: string
  /** Settings of PostgreSQL meanwhile. */
  settings?: Record<string, string>
}): Promise<Restored> {
  const { config, from, into, to, finish, print, id, settings, beside } = options
  const backup = await openTarget(config, from)
  const manifest = await choose(await backupsIn(backup), (one) => readManifest(backup, one), { from, to, id })
  const segments = await segmentsFrom(backup, manifest.firstSegment)
  if (segments.length === 0) throw new BackupProblem(`The WAL of backup ${manifest.id} is missing.`)
  const bytes = manifest.cluster.reduce((sum, { size }) => sum + size, segments.length * segmentBytes)
  await needRoom({
    what: 'The restored database',
    bytes,
    left: beside === undefined ? 0 : config.DATA_FREE_MB * 1_000_000,
    folders: [into, ...(beside === undefined ? [] : [beside])],
    advice:
      beside === undefined
        ? 'Make room, or restore into another folder.'
        : 'Make room, or set RESTORE_TEST_DIR to another disk.',
  })
  const location = await recoverCluster({
    dataDir: into,
    database: 'greenroom',
    to,
    log: print,
    finish: (urls) => finish(urls, to),
    ...(settings && { settings }),
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
  { from, to, id: wanted }: { from: Target; to: Date | undefined; id: string | undefined },
): Promise<Manifest> {
  if (wanted !== undefined) {
    if (ids.includes(wanted)) return read(wanted)
    throw new BackupProblem(`There is no backup ${wanted} in ${nameOf(from)}. There are: ${ids.join(', ') || 'none'}.`)
  }
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
