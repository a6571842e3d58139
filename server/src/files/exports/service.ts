// Exports: asked for by any list call with `export`, made in constant memory, fetched by a signed address.
import { setMaxListeners } from 'node:events'
import type { Clock } from '../../kit/clock.ts'
import { wallNow } from '../../kit/clock.ts'
import { type Context, contextOf, type Staff, staffOf } from '../../kit/context.ts'
import type { Database, Transaction } from '../../kit/database.ts'
import { newId } from '../../kit/random.ts'
import { Refusal } from '../../kit/refusal.ts'
import { sharedSecret } from '../../kit/secret.ts'
import type { Served } from '../../kit/serve.ts'
import { record } from '../../log/index.ts'
import type { Storage } from '../storage.ts'
import { addressOf, lifeMilliseconds } from './address.ts'
import { csvFile } from './csv.ts'
import * as queries from './queries.ts'
import { headerOf, walk } from './walk.ts'
import { xlsxFile } from './xlsx.ts'

export type ExportDependencies = {
  database: Database
  clock: Clock
  storage: Storage
  timeZone(): string
  keepHours(): number
  /** Put before the path of a download; empty where the page's own address serves it. */
  publicUrl: string
  /** The list of this contract name, or undefined. */
  list(name: string): Served | undefined
  staffOfSession(sessionId: string): Promise<Staff | null>
  /** @throws Refusal when the caller may not call it (any more). */
  authorise(list: Served, staff: Staff, payload: object): void
  /** Resolves once the background takes work. */
  ready(): Promise<void>
  /** Hands an export to the background, in the transaction that makes it. */
  enqueue(tx: Transaction, exportId: string): Promise<void>
  onError(error: unknown, exportId: string): void
}

type Asked = { export: queries.Format; async?: boolean | undefined }

/** Two at a time in a process: each keeps one connection and, for XLSX, one thread busy. */
const atOnce = 2
const longest = 10 * 60_000
const beatEvery = 15_000
const silentAfter = 60_000
const untakenAfter = 20 * 60_000

class Cancelled extends Error {}

export type Exports = ReturnType<typeof openExports>

export function openExports(deps: ExportDependencies) {
  const { database, storage } = deps
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const running = new Set<Promise<void>>()
  const queue = limiter(atOnce)
  let key: Promise<Buffer> | undefined
  const secret = () => {
    key ??= sharedSecret(database, 'export').catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }

  /** Answers `{url}` when the file is ready, or `{exportId}` at once with `async`. @throws Refusal 100001 */
  async function run(context: Context, list: Served, payload: Asked & Record<string, unknown>) {
    const staff = staffOf(context)
    const { export: format, async: background, current: _c, size: _s, after: _a, ...filters } = payload
    const now = wallNow()
    const id = newId(now)
    if (background) await deps.ready()
    await context.tx(async (tx) => {
      await queries.insertExport(tx, {
        id,
        staffId: staff.id,
        sessionId: staff.sessionId,
        call: list.call.name,
        payload: filters,
        format,
        language: context.language,
        at: now,
        expiresAt: new Date(now.getTime() + deps.keepHours() * 3_600_000),
      })
      await record(tx, context, {
        operation: 'export.run',
        target: `export ${id}`,
        content: `${list.call.name} ${format}`,
        before: null,
        after: { call: list.call.name, format, filters },
      })
      if (background) await deps.enqueue(tx, id)
    })
    if (background) return { exportId: id }
    await work(id, context)
    const row = await queries.findExport(database, staff.id, id, now)
    if (row?.state !== 'done') throw new Refusal(100001)
    return { url: await urlOf(row, staff.sessionId) }
  }

  /** Makes the file of an export that waits; whatever happens, the row says how it ended. */
  function work(id: string, from: { ip: string; userAgent: string; requestId: string }): Promise<void> {
    const done = queue(() => make(id, from))
    running.add(done)
    return done.finally(() => running.delete(done))
  }

  async function make(id: string, from: { ip: string; userAgent: string; requestId: string }): Promise<void> {
    const row = await queries.beginExport(database, id, wallNow())
    if (!row) return
    const storageKey = row.storage_key ?? ''
    const stop = AbortSignal.any([closing.signal, AbortSignal.timeout(longest)])
    let rows = 0
    const beating = setInterval(() => void queries.beat(database, id, rows, wallNow()).catch(() => {}), beatEvery)
    let context: Context | undefined
    try {
      const list = deps.list(row.call)
      if (!list?.columns?.length) throw new Error(`${row.call} has no columns to export`)
      // Asked again, since the role may have changed since: the rights of now decide, and the reach of now.
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
      const pages = walk(list, context, row.payload, async (count) => {
        rows = count
        stop.throwIfAborted()
        if (!(await queries.beat(database, id, rows, wallNow()))) throw new Cancelled()
      })
      const header = headerOf(list, row.language)
      await storage.put(storageKey, row.format === 'xlsx' ? xlsxFile(header, pages) : csvFile(header, pages))
      if (!(await end(row, 'done', rows, context))) throw new Cancelled()
    } catch (error) {
      await storage.remove(storageKey).catch((failure: unknown) => deps.onError(failure, id))
      if (error instanceof Cancelled) return
      deps.onError(error, id)
      await end(row, 'failed', rows, context)
    } finally {
      clearInterval(beating)
    }
  }

  /** Ends an export and logs how it ended and how many rows went out. */
  async function end(row: queries.ExportRow, state: 'done' | 'failed', rows: number, context: Context | undefined) {
    if (!context) return queries.endExport(database, row.id, state, rows, wallNow())
    return context.tx(async (tx) => {
      const ended = await queries.endExport(tx, row.id, state, rows, wallNow())
      if (ended)
        await record(tx, context, {
          operation: 'export.run',
          target: `export ${row.id}`,
          content: `${row.call} ${row.format}: ${state}, ${rows} rows`,
          before: { state: 'running' },
          after: { state, rows },
        })
      return ended
    })
  }

  const urlOf = async (row: queries.ExportRow, sessionId: string): Promise<string> => {
    const until = Math.min(wallNow().getTime() + lifeMilliseconds, row.expires_at.getTime())
    return deps.publicUrl + addressOf(await secret(), { exportId: row.id, sessionId, until }, fileNameOf(row))
  }

  const shown = async (row: queries.ExportRow, sessionId: string) => ({
    exportId: row.id,
    call: row.call,
    format: row.format,
    state: row.state,
    rows: row.rows,
    ...(row.state === 'done' && { url: await urlOf(row, sessionId) }),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  })

  async function status(context: Context, { exportId }: { exportId: string }) {
    const staff = staffOf(context)
    const row = await queries.findExport(database, staff.id, exportId, wallNow())
    if (!row) throw notFound()
    return shown(row, staff.sessionId)
  }

  async function list(context: Context) {
    const staff = staffOf(context)
    const rows = await queries.listExports(database, staff.id, wallNow())
    return { exports: await Promise.all(rows.map((row) => shown(row, staff.sessionId))) }
  }

  /** @throws Refusal 10032 for another's, 20000 when it has ended already. */
  function cancel(context: Context, { exportId }: { exportId: string }) {
    return context.tx(async (tx) => {
      const row = await queries.lockExport(tx, staffOf(context).id, exportId)
      if (!row) throw notFound()
      if (row.state !== 'waiting' && row.state !== 'running')
        throw new Refusal(20000, [{ field: 'exportId', message: `the export is ${row.state} already` }])
      await queries.cancelExport(tx, row.id, wallNow())
      await record(tx, context, {
        target: `export ${row.id}`,
        content: `${row.call} ${row.format}`,
        before: { state: row.state, rows: row.rows },
        after: { state: 'cancelled', rows: row.rows },
      })
      return {}
    })
  }

  /** Fails what processes left when they died, and removes what has expired: first the file, then the row. */
  async function sweep(): Promise<void> {
    const now = wallNow()
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
    for (const left of await queries.failSilent(database, ago(silentAfter), ago(untakenAfter), now))
      if (left) await storage.remove(left)
    const expired = await queries.expiredExports(database, now)
    if (expired.length === 0) return
    for (const { storage_key } of expired) if (storage_key) await storage.remove(storage_key)
    await queries.deleteExports(
      database,
      expired.map(({ id }) => id),
    )
  }

  /** Lets what runs finish for `graceMilliseconds`, then fails it. */
  async function close(graceMilliseconds: number): Promise<void> {
    const timer = setTimeout(() => closing.abort(new Error('the server is stopping')), graceMilliseconds)
    await Promise.allSettled(running)
    clearTimeout(timer)
  }

  return { run, work, status, list, cancel, sweep, close, secret }
}

const notFound = () => new Refusal(10032, [{ field: 'exportId', message: 'no such export of yours' }])

const fileNameOf = (row: queries.ExportRow) =>
  `${row.call}-${row.created_at.toISOString().slice(0, 19).replace(/[:T]/g, '-')}.${row.format}`

/** Runs at most `count` at once; the others wait in line. */
function limiter(count: number) {
  const waiting: (() => void)[] = []
  let free = count
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
