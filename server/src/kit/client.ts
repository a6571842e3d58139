// A connection to PostgreSQL that makes fewer round trips than `pg` by itself, since they are half of what a short
// transaction costs: a transaction begins with its first statement, statements whose answers nobody reads go with what
// follows them (with the commit at the latest), and a statement that is sent all the time is parsed and described once.
import pg from 'pg'
import { nameOf, prepare, renew } from './prepared.ts'
import { type Answer, type Brought, type Shape, type Step, Trip, type Types, written } from './trip.ts'

/** Hears of committed writes to some tables; see `watchOf`. */
export type Watch = {
  /** Whether a statement changes what is watched. */
  isWrite(text: string): boolean
  /** Called after the commit, before whoever committed hears of it. */
  written(): void
}

/**
 * Watches tables, given by their names as statements write them (`access.session`), quoted or not.
 * It reads the statements of this pool only: what another process writes, it never hears of.
 */
export function watchOf(tables: readonly string[], written: () => void): Watch {
  const names = tables.map((table) => `"?${table.replace('.', '"?\\."?')}\\b`).join('|')
  const write = new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from|truncate|merge\\s+into)\\s+(?:${names})`, 'i')
  return { isWrite: (text) => !text.startsWith('select') && write.test(text), written }
}

/** `cached plan must not change result type`: a column came or went since this connection parsed the statement. */
const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: string }).code === '0A000' && error.message.startsWith('cached plan')

const ends = new Set(['commit', 'rollback'])

const commit = prepare('commit')

/** Called with the number of rows that a statement changed, once that is known. */
type Heard = (rows: number) => void

const deferred = new WeakMap<readonly unknown[], Heard>()

/**
 * Has a statement, known by its parameters, go with the one that follows it in its transaction, or with the commit: it is
 * answered at once, as if it had changed nothing. If it fails, whatever it went with does.
 */
export const defer = (parameters: readonly unknown[], heard: Heard): void => void deferred.set(parameters, heard)

type Waiting = { text: string; values: readonly unknown[]; heard: Heard }

/** Texts that begin with `begin` wait for the statement that follows; the rest is `pg`'s. */
export class Client extends pg.Client {
  /** What begins the transaction, while none of its statements was sent. */
  #beginning: readonly string[] = []
  /** Statements that go with the next one. */
  #waiting: Waiting[] = []
  #inTransaction = false
  /** Statements that this connection has parsed, by name, and what it knows of their rows. */
  readonly #parsed = new Map<string, Shape | undefined>()
  readonly #watch: Watch | undefined
  #wroteWatched = false

  constructor(config?: string | (pg.ClientConfig & { watch?: Watch })) {
    super(config)
    this.#watch = typeof config === 'object' ? config.watch : undefined
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
    this.#inTransaction = false
    this.#wroteWatched = false
    if (text === 'rollback') this.#waiting = []
    try {
      if (this.#waiting.length > 0) return await this.#trip(commit, [])
      if (this.#beginning.length === 0) return await this.#send(text)
      this.#beginning = []
      return { command: text.toUpperCase(), rowCount: null, rows: [] }
    } finally {
      // Also after a failure: a connection lost during the commit does not tell whether it came to pass.
      if (wrote && text === 'commit') this.#watch?.written()
    }
  }

  async #statement(text: string, values: readonly unknown[] = []): Promise<Answer> {
    const heard = deferred.get(values)
    if (heard && this.#inTransaction) {
      this.#waiting.push({ text, values, heard })
      return { command: '', rowCount: 0, rows: [] }
    }
    if (values.length === 0 && nameOf(text) === undefined) return this.#alone(() => this.#send(text))
    const isOpen = this.#inTransaction
    try {
      const answer = await this.#trip(text, values)
      heard?.(answer.rowCount ?? 0)
      return answer
    } catch (error) {
      // A transaction is lost with its statement; the caller's next one has the new name.
      if (!isOutdatedPlan(error) || isOpen) throw error
      return this.#trip(text, values)
    }
  }

  /** As `pg` does. */
  #send(...args: unknown[]): Promise<Answer> {
    return super.query(...(args as [string]))
  }

  /** Sends a statement behind what begins its transaction and what waits for it. */
  async #trip(text: string, values: readonly unknown[]): Promise<Answer> {
    const last = this.#step(text, values)
    const waiting = this.#waiting
    const before = [
      ...this.#beginning.map((begin) => this.#step(begin, [])),
      ...waiting.map((one) => this.#step(one.text, one.values)),
    ]
    this.#beginning = []
    this.#waiting = []
    const brought = await this.#sent([...before, last])
    waiting.forEach(({ heard }, at) => heard(brought.counts[before.length - waiting.length + at] ?? 0))
    return brought
  }

  #step(text: string, values: readonly unknown[]): Step {
    const name = nameOf(text)
    const shape = name === undefined ? undefined : this.#parsed.get(name)
    return { text, values: written(values), name, isParsed: name !== undefined && this.#parsed.has(name), shape }
  }

  async #sent(steps: readonly Step[]): Promise<Brought> {
    try {
      const brought = await new Promise<Brought>((resolve, reject) => {
        const types = this as unknown as Types
        const trip = new Trip(steps, types, (error, found) => (found ? resolve(found) : reject(error)))
        void this.#send(trip)
      })
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

  /** Sends something that nothing can be put before, after what waits for it. */
  #alone<T>(work: () => T): T | Promise<Awaited<T>> {
    if (this.#beginning.length + this.#waiting.length === 0) return work()
    return this.#sendWaiting().then(work) as Promise<Awaited<T>>
  }

  async #sendWaiting(): Promise<void> {
    const last = this.#waiting.pop() ?? { text: this.#beginning.at(-1)!, values: [], heard: undefined }
    if (!last.heard) this.#beginning = this.#beginning.slice(0, -1)
    const { rowCount } = await this.#trip(last.text, last.values)
    last.heard?.(rowCount ?? 0)
  }
}
