// A connection to PostgreSQL that makes fewer round trips than `pg` by itself, since they are half of what a short
// transaction costs: a transaction begins with its first statement, and a statement that is sent all the time is parsed once.
import pg from 'pg'
import { nameOf, renew } from './prepared.ts'

type Answer = Pick<pg.QueryResult, 'command' | 'rows'>

/** What the types of `pg` leave out of a query: how it is sent, and how it hears that a statement has ended. */
type Wire = {
  parse(message: { text: string }): void
  bind(message: { values: unknown[] }): void
  execute(message: object): void
}
type Sendable = pg.Submittable & {
  prepare(wire: Wire): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
type Done = (error: Error | null, answer: Answer) => void
const Query = pg.Query as unknown as new (config: pg.QueryConfig, values: undefined, done: Done) => Sendable

/**
 * A statement behind those that begin its transaction. They are sent as one: after an error the server leaves out whatever
 * follows, so that nothing is done outside the transaction.
 */
class FirstQuery extends Query {
  readonly #before: readonly string[]
  #ended = 0

  constructor(before: readonly string[], config: pg.QueryConfig, done: Done) {
    super(config, undefined, done)
    this.#before = before
  }

  override prepare(wire: Wire): void {
    for (const text of this.#before) {
      wire.parse({ text })
      wire.bind({ values: [] })
      wire.execute({})
    }
    super.prepare(wire)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#ended++ >= this.#before.length) super.handleCommandComplete(message, wire)
  }
}

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

/** Texts that begin with `begin` wait for the statement that follows; the rest is `pg`'s. */
export class Client extends pg.Client {
  /** What begins the transaction, while none of its statements was sent. */
  #beginning = ''
  #inTransaction = false
  /** Statements that this connection has parsed. */
  readonly #parsed = new Set<string>()
  readonly #watch: Watch | undefined
  #wroteWatched = false

  constructor(config?: string | (pg.ClientConfig & { watch?: Watch })) {
    super(config)
    this.#watch = typeof config === 'object' ? config.watch : undefined
  }

  // biome-ignore lint/suspicious/noExplicitAny: `pg` takes and gives many things here.
  override query(...args: any[]): any {
    const [text, values] = args
    if (typeof text !== 'string' || args.length > 2) return this.#begun(() => this.#send(...args))
    if (text.startsWith('begin')) {
      this.#beginning = text
      this.#inTransaction = true
      return Promise.resolve<Answer>({ command: 'BEGIN', rows: [] })
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
    if (this.#beginning) {
      this.#beginning = ''
      return { command: text.toUpperCase(), rows: [] }
    }
    try {
      return await this.#send(text)
    } finally {
      // Also after a failure: a connection lost during the commit does not tell whether it came to pass.
      if (wrote && text === 'commit') this.#watch?.written()
    }
  }

  #statement(text: string, values: unknown[] | undefined): Promise<Answer> {
    const name = nameOf(text)
    if (name !== undefined) return this.#named(name, text, values ?? [])
    return values && values.length > 0
      ? this.#first({ text, values })
      : Promise.resolve(this.#begun(() => this.#send(text)))
  }

  async #named(name: string, text: string, values: unknown[]): Promise<Answer> {
    const config = { name, text, values }
    const isOpen = this.#inTransaction
    try {
      if (this.#parsed.has(name)) return await this.#first(config)
      // By itself: behind others, `pg` would take their being parsed for this one's.
      const answer = await this.#begun(() => this.#send(config))
      this.#parsed.add(name)
      return answer
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      const renewed = renew(text, name)
      // A transaction is lost with its statement; the caller's next one has the new name.
      if (isOpen) throw error
      return this.#named(renewed, text, values)
    }
  }

  /** As `pg` does. */
  #send(...args: unknown[]): Promise<Answer> {
    return super.query(...(args as [string]))
  }

  /** Sends a statement, behind what begins its transaction if it is the first. */
  #first(config: pg.QueryConfig): Promise<Answer> {
    if (!this.#beginning) return this.#send(config)
    const before = this.#beginning.split(';')
    this.#beginning = ''
    return new Promise((resolve, reject) => {
      const query = new FirstQuery(before, config, (error, answer) => (error ? reject(error) : resolve(answer)))
      void this.#send(query)
    })
  }

  /** Sends something that nothing can be put before, after what begins its transaction. */
  #begun<T>(work: () => T): T | Promise<Awaited<T>> {
    if (!this.#beginning) return work()
    const text = this.#beginning
    this.#beginning = ''
    return this.#send(text).then(work) as Promise<Awaited<T>>
  }
}
