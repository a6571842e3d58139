// An export runs: written from one snapshot into the storage, with its progress, its cancellation and its end.
import { setMaxListeners } from 'node:events'
import { exportEvent } from '@greenroom/contract/sentences/files'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { type Context, contextOf, type Staff } from '../../kit/calls/context.ts'
import { Refusal } from '../../kit/calls/refusal.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Clock } from '../../kit/clock.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Database } from '../../kit/database/database.ts'
import { type Frozen, openFrozen } from '../../kit/database/databaseSnapshot.ts'
import { isDiskFull } from '../../kit/database/space.ts'
import { readWhole, type WholeFrom } from '../../kit/standby/replica.ts'
import type { Foreground } from '../../kit/work/foreground.ts'
import { semaphore } from '../../kit/work/semaphore.ts'
import { record } from '../../log/index.ts'
import type { Storage } from '../storage.ts'
import { csv, csvFile } from './csvWriter.ts'
import type { Piece } from './exports.format.ts'
import * as queries from './exports.queries.ts'
import { headerOf, piecesOf } from './exports.rows.ts'
import { xlsx, xlsxFile } from './exports.xlsx.ts'
import { zipped } from './exports.zip.ts'

export type RunDependencies = {
  database: Database
  /** Where lists are read: a replica, or the main database. */
  readFrom: WholeFrom
  clock: Clock
  storage: Storage
  foreground: Foreground
  timeZone(): string
  /** The list, or the call that makes an archive, with this contract name, or undefined. */
  list(name: string): Served | undefined
  staffOfSession(sessionId: string): Promise<Staff | null>
  /** @throws Refusal if the caller may not call it (any more). */
  authorise(list: Served, staff: Staff, payload: object): void
  onError(error: unknown, exportId: string): void
}

/** Limit per process: each keeps one connection and much of a CPU busy. */
export const atOnce = 2
/** A snapshot keeps dead rows alive while it is open. */
const longestSeconds = 10 * 60
/** How often a running export stores progress and checks for cancellation. */
const beatEvery = 400

class Cancelled extends Error {}

/** @param namesOf what is exported, in both languages, for the log */
export function openRuns(deps: RunDependencies, namesOf: (row: queries.ExportRow) => Promise<Sentence>) {
  const { database, storage } = deps
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const running = new Set<Promise<void>>()
  /** Exports running or queued in this process. */
  const inHand = new Set<string>()
  const queue = semaphore(atOnce)

  /** Writes the file of a waiting export; in every case the row records how it ended. */
  function work(id: string, from: { ip: string; userAgent: string; requestId: string }): Promise<void> {
    inHand.add(id)
    const done = queue(() => deps.foreground.run(() => make(id, from)))
    running.add(done)
    return done.finally(() => {
      running.delete(done)
      inHand.delete(id)
    })
  }

  async function make(id: string, from: { ip: string; userAgent: string; requestId: string }): Promise<void> {
    const row = await queries.beginExport(database, id, wallNow())
    if (!row) return
    const storageKey = row.storage_key ?? ''
    const stop = AbortSignal.any([closing.signal, AbortSignal.timeout(longestSeconds * 1_000)])
    const progress = { rows: 0 }
    // Also during a long query, or the sweep would presume it dead.
    const beating = setInterval(() => void queries.beat(database, id, progress.rows, wallNow()).catch(() => {}), 15_000)
    let context: Context | undefined
    try {
      const list = deps.list(row.call)
      if (!list?.columns?.length && !list?.archive) throw new Error(`${row.call} has no columns to export`)
      // Check again, since the role may have changed: current rights and scope decide.
      const staff = await deps.staffOfSession(row.session_id)
      if (!staff) throw new Refusal(10007)
      deps.authorise(list, staff, row.payload as object)
      context = contextOf({
        call: list.call,
        payload: row.payload as object,
        requestId: from.requestId,
        ip: from.ip,
        userAgent: from.userAgent,
        language: row.language,
        timeZone: deps.timeZone(),
        database,
        caller: staff,
        clock: deps.clock,
      })
      const listContext = context
      await readWhole(
        deps.readFrom,
        (url) => {
          progress.rows = 0
          return write(url, row, list, listContext, progress, stop)
        },
        () => !stop.aborted,
      )
      if (!(await end(row, { state: 'done', rows: progress.rows, diskFull: false }, context))) throw new Cancelled()
    } catch (error) {
      await storage.remove(storageKey).catch((failure: unknown) => deps.onError(failure, id))
      if (error instanceof Cancelled) return
      deps.onError(error, id)
      await end(row, { state: 'failed', rows: progress.rows, diskFull: isDiskFull(error) }, context)
    } finally {
      clearInterval(beating)
    }
  }

  /** Writes the file from one snapshot, which is then closed. @throws Cancelled */
  async function write(
    url: string,
    row: queries.ExportRow,
    list: Served,
    context: Context,
    progress: { rows: number },
    stop: AbortSignal,
  ): Promise<void> {
    const snapshot = await openFrozen(url, longestSeconds)
    const abort = () => void snapshot.close()
    stop.addEventListener('abort', abort)
    try {
      const tell = teller(progress, stop, (rows) => queries.beat(database, row.id, rows, wallNow()))
      await storage.put(row.storage_key ?? '', fileOf(row, list, context, snapshot, tell))
    } finally {
      stop.removeEventListener('abort', abort)
      await snapshot.close()
    }
  }

  /** Ends an export and logs the result and the number of rows. */
  async function end(row: queries.ExportRow, ending: queries.ExportEnd, context: Context | undefined) {
    const { state, rows } = ending
    if (!context) return queries.endExport(database, row.id, ending, wallNow())
    const names = await namesOf(row)
    return context.tx(async (tx) => {
      const ended = await queries.endExport(tx, row.id, ending, wallNow())
      if (ended)
        await record(tx, context, {
          operation: 'export.run',
          target: `export ${row.id}`,
          content: exportEvent({ list: names, format: row.format, state, rows }),
          before: { state: 'running' },
          after: { state, rows },
        })
      return ended
    })
  }

  /** Lets running exports finish for `graceMilliseconds`, then fails them. */
  async function close(graceMilliseconds: number): Promise<void> {
    const timer = setTimeout(() => closing.abort(new Error('the server is stopping')), graceMilliseconds)
    await Promise.allSettled(running)
    clearTimeout(timer)
  }

  return { work, isInHand: (id: string) => inHand.has(id), close }
}

type Tell = (rows: number) => Promise<void>

/** Reports progress now and then. `beat` returns false if the export was cancelled, which the result then throws. */
function teller(progress: { rows: number }, stop: AbortSignal, beat: (rows: number) => Promise<boolean>): Tell {
  let due = 0
  return async (rows) => {
    progress.rows += rows
    stop.throwIfAborted()
    if (performance.now() < due) return
    if (!(await beat(progress.rows))) throw new Cancelled()
    due = performance.now() + beatEvery
  }
}

async function* withProgress(pieces: AsyncIterable<Piece>, tell: Tell): AsyncIterable<Piece> {
  for await (const piece of pieces) {
    await tell(piece.rows)
    yield piece
  }
}

/** The bytes of an export's file. @throws Cancelled */
function fileOf(
  { format, title, language, payload }: queries.ExportRow,
  list: Served,
  context: Context,
  snapshot: Frozen,
  tell: Tell,
): AsyncIterable<Uint8Array> {
  if (list.archive) return zipped(list.archive.files(context, payload, snapshot, tell))
  const isXlsx = format === 'xlsx'
  const header = headerOf(list, language)
  const pieces = withProgress(piecesOf(list, context, payload, snapshot, isXlsx ? xlsx : csv), tell)
  return isXlsx ? xlsxFile(title, header, pieces) : csvFile(header, pieces)
}
