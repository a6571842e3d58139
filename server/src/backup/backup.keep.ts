// Retention: keeps the newest backups, and the WAL and files they need.
import type { Storage } from '../files/index.ts'
import { backupsIn, folderOf, readManifest } from './manifest.ts'
import { removeSegmentsBefore } from './wal.ts'

/** Removes all but the newest `count` backups. @returns the ids of those removed. */
export async function keepNewest(backup: Storage, count: number): Promise<string[]> {
  const ids = await backupsIn(backup)
  const removed = ids.slice(0, Math.max(0, ids.length - count))
  if (removed.length === 0) return []
  const kept = await Promise.all(ids.slice(removed.length).map((id) => readManifest(backup, id)))
  const needed = new Set(kept.flatMap(({ files }) => files.map(({ key }) => key)))
  for (const id of removed) {
    const { files } = await readManifest(backup, id)
    // The manifest first: without it the rest is ignored.
    await backup.remove(`${folderOf(id)}/manifest.json`)
    for await (const { key } of backup.list(`${folderOf(id)}/`)) await backup.remove(key)
    for (const { key } of files) if (!needed.has(key)) await backup.remove(key)
  }
  const [oldest] = kept.map(({ firstSegment }) => firstSegment).toSorted()
  if (oldest !== undefined) await removeSegmentsBefore(backup, oldest)
  return removed
}
