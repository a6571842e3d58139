// Moves finished WAL segments between PostgreSQL's archive and the backup.
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
 * Moves archived segments into the backup. Safe for concurrent processes: the second one finds a segment gone, or
 * stores the same bytes again.
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
    // `archtemp.…` is still being written. Backup labels and timeline files are not needed.
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

/** Copies the segments from `first` to `last` out of a cluster itself, whether or not they are archived. @throws BackupProblem if one is gone. */
export async function copyLog(cluster: string, backup: Storage, first: string, last: string): Promise<void> {
  for (let segment = first; segment <= last; segment = nextSegment(segment)) {
    try {
      await putPacked(
        backup,
        keyOf(segment),
        createReadStream(join(cluster, 'pg_wal', segment), { highWaterMark: 2 ** 20 }),
      )
    } catch (error) {
      if (missing(error))
        throw new BackupProblem(`The WAL segment ${segment} that the backup needs is gone. Start again.`)
      throw error
    }
  }
}

const patienceMs = 120_000

/** Finishes the current segment and waits until PostgreSQL has archived it. @throws BackupProblem */
export async function finishSegment(client: pg.Client): Promise<void> {
  // A commit, so that the WAL extends beyond everything done so far.
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
  throw new BackupProblem(`PostgreSQL does not archive ${name}; see postgres.log beside the database.`)
}

/** A timeline's segments from `first` on, in order, up to the first gap. */
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

/** The name of the next 16 MiB segment: timeline, 4 GiB unit, position within it. */
export function nextSegment(segment: string): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  const [high, low] = [Number.parseInt(segment.slice(8, 16), 16), Number.parseInt(segment.slice(16), 16)]
  const isLast = low === 0xff
  return segment.slice(0, 8) + hex(isLast ? high + 1 : high) + hex(isLast ? 0 : low + 1)
}

/** Puts segments where recovery looks for them. */
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

/** Segments by their place in the log, whatever their timeline. */
const placeOf = (segment: string) => segment.slice(8)

/**
 * Removes the segments that no backup needs. @returns how many.
 *
 * @param needed.from all from here on; undefined: only those of the spans @param needed.spans what single backups need, first and last
 */
export async function removeSegments(
  backup: Storage,
  { from, spans }: { from: string | undefined; spans: readonly { first: string; last: string }[] },
): Promise<number> {
  const isNeeded = (place: string) =>
    (from !== undefined && place >= placeOf(from)) ||
    spans.some(({ first, last }) => place >= placeOf(first) && place <= placeOf(last))
  let removed = 0
  for await (const { key } of backup.list('wal/')) {
    const segment = segmentOf(key)
    if (segment === undefined || isNeeded(placeOf(segment))) continue
    await backup.remove(key)
    removed++
  }
  return removed
}
