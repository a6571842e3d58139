// Retention: keeps backups by a rule, and the WAL and files they need.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../files/index.ts'
import { wallNow } from '../kit/clock.ts'
import { type Keep, keptOf } from './keep.rules.ts'
import { backupsIn, folderOf, readManifest, timeOf } from './manifest.ts'
import type { Target } from './target.ts'
import { removeSegments } from './wal.ts'

const dayMs = 86_400_000

/** Removes what the rule does not keep. @returns the ids of the backups removed. */
export async function prune(backup: Storage, where: Target, keep: Keep): Promise<string[]> {
  const ids = await backupsIn(backup)
  const { kept, whole } = keptOf(ids, keep)
  await removeUnfinished(backup, where, ids)
  const removed = ids.filter((id) => !kept.includes(id))
  if (removed.length === 0) return []
  const manifests = await Promise.all(kept.map((id) => readManifest(backup, id)))
  const needed = new Set(manifests.flatMap(({ files }) => files.map(({ key }) => key)))
  for (const id of removed) {
    const { files } = await readManifest(backup, id)
    // The manifest first: without it the rest is ignored.
    await backup.remove(`${folderOf(id)}/manifest.json`)
    for await (const { key } of backup.list(`${folderOf(id)}/`)) await backup.remove(key)
    for (const { key } of files) if (!needed.has(key)) await backup.remove(key)
  }
  // A backup from before its last segment was noted keeps all that follows.
  const from = manifests.filter(({ id, lastSegment }) => id >= (whole ?? '') || lastSegment === undefined)
  await removeSegments(backup, {
    from: from.map(({ firstSegment }) => firstSegment).toSorted()[0],
    spans: manifests.flatMap(({ firstSegment, lastSegment }) =>
      lastSegment === undefined ? [] : [{ first: firstSegment, last: lastSegment }],
    ),
  })
  return removed
}

/** What killed backups left, once it is a day old: none is taken for so long. */
async function removeUnfinished(backup: Storage, where: Target, complete: readonly string[]): Promise<void> {
  const before = wallNow().getTime() - dayMs
  const left = new Set<string>()
  for await (const { key } of backup.list('base/')) {
    const id = /^base\/(\d{8}t\d{6}z)\//.exec(key)?.[1]
    if (id === undefined || complete.includes(id) || timeOf(id).getTime() > before) continue
    left.add(id)
    await backup.remove(key)
  }
  if (!('folder' in where)) return
  // An object that was being written has no key; only those of whole backups that were begun and never ended are ours to remove.
  const base = join(where.folder, 'base')
  for (const id of await readdir(base).catch((): string[] => [])) {
    if (!/^\d{8}t\d{6}z$/.test(id) || complete.includes(id)) continue
    const found = await stat(join(base, id))
    if (left.has(id) || (timeOf(id).getTime() <= before && found.mtimeMs <= before))
      await rm(join(base, id), { recursive: true, force: true })
  }
}
