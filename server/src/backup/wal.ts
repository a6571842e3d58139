// Finished segments of the write-ahead log, from PostgreSQL's archive into the backup and back.
import { createReadStream } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Storage } from '../files/index.ts'
import { archiveIn } from '../kit/embedded/archive.ts'
import { putPacked, withUnpacked } from './bytes.ts'
import { BackupProblem } from './problem.ts'

const keyOf = (segment: string) => `wal/${segment.toLowerCase()}.zst`
const segmentOf = (key: string) => /^wal\/([0-9a-f]{24})\.zst$/.exec(key)?.[1]?.toUpperCase()
const missing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/**
 * Moves what PostgreSQL has archived into the backup. Several processes may do so at once: whoever comes second finds a
 * segment gone, or stores the same bytes again.
 *
 * @returns how many segments.
 */
export async function shipLog(home: string, backup: Storage): Promise<number> {
  const folder = archiveIn(home)
  const names = await readdir(folder).catch((error: unknown) => {
    if (missing(error)) return []
    throw error
  })
  let shipped = 0
  for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
    // `archtemp.…` is still being written. Backup labels and timelines beside the segments are not needed.
    if (/^[0-9A-F]{24}\.|^[0-9A-F]{8}\.history$/.test(name)) await rm(join(folder, name), { force: true })
    if (!/^[0-9A-F]{24}$/.test(name)) continue
    try {
      await putPacked(backup, keyOf(name), createReadStream(join(folder, name), { highWaterMark: 2 ** 20 }))
    } catch (error) {
      if (missing(error)) continue
      throw error
    }
    await rm(join(folder, name), { force: true })
    shipped++
  }
  return shipped
}

const patienceMs = 120_000

/** Finishes the segment that is being written and waits until PostgreSQL has archived it. @throws BackupProblem */
export async function finishSegment(client: pg.Client): Promise<void> {
  // A commit, so that the log certainly reaches beyond what was done until now.
  await client.query('begin; select pg_current_xact_id(); commit')
  const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  const name = rows[0]?.name ?? ''
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(50)) {
    const archived = await client.query<{ done: boolean }>(
      'select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver',
      [name],
    )
    if (archived.rows[0]?.done) return
  }
  throw new BackupProblem(`PostgreSQL does not archive ${name}; the reason stands in postgres.log beside the database.`)
}

/** The segments of a timeline from `first` on, in order, up to the first that is missing. */
export async function segmentsFrom(backup: Storage, first: string): Promise<string[]> {
  const found = new Set<string>()
  for await (const { key } of backup.list('wal/')) {
    const segment = segmentOf(key)
    if (segment !== undefined) found.add(segment)
  }
  const unbroken: string[] = []
  for (let segment = first; found.has(segment); segment = nextSegment(segment)) unbroken.push(segment)
  return unbroken
}

/** The name of the segment after one of 16 MiB: timeline, then 4 GiB, then a place within them. */
export function nextSegment(segment: string): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  const [high, low] = [Number.parseInt(segment.slice(8, 16), 16), Number.parseInt(segment.slice(16), 16)]
  const isLast = low === 0xff
  return segment.slice(0, 8) + hex(isLast ? high + 1 : high) + hex(isLast ? 0 : low + 1)
}

/** Puts segments where a recovery looks for them. */
export async function restoreSegments(backup: Storage, segments: readonly string[], folder: string): Promise<void> {
  for (const segment of segments) {
    const file = await open(join(folder, segment), 'wx', 0o600)
    try {
      await withUnpacked(backup, keyOf(segment), async (bytes) => {
        for await (const chunk of bytes) await file.write(chunk)
      })
    } finally {
      await file.close()
    }
  }
}

/** Removes the segments before `first`. @returns how many. */
export async function removeSegmentsBefore(backup: Storage, first: string): Promise<number> {
  let removed = 0
  for await (const { key } of backup.list('wal/')) {
    const segment = segmentOf(key)
    if (segment === undefined || segment.slice(8) >= first.slice(8)) continue
    await backup.remove(key)
    removed++
  }
  return removed
}
