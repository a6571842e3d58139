// Exports: requested by any list call with `export`, kept for hours, downloaded from a signed URL. How one runs: `exports.run.ts`.
import { menuOf } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import { exportEvent } from '@greenroom/contract/sentences/files'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { type Context, type Language, type Staff, staffOf } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import type { Served } from '../../kit/calls/serve.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { sharedSecret } from '../../kit/encryption/sharedSecret.ts'
import { newId } from '../../kit/random.ts'
import { textOf } from '../../kit/time.ts'
import { record } from '../../log/index.ts'
import { inBoth } from '../../texts/catalogue.ts'
import { addressOf, lifeMilliseconds } from './exports.address.ts'
import * as queries from './exports.queries.ts'
import { fileNameOf } from './exports.rules.ts'
import { atOnce, openRuns, type RunDependencies } from './exports.run.ts'

export type ExportDependencies = RunDependencies & {
  keepHours(): number
  /** Prefix of a download's path; empty if the page's own origin serves it. */
  publicUrl: string
  /** Name of a list's screen in the menu. */
  title(menu: MenuKey | undefined, language: Language): Promise<string>
  /** Resolves once background jobs accept work. */
  ready(): Promise<void>
  /** Enqueues an export, in the transaction that creates it. */
  enqueue(tx: Transaction, exportId: string): Promise<void>
}

type ExportRequest = { export: queries.Format; async?: boolean | undefined }

const silentAfter = 60_000
/** Jobs are claimed within a second or two; after this long, the claiming process died before it started. */
const overdueAfter = 30_000
const untakenAfter = 20 * 60_000

export type Exports = ReturnType<typeof openExports>

export function openExports(deps: ExportDependencies) {
  const { database, storage } = deps
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
  const runs = openRuns(deps, namesOfExport)
  const { work } = runs

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
      if (!runs.isInHand(id))
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

  return { run, archive, work, status, list, cancel, sweep, close: runs.close, secret, mayFetch }
}

const notFound = () => refuseBecause(10032, 'exportId', 'export.none')
