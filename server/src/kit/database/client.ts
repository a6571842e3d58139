// A PostgreSQL connection with fewer round trips than plain `pg`, since they are half the cost of a short transaction.
// `begin` is sent with the first statement; statements whose answers nobody reads are deferred to the next one (or the
// commit); frequent statements are parsed and described once.
import type pg from 'pg'
import { type Commits, lsnOf } from '../standby/commits.ts'
import { HostedClient } from '../standby/hostedClient.ts'
import { timelineIn } from '../standby/hosts.ts'
import { current } from '../telemetry/current.ts'
import { isMeasured, operationOf, record } from '../telemetry/meter.ts'
import { traceTrip } from '../telemetry/tracer.ts'
import { type Answer, type Shape, type Step, Trip, type TripResult, type Types, written } from './pipeline.ts'
import { nameOf, prepare, renew } from './prepared.ts'

/** Notifies about committed writes to some tables; see `watchOf`. */
export type Watch = {
  /** Whether a statement changes a watched table. */
  isWrite(text: string): boolean
  /** Called after the commit, before its caller continues. */
  written(): void
}

/**
 * Watches tables, named as in statements (`access.session`), quoted or not. Sees only statements of this pool, not
 * those of other processes.
 */
export function watchOf(tables: readonly string[], written: () => void): Watch {
  const names = tables.map((table) => `"?${table.replace('.', '"?\\."?')}\\b`).join('|')
  return { isWrite: writesTo(names), written }
}

/** Recognises statements that write to a table whose name matches one of the patterns. */
function writesTo(names: string): (text: string) => boolean {
  const write = new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from|truncate|merge\\s+into)\\s+(?:${names})`, 'i')
  return (text) => !text.startsWith('select') && write.test(text)
}

/** Our tables are all named with their schema; `for update of` and `do update set` are no writes. */
const writesRows = writesTo('"?\\w+"?\\."?\\w')

/**
 * `cached plan must not change result type`: columns changed since this connection parsed the statement. Told by where PostgreSQL raises it:
 * its texts are in the language of `lc_messages`.
 */
const isOutdatedPlan = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

const ends = new Set(['commit', 'rollback'])

const commit = prepare('commit')

/** Called with the number of rows a statement changed. */
type RowCountListener = (rows: number) => void

const deferred = new WeakMap<readonly unknown[], RowCountListener>()

/**
 * Defers a statement, identified by its parameters: it returns at once with an empty result, and is sent with the next
 * statement of its transaction or the commit. If it fails, so does the one it is sent with.
 */
export const defer = (parameters: readonly unknown[], onRowCount: RowCountListener): void =>
  void deferred.set(parameters, onRowCount)

type Waiting = { text: string; values: readonly unknown[]; onRowCount: RowCountListener }

/** What a pool's connections share. */
export type Way = {
  /** All that are open or being opened. */
  open: Set<Client>
  /** Those that callers may have: what each new one must pass is behind it. */
  admitted: WeakSet<object>
  /** The database is silent: nothing new is opened, which would only wait. */
  isSilent: boolean
  /** How long one trip may take; a database that answers ends its statements earlier by itself. */
  longestMs: number
}

/** A connection is given up after this time. */
export const connectWithinMs = 5_000
/** The system asks a quiet connection whether it is still there after this time. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Beyond the time after which the server ends a statement. */
export const graceMs = 15_000

const limitOf = (text: string): number => {
  const [, count, unit] = /^set local statement_timeout = '?(\d+)(ms|s|min)?/.exec(text) ?? []
  if (count === undefined || Number(count) === 0) return Number.POSITIVE_INFINITY
  return Number(count) * (unit === 'min' ? 60_000 : unit === 's' ? 1_000 : 1) + graceMs
}

type Observing = { watch?: Watch; onRowsWritten?: () => void; way?: Way; commits?: Commits }

/** Its id, if it has one, and where the log stands: asked with the commit, so it costs no trip. */
const standing = prepare(`
  select pg_current_xact_id_if_assigned()::text, pg_current_wal_insert_lsn()::text, pg_walfile_name(pg_current_wal_insert_lsn())`)

/** Of a transaction that waits for no standby: nobody was told of it. */
export const hereOnly = 'set local synchronous_commit = local'

/** PostgreSQL gave up waiting for a standby: the commit is here, and may be lost with this machine. */
const isUnconfirmed = (routine: string | undefined) => routine === 'SyncRepWaitForLSN'
/** As for a connection that broke during a commit: `transaction_resolution_unknown`. */
const unconfirmed = () => Object.assign(new Error('no standby has confirmed the commit'), { code: '08007' })

/** `begin` is not sent alone: it travels with the next statement. Everything else goes to `pg` unchanged. */
export class Client extends HostedClient {
  /** The pending `begin`, until a statement is sent. */
  #beginning: readonly string[] = []
  /** Deferred statements. */
  #waiting: Waiting[] = []
  #inTransaction = false
  /** Statements that this connection has parsed, by name, with their row descriptions. */
  readonly #parsed = new Map<string, Shape | undefined>()
  readonly #watch: Watch | undefined
  #wroteWatched = false
  readonly #onRowsWritten: (() => void) | undefined
  #wroteRows = false
  readonly #way: Way | undefined
  /** When the trip under way was sent; 0 while there is none. */
  #sentAt = 0
  /** The transaction's own limit. */
  #longestMs: number | undefined
  readonly #commits: Commits | undefined
  #isUnconfirmed = false
  /** The transaction's commit waits for no standby. */
  #isHere = false

  /** @param config `onRowsWritten` is called after a transaction that changed rows; functions that write are not seen. */
  constructor(config?: string | (pg.ClientConfig & Observing)) {
    super(typeof config === 'object' ? { ...config, connectionTimeoutMillis: connectWithinMs } : config)
    if (typeof config !== 'object') return
    this.#watch = config.watch
    this.#onRowsWritten = config.onRowsWritten
    this.#way = config.way
    this.#commits = config.commits
    this.#way?.open.add(this)
    this.on('notice', ({ routine }) => {
      this.#isUnconfirmed ||= isUnconfirmed(routine)
    })
    this.once('end', () => this.#way?.open.delete(this))
  }

  /** True if its trip takes longer than any may. */
  isOverdue(now: number): boolean {
    return (
      this.#sentAt > 0 && now - this.#sentAt > (this.#longestMs ?? this.#way?.longestMs ?? Number.POSITIVE_INFINITY)
    )
  }

  // biome-ignore lint/suspicious/noExplicitAny: `pg` takes a callback or returns a promise.
  override connect(...args: any[]): any {
    if (!this.#way?.isSilent) return super.connect(...(args as []))
    this.#way.open.delete(this)
    const error = Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })
    const [callback] = args as [((error: Error) => void)?]
    if (!callback) return Promise.reject(error)
    setImmediate(callback, error)
  }

  // biome-ignore lint/suspicious/noExplicitAny: `pg` takes and gives many things here.
  override query(...args: any[]): any {
    const [text, values] = args
    if (typeof text !== 'string' || args.length > 2) return this.#alone(() => this.#send(...args))
    if (text.startsWith('begin')) {
      this.#beginning = text.split(/;\s*/)
      this.#waiting = []
      this.#inTransaction = true
      return Promise.resolve<Answer>({ command: 'BEGIN', rowCount: null, rows: [] })
    }
    if (ends.has(text)) return this.#end(text)
    if (text.startsWith('start transaction')) this.#inTransaction = true
    if (!this.#watch?.isWrite(text)) return this.#statement(text, values)
    if (this.#inTransaction) {
      this.#wroteWatched = true
      return this.#statement(text, values)
    }
    return this.#statement(text, values).finally(() => this.#watch?.written())
  }

  async #end(text: string): Promise<Answer> {
    const wrote = this.#wroteWatched
    const wroteRows = this.#wroteRows
    const isHere = this.#isHere
    this.#inTransaction = false
    this.#isHere = false
    this.#longestMs = undefined
    this.#wroteWatched = false
    this.#wroteRows = false
    if (text === 'rollback') this.#waiting = []
    try {
      const isSent = this.#waiting.length > 0 || this.#beginning.length === 0
      if (text === 'commit' && isSent && this.#commits && !isHere && current() !== undefined)
        return await this.#noted(this.#commits)
      if (this.#waiting.length > 0) return await this.#trip(commit, [])
      if (this.#beginning.length === 0) return await this.#confirmed(() => this.#send(text))
      this.#beginning = []
      return { command: text.toUpperCase(), rowCount: null, rows: [] }
    } finally {
      // Also after a failure: a connection lost during the commit does not reveal whether it committed.
      if (wrote && text === 'commit') this.#watch?.written()
      // A rollback, too: what it held back can be read as new now.
      if (wroteRows) this.#onRowsWritten?.()
    }
  }

  /** Commits, and notes what was committed once it is acknowledged. */
  async #noted(commits: Commits): Promise<Answer> {
    let found: readonly (string | null)[] = []
    const answer = await this.#trip(commit, [], {
      ...this.#step(standing, []),
      onRow: (fields) => void (found = fields),
    })
    const [xid, lsn, segment] = found
    if (xid && lsn && segment) commits.add({ xid: BigInt(xid), lsn: lsnOf(lsn), timeline: timelineIn(segment) })
    return answer
  }

  /** @throws if PostgreSQL committed without the standby that it was to wait for */
  async #confirmed<T>(send: () => Promise<T>): Promise<T> {
    this.#isUnconfirmed = false
    const answer = await send()
    if (this.#isUnconfirmed) throw unconfirmed()
    return answer
  }

  async #statement(text: string, values: readonly unknown[] = []): Promise<Answer> {
    const onRowCount = deferred.get(values)
    if (text === hereOnly) this.#isHere = true
    if (onRowCount && this.#inTransaction) {
      this.#waiting.push({ text, values, onRowCount })
      this.#wroteRows = true
      return { command: '', rowCount: 0, rows: [] }
    }
    if (text.startsWith('set local statement_timeout')) this.#longestMs = limitOf(text)
    const answer = await this.#answer(text, values, onRowCount)
    if (this.#onRowsWritten && answer.rowCount && writesRows(text)) {
      if (this.#inTransaction) this.#wroteRows = true
      else this.#onRowsWritten()
    }
    return answer
  }

  async #answer(text: string, values: readonly unknown[], onRowCount?: RowCountListener): Promise<Answer> {
    if (values.length === 0 && nameOf(text) === undefined)
      return this.#alone(() => this.#timed(text, () => this.#send(text)))
    const isOpen = this.#inTransaction
    try {
      const answer = await this.#trip(text, values)
      onRowCount?.(answer.rowCount ?? 0)
      return answer
    } catch (error) {
      // The failed statement aborted the transaction; the caller's retry uses the new name.
      if (!isOutdatedPlan(error) || isOpen) throw error
      return this.#trip(text, values)
    }
  }

  async #timed<T>(text: string, send: () => Promise<T>): Promise<T> {
    const sentAt = performance.now()
    this.#sentAt = sentAt
    let failure: string | undefined
    try {
      return await this.#confirmed(send)
    } catch (error) {
      failure = (error as { code?: string }).code ?? 'lost'
      throw error
    } finally {
      this.#sentAt = 0
      traceTrip(text, sentAt, failure)
      if (isMeasured())
        record('db.client.operation.duration', (performance.now() - sentAt) / 1_000, {
          'db.operation.name': operationOf(text),
          ...(failure !== undefined && { 'error.type': failure }),
        })
    }
  }

  /** As `pg` does. */
  #send(...args: unknown[]): Promise<Answer> {
    return super.query(...(args as [string]))
  }

  /** Sends a statement after the pending `begin`, the deferred statements, and `between`. */
  async #trip(text: string, values: readonly unknown[], between?: Step): Promise<Answer> {
    const last = this.#step(text, values)
    const waiting = this.#waiting
    const before = [
      ...this.#beginning.map((begin) => this.#step(begin, [])),
      ...waiting.map((one) => this.#step(one.text, one.values)),
    ]
    this.#beginning = []
    this.#waiting = []
    const brought = await this.#sent(between ? [...before, between, last] : [...before, last])
    waiting.forEach(({ onRowCount }, at) => onRowCount(brought.counts[before.length - waiting.length + at] ?? 0))
    return brought
  }

  #step(text: string, values: readonly unknown[]): Step {
    const name = nameOf(text)
    const shape = name === undefined ? undefined : this.#parsed.get(name)
    return { text, values: written(values), name, isParsed: name !== undefined && this.#parsed.has(name), shape }
  }

  async #sent(steps: readonly Step[]): Promise<TripResult> {
    try {
      const brought = await this.#timed(
        steps.at(-1)!.text,
        () =>
          new Promise<TripResult>((resolve, reject) => {
            // A client finds type parsers, which its types do not declare.
            const types = this as unknown as Types
            const trip = new Trip(steps, types, (error, found) => (found ? resolve(found) : reject(error)))
            void this.#send(trip)
          }),
      )
      for (const { name, shape } of steps)
        if (name !== undefined && !this.#parsed.has(name)) this.#parsed.set(name, shape)
      const name = steps.at(-1)?.name
      if (name !== undefined) this.#parsed.set(name, brought.shape)
      return brought
    } catch (error) {
      if (isOutdatedPlan(error)) for (const { text, name } of steps) if (name !== undefined) renew(text, name)
      throw error
    }
  }

  /** Sends something that can't be combined, after the deferred statements. */
  #alone<T>(work: () => T): T | Promise<Awaited<T>> {
    if (this.#beginning.length + this.#waiting.length === 0) return work()
    return this.#sendWaiting().then(work) as Promise<Awaited<T>>
  }

  async #sendWaiting(): Promise<void> {
    const last = this.#waiting.pop() ?? { text: this.#beginning.at(-1)!, values: [], onRowCount: undefined }
    if (!last.onRowCount) this.#beginning = this.#beginning.slice(0, -1)
    const { rowCount } = await this.#trip(last.text, last.values)
    last.onRowCount?.(rowCount ?? 0)
  }
}
