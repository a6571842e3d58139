// Exports: requested by any list call with `export`, written in constant memory, downloaded from a signed URL.

import { setMaxListeners } from 'node:events'
import { menuOf } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import { exportEvent } from '@greenroom/contract/sentences/files'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { type Context, contextOf, type Language, type Staff, staffOf } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Clock } from '../../kit/clock.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Database, Transaction } from '../../kit/database/database.ts'
import { type Frozen, openFrozen } from '../../kit/database/databaseSnapshot.ts'
import { isDiskFull } from '../../kit/database/space.ts'
import { sharedSecret } from '../../kit/encryption/sharedSecret.ts'
import { newId } from '../../kit/random.ts'
import { readWhole, type WholeFrom } from '../../kit/standby/replica.ts'
import { textOf } from '../../kit/time.ts'
import type { Foreground } from '../../kit/work/foreground.ts'
import { semaphore } from '../../kit/work/semaphore.ts'
import { record } from '../../log/index.ts'
import { inBoth } from '../../texts/catalogue.ts'
import type { Storage } from '../storage.ts'
import { csv, csvFile } from './csvWriter.ts'
import { addressOf, lifeMilliseconds } from './exports.address.ts'
import type { Piece } from './exports.format.ts'
import * as queries from './exports.queries.ts'
import { headerOf, piecesOf } from './exports.rows.ts'
import { fileNameOf } from './exports.rules.ts'
import { xlsx, xlsxFile } from './exports.xlsx.ts'
import { zipped } from './exports.zip.ts'

export type ExportDependencies = {
  database: Database
  /** Where lists are read: a replica, or the main database. */
  readFrom: WholeFrom
  clock: Clock
  storage: Storage
  foreground: Foreground
  timeZone(): string
  keepHours(): number
  /** Prefix of a download's path; empty if the page's own origin serves it. */
  publicUrl: string
  /** The list, or the call that makes an archive, with this contract name, or undefined. */
  list(name: string): Served | undefined
  /** Name of a list's screen in the menu. */
  title(menu: MenuKey | undefined, language: Language): Promise<string>
  staffOfSession(sessionId: string): Promise<Staff | null>
  /** @throws Refusal if the caller may not call it (any more). */
  authorise(list: Served, staff: Staff, payload: object): void
  /** Resolves once background jobs accept work. */
  ready(): Promise<void>
  /** Enqueues an export, in the transaction that creates it. */
  enqueue(tx: Transaction, exportId: string): Promise<void>
  onError(error: unknown, exportId: string): void
}

type ExportRequest = { export: queries.Format; async?: boolean | undefined }

/** Limit per process: each keeps one connection and much of a CPU busy. */
const atOnce = 2
/** A snapshot keeps dead rows alive while it is open. */
const longestSeconds = 10 * 60
/** How often a running export stores progress and checks for cancellation. */
const beatEvery = 400
const silentAfter = 60_000
/** Jobs are claimed within a second or two; after this long, the claiming process died before it started. */
const overdueAfter = 30_000
const untakenAfter = 20 * 60_000

class Cancelled extends Error {}

export type Exports = ReturnType<typeof openExports>

export function openExports(deps: ExportDependencies) {
  const { database, storage } = deps
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const running = new Set<Promise<void>>()
  /** Exports running or queued in this process. */
  const inHand = new Set<string>()
  const queue = semaphore(atOnce)
  let key: Promise<Buffer> | undefined
  const secret = () => {
    key ??= sharedSecret(database, 'export').catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }

  /** What is exported, in both languages, for the log. */
  async function namesOf(
    list: Served | undefined,
    payload: Record<string, unknown>,
    menu = list && menuOf(list.call, payload),
  ): Promise<Sentence> {
    if (list?.archive) return list.archive.title(payload)
    const [en, cn] = await Promise.all([deps.title(menu, 'en'), deps.title(menu, 'cn')])
    return en && cn ? { en, cn } : inBoth('exports:list')
  }

  const namesOfExport = (row: queries.ExportRow) => namesOf(deps.list(row.call), row.payload)

  /** Answers `{url}` when the file is ready, or `{exportId}` at once with `async`. @throws Refusal 100001 */
  async function run(context: Context, list: Served, payload: ExportRequest & Record<string, unknown>) {
    const staff = staffOf(context)
    const { export: format, async: background, current: _c, size: _s, after: _a, ...filters } = payload
    const now = wallNow()
    const id = newId(now)
    const names = await namesOf(list, filters, context.menu)
    if (background) await deps.ready()
    await context.tx(async (tx) => {
      await begin(tx, context, { id, call: list.call.name, names, filters, format, now })
      if (background) await deps.enqueue(tx, id)
    })
    if (background) return { exportId: id }
    await work(id, context)
    const row = await queries.findExport(database, staff.id, id, now)
    if (row?.disk_full) throw refuseBecause(100001, '', 'server.diskFull')
    if (row?.state !== 'done') throw new Refusal(100001)
    return { url: await urlOf(row, staff.sessionId) }
  }

  /** The waiting export's row, and the log entry of its start. */
  async function begin(
    tx: Transaction,
    context: Context,
    {
      id,
      call,
      names,
      filters,
      format,
      now,
    }: {
      id: string
      call: string
      names: Sentence
      filters: Record<string, unknown>
      format: queries.Format
      now: Date
    },
  ): Promise<void> {
    const staff = staffOf(context)
    await queries.insertExport(tx, {
      id,
      staffId: staff.id,
      sessionId: staff.sessionId,
      call,
      title: names[context.language],
      payload: filters,
      format,
      language: context.language,
      at: now,
      expiresAt: new Date(now.getTime() + deps.keepHours() * 3_600_000),
    })
    await record(tx, context, {
      operation: 'export.run',
      target: `export ${id}`,
      content: exportEvent({ list: names, format, state: 'started' }),
      before: null,
      after: { call, format, filters },
    })
  }

  /**
   * Begins the archive that the call `name` makes, in the background and in one transaction with `also`, which may refuse it and says why it was
   * made.
   */
  async function archive(
    context: Context,
    name: string,
    payload: Record<string, unknown>,
    also: (tx: Transaction) => Promise<void>,
  ): Promise<{ exportId: string }> {
    const now = wallNow()
    const id = newId(now)
    const names = await namesOf(deps.list(name), payload)
    await deps.ready()
    await context.tx(async (tx) => {
      await also(tx)
      await begin(tx, context, { id, call: name, names, filters: payload, format: 'zip', now })
      await deps.enqueue(tx, id)
    })
    return { exportId: id }
  }

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
    const names = await namesOfExport(row)
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

  const urlOf = async (row: queries.ExportRow, sessionId: string): Promise<string> => {
    const until = Math.min(wallNow().getTime() + lifeMilliseconds, row.expires_at.getTime())
    return deps.publicUrl + addressOf(await secret(), { exportId: row.id, sessionId, until }, nameOf(row))
  }

  const nameOf = (row: queries.ExportRow) => fileNameOf(row.title, textOf(row.created_at, deps.timeZone()), row.format)

  /** True if `staff` could request this list now; otherwise they don't get the file. */
  function mayFetch(row: queries.ExportRow, staff: Staff): boolean {
    const list = deps.list(row.call)
    if (!list) return false
    try {
      deps.authorise(list, staff, row.payload)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  const shown = async (row: queries.ExportRow, staff: Staff) => ({
    exportId: row.id,
    call: row.call,
    title: row.title,
    format: row.format,
    state: row.state,
    rows: row.rows,
    diskFull: row.disk_full,
    ...(row.state === 'done' && mayFetch(row, staff) && { url: await urlOf(row, staff.sessionId) }),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  })

  async function status(context: Context, { exportId }: { exportId: string }) {
    const staff = staffOf(context)
    const row = await queries.findExport(database, staff.id, exportId, wallNow())
    if (!row) throw notFound()
    return shown(row, staff)
  }

  async function list(context: Context) {
    const staff = staffOf(context)
    const rows = await queries.listExports(database, staff.id, wallNow())
    return { exports: await Promise.all(rows.map((row) => shown(row, staff))) }
  }

  /** @throws Refusal 10032 for another account's export, 20000 if it has ended already. */
  async function cancel(context: Context, { exportId }: { exportId: string }) {
    const found = await queries.findExport(database, staffOf(context).id, exportId, wallNow())
    if (!found) throw notFound()
    const names = await namesOfExport(found)
    return context.tx(async (tx) => {
      const row = await queries.lockExport(tx, staffOf(context).id, exportId)
      if (!row) throw notFound()
      if (row.state !== 'waiting' && row.state !== 'running')
        throw refuseBecause(20000, 'exportId', 'export.ended', { state: row.state })
      await queries.cancelExport(tx, row.id, wallNow())
      await record(tx, context, {
        target: `export ${row.id}`,
        content: exportEvent({ list: names, format: row.format, state: 'cancelled' }),
        before: { state: row.state, rows: row.rows },
        after: { state: 'cancelled', rows: row.rows },
      })
      return {}
    })
  }

  /**
   * Starts exports whose job is lost (claimed over a broken connection), fails those of dead processes, and removes
   * expired ones: first the file, then the row.
   */
  async function sweep(): Promise<void> {
    const now = wallNow()
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
    for (const left of await queries.failSilent(database, ago(silentAfter), ago(untakenAfter), now))
      if (left) await storage.remove(left)
    for (const id of await queries.overdueExports(database, ago(overdueAfter), atOnce))
      if (!inHand.has(id))
        work(id, { ip: '', userAgent: '', requestId: `export ${id}` }).catch((error: unknown) =>
          deps.onError(error, id),
        )
    const expired = await queries.expiredExports(database, now)
    if (expired.length === 0) return
    for (const { storage_key } of expired) if (storage_key) await storage.remove(storage_key)
    await queries.deleteExports(
      database,
      expired.map(({ id }) => id),
    )
  }

  /** Lets running exports finish for `graceMilliseconds`, then fails them. */
  async function close(graceMilliseconds: number): Promise<void> {
    const timer = setTimeout(() => closing.abort(new Error('the server is stopping')), graceMilliseconds)
    await Promise.allSettled(running)
    clearTimeout(timer)
  }

  return { run, archive, work, status, list, cancel, sweep, close, secret, mayFetch }
}

const notFound = () => refuseBecause(10032, 'exportId', 'export.none')

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
