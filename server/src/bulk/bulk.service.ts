// Bulk jobs: rows are counted and stored, the call runs over them chunk by chunk in the background, and every row gets
// an outcome. A chunk's outcomes are committed with its changes, so a job whose process was killed continues where it
// was and does nothing twice.

import { declaredCalls } from '@greenroom/contract/allCalls'
import type * as calls from '@greenroom/contract/bulk'
import { type Call, menuOf, type Parsed } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { type OperationKey, operations } from '@greenroom/contract/operations'
import type { MenuKey } from '@greenroom/contract/screens'
import { bulkStarted, bulkStopped } from '@greenroom/contract/sentences/bulk'
import { recordsOf } from '../files/index.ts'
import { notDone } from '../kit/calls/batch.ts'
import { type BulkOutcome, type Context, contextOf, type Language, type Staff, staffOf } from '../kit/calls/context.ts'
import { because, Refusal, refuseBecause } from '../kit/calls/refusal.ts'
import type { Served } from '../kit/calls/serve.ts'
import { type Clock, wallNow } from '../kit/clock.ts'
import type { Database, Transaction } from '../kit/database/database.ts'
import { openFrozen } from '../kit/database/databaseSnapshot.ts'
import { mapPage } from '../kit/database/paging.ts'
import { isServersFault } from '../kit/database/unreachable.ts'
import { newId } from '../kit/random.ts'
import { readWhole, type WholeFrom } from '../kit/standby/replica.ts'
import { bisect } from '../kit/work/bisect.ts'
import { semaphore } from '../kit/work/semaphore.ts'
import { record } from '../log/index.ts'
import * as queries from './bulk.queries.ts'

/** The id field of each list's rows, by the list's contract name. */
const fields = new Map(declaredCalls.flatMap(({ call }) => Object.entries(call.over ?? {})))

/** Reads a record's id for batch calls; undefined if no batch call runs over this list. */
export function fieldOf(list: string): ((record: unknown) => string) | undefined {
  const field = fields.get(list)
  return field === undefined ? undefined : (record) => String((record as Record<string, unknown>)[field])
}

export type BulkDependencies = {
  database: Database
  /** Where lists are read: a replica, or the main database. */
  readFrom: WholeFrom
  clock: Clock
  timeZone(): string
  keepDays(): number
  served(name: string): Served | undefined
  /** Name of a list's screen in the menu. */
  title(menu: MenuKey | undefined, language: Language): Promise<string>
  staffOfSession(sessionId: string): Promise<Staff | null>
  /** @throws Refusal if the caller may not call it (any more). */
  authorise(served: Served, staff: Staff, payload: object): void
  /** The payload as the handler takes it. @throws Refusal naming the wrong fields. */
  payloadOf(call: Call, raw: object): object
  /** Resolves once background jobs accept work. */
  ready(): Promise<void>
  /** Enqueues a job, in the transaction that starts it. */
  enqueue(tx: Transaction, bulkId: string): Promise<void>
  onError(error: unknown, bulkId: string): void
}

/** Each selection in progress holds its own connection. */
const freezingAtOnce = 2
const freezeSeconds = 30
/** Unused selections. */
const unusedKept = 4
const unusedFor = 60 * 60_000
const silentAfter = 60_000
const overdueAfter = 30_000
const dayMs = 24 * 60 * 60_000
const stopped = because('bulk.stopped')

/** The job has another worker or was stopped: this worker must not commit. */
class Lost extends Error {}

export type Bulks = ReturnType<typeof openBulks>

export function openBulks(deps: BulkDependencies) {
  const { database } = deps
  const queue = semaphore(freezingAtOnce)
  const running = new Set<Promise<void>>()
  let closing = false

  async function freeze(context: Context, payload: Parsed<typeof calls.bulkFreeze>) {
    const staff = staffOf(context)
    const list = deps.served(payload.list)
    if (!list?.call.exportable) throw refuseBecause(10032, 'list', 'bulk.notOver')
    const { current: _c, size: _s, after: _a, export: _e, async: _y, ...filters } = payload.filters
    deps.authorise(list, staff, filters)
    const parsed = deps.payloadOf(list.call, filters) as Record<string, unknown>
    const field = fieldOf(list.call.name)
    if (field === undefined) throw refuseBecause(10032, 'list', 'bulk.notOver')
    const ids = await queue(() => idsOf(list, { ...context, menu: menuOf(list.call, parsed) }, parsed, field))
    if (ids.length === 0) throw refuseBecause(10009, 'filters', 'batch.empty')
    const now = wallNow()
    const id = newId(now)
    const job = {
      id,
      staff_id: staff.id,
      session_id: staff.sessionId,
      ip: context.ip,
      user_agent: context.userAgent,
      language: context.language,
      list: list.call.name,
      filters,
      created_at: now,
      beat_at: now,
      expires_at: new Date(now.getTime() + unusedFor),
    }
    await context.tx(async (tx) => {
      await queries.dropUnused(tx, staff.id, unusedKept)
      // The filters are JSON of any shape.
      await queries.insertJob(tx, job as never, ids)
    })
    return { bulkId: id, total: ids.length }
  }

  /**
   * The matching ids of one snapshot, without duplicates, in list order. @throws Refusal 10009 if there are too many.
   */
  async function idsOf(
    list: Served,
    context: Context,
    payload: Record<string, unknown>,
    read: (row: unknown) => string,
  ) {
    return readWhole(deps.readFrom, async (url) => {
      const snapshot = await openFrozen(url, freezeSeconds)
      try {
        const ids = new Set<string>()
        for await (const records of recordsOf(list, context, payload, snapshot)) {
          for (const one of records) ids.add(read(one))
          if (ids.size > limits.bulk) throw refuseBecause(10009, 'filters', 'bulk.tooMany', { most: limits.bulk })
        }
        return [...ids]
      } finally {
        await snapshot.close()
      }
    })
  }

  /** @throws Refusal 20000 if it has started, 10026 without the right, or the call's refusal of its payload. */
  async function start(context: Context, { bulkId, call: name, payload }: Parsed<typeof calls.bulkStart>) {
    const staff = staffOf(context)
    const served = deps.served(name)
    await deps.ready()
    const row = await context.tx(async (tx) => {
      const job = await queries.lockJob(tx, staff.id, bulkId, wallNow())
      if (!job) throw none()
      if (job.state !== 'chosen') throw refuseBecause(20000, 'bulkId', 'bulk.started')
      if (!served?.call.over || !Object.hasOwn(served.call.over, job.list))
        throw refuseBecause(10009, 'call', 'bulk.notOver')
      deps.authorise(served, staff, payload)
      const ids = await queries.firstIds(tx, bulkId, limits.batch)
      deps.payloadOf(served.call, { ...payload, ids })
      const now = wallNow()
      const expiresAt = new Date(now.getTime() + deps.keepDays() * dayMs)
      const started = await queries.startJob(tx, bulkId, { call: name, payload, now, expiresAt })
      const { reason } = payload
      await record(tx, context, {
        target: `bulk ${bulkId}`,
        content: bulkStarted(operationOf(served), job.total),
        before: null,
        after: { call: name, list: job.list, filters: job.filters, payload, total: job.total },
        ...(typeof reason === 'string' && { reason }),
      })
      await deps.enqueue(tx, bulkId)
      return started
    })
    return shown(row, context.language)
  }

  const shown = async (row: queries.JobRow, language: Language) => {
    const served = deps.served(row.call)
    const list = deps.served(row.list)
    const { reason } = row.payload as { reason?: unknown }
    const operation = served && operationOf(served)
    return {
      bulkId: row.id,
      operation: operation ?? '',
      action: operation ? operations[operation][language] : row.call,
      title: list ? await deps.title(menuOf(list.call, row.filters as object), language) : row.list,
      state: row.state as 'waiting',
      total: row.total,
      done: row.done,
      failed: row.failed,
      reason: typeof reason === 'string' ? reason : '',
      createdAt: row.created_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      expiresAt: row.expires_at.toISOString(),
    }
  }

  async function own(context: Context, bulkId: string) {
    const row = await queries.findJob(context.database, staffOf(context).id, bulkId, wallNow())
    if (!row) throw none()
    return row
  }

  const info = async (context: Context, { bulkId }: Parsed<typeof calls.bulkInfo>) =>
    shown(await own(context, bulkId), context.language)

  async function list(context: Context, payload: Parsed<typeof calls.bulkList>) {
    const page = await queries.jobPage(context, staffOf(context).id, wallNow(), payload)
    return { ...page, records: await Promise.all(page.records.map((row) => shown(row, context.language))) }
  }

  async function outcomes(context: Context, { bulkId, ...request }: Parsed<typeof calls.bulkOutcomes>) {
    await own(context, bulkId)
    return mapPage(await queries.outcomePage(context, bulkId, request), (row) => ({
      id: row.row_id,
      ok: row.ok === true,
      ...(row.error_code !== null && { errorCode: row.error_code }),
      ...(row.error_msg !== null && { errorMsg: row.error_msg }),
      ...(row.reason !== null && { reason: row.reason }),
      ...(row.params !== null && { params: row.params as Record<string, string | number> }),
    }))
  }

  /** The running chunk is finished first. @throws Refusal 20000 if the job has ended. */
  const cancel = (context: Context, { bulkId }: Parsed<typeof calls.bulkCancel>) =>
    context.tx(async (tx) => {
      const job = await queries.lockJob(tx, staffOf(context).id, bulkId, wallNow())
      if (!job || job.state === 'chosen') throw none()
      const row = await stop(tx, job.id, notDone('', 20000, stopped), undefined)
      if (!row) throw refuseBecause(20000, 'bulkId', 'bulk.ended')
      await record(tx, context, {
        target: `bulk ${bulkId}`,
        content: bulkStopped(operations[deps.served(row.call)?.call.operation ?? 'bulk.run'], {
          decided: row.done + row.failed,
          total: row.total,
        }),
        before: { state: job.state, done: job.done, failed: job.failed },
        after: { state: row.state, done: row.done, failed: row.failed },
      })
      return shown(row, context.language)
    })

  /** Gives the remaining rows this outcome; undefined if the job has ended, or no longer belongs to `runner`. */
  async function stop(tx: Transaction, id: string, outcome: BulkOutcome, runner: string | undefined) {
    const ended = await queries.endJob(tx, id, { state: 'stopped', runner, now: wallNow() })
    return ended && queries.failOpen(tx, id, outcome)
  }

  /** Works on a job until it or the process ends; does nothing if another worker has it. */
  function work(id: string): Promise<void> {
    const work = run(id)
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  async function run(id: string): Promise<void> {
    const now = wallNow()
    const runner = newId(now)
    const job = await queries.takeJob(database, id, runner, now, new Date(now.getTime() - silentAfter))
    if (!job) return
    try {
      for (;;) {
        if (closing) return void (await queries.releaseJob(database, id, runner))
        const items = await queries.nextItems(database, id, limits.batch)
        if (items.length === 0) break
        await chunk(job, runner, items)
      }
      await database.transaction().execute((tx) => queries.endJob(tx, id, { state: 'done', runner, now: wallNow() }))
    } catch (error) {
      if (!(error instanceof Lost)) throw error
    }
  }

  /** Runs the call over some rows, with current rights and scope. @throws Lost */
  async function chunk(job: queries.JobRow, runner: string, items: readonly queries.Item[]): Promise<void> {
    const keep = async (tx: Transaction, made: readonly BulkOutcome[]) => {
      if (!(await queries.keepOutcomes(tx, { id: job.id, runner }, made, wallNow()))) throw new Lost()
    }
    // A change was committed with its outcomes; a call refused as a whole changed nothing, so its outcomes are stored
    // separately.
    const keepAlone = (made: readonly BulkOutcome[]) => database.transaction().execute((tx) => keep(tx, made))
    const callOver = async (part: readonly queries.Item[]) => {
      const { served, context } = await allowed(job)
      context.bulk = { keep }
      const ids = part.map((item) => item.row_id)
      const payload = deps.payloadOf(served.call, { ...(job.payload as object), ids })
      const { outcomes: made } = (await served.handle(context, payload)) as { outcomes: BulkOutcome[] }
      await keepAlone(made)
      return part.map(() => undefined)
    }
    await bisect(items, {
      work: callOver,
      alone: (item, error) => keepAlone([{ ...whyFailed(error, job.id), id: item.row_id }]),
      // It continues once the database is back.
      isSystemic: (error) => error instanceof Lost || error instanceof Denied || isServersFault(error),
    }).catch(async (error: unknown) => {
      if (!(error instanceof Denied)) throw error
      await database.transaction().execute((tx) => stop(tx, job.id, whyFailed(error.refusal, job.id), runner))
      throw new Lost()
    })
  }

  /** @throws Denied if the maker has lost the right. */
  async function allowed(job: queries.JobRow) {
    const served = deps.served(job.call)
    const staff = await deps.staffOfSession(job.session_id)
    if (!staff || !served) throw new Denied(new Refusal(staff ? 10032 : 10007))
    try {
      deps.authorise(served, staff, job.payload as object)
    } catch (error) {
      throw error instanceof Refusal ? new Denied(error) : error
    }
    const context = contextOf({
      call: served.call,
      payload: job.payload as object,
      requestId: `bulk ${job.id}`,
      ip: job.ip,
      userAgent: job.user_agent,
      language: job.language as Language,
      timeZone: deps.timeZone(),
      database,
      caller: staff,
      clock: deps.clock,
    })
    return { served, context }
  }

  function whyFailed(error: unknown, id: string): BulkOutcome {
    if (error instanceof Refusal) return notDone('', error.code, error.detail?.[0])
    deps.onError(error, id)
    return notDone('', 10001)
  }

  /** Continues jobs of dead processes, and removes what has expired. */
  async function sweep(): Promise<void> {
    const now = wallNow()
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
    for (const id of await queries.leftJobs(database, ago(overdueAfter), ago(silentAfter), freezingAtOnce))
      work(id).catch((error: unknown) => deps.onError(error, id))
    await queries.deleteExpired(database, now)
  }

  /** Stops after the running chunks; other processes continue the jobs. */
  async function close(): Promise<void> {
    closing = true
    await Promise.allSettled(running)
  }

  return { freeze, start, info, list, outcomes, cancel, work, sweep, close }
}

class Denied extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super('may not do it any more')
    this.refusal = refusal
  }
}

const none = () => refuseBecause(10032, 'bulkId', 'bulk.none')

const operationOf = (served: Served): OperationKey => served.call.operation!
