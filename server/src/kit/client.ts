// A connection to PostgreSQL that makes fewer round trips than `pg` by itself, since they are half of what a short
// transaction costs: a transaction begins with its first statement, and a statement that is sent all the time is parsed once.
import pg from 'pg'

const names = new Map<string, string>()

/**
 * Has each connection parse and plan a statement only once. For those that are always planned alike, as a function's call is.
 *
 * @returns the text, to be run as any other.
 */
export function prepare(text: string): string {
  if (!names.has(text)) names.set(text, `prepared_${names.size + 1}`)
  return text
}

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

/** Texts that begin with `begin` wait for the statement that follows; the rest is `pg`'s. */
export class Client extends pg.Client {
  /** What begins the transaction, while none of its statements was sent. */
  #beginning = ''
  /** Statements that this connection has parsed. */
  readonly #parsed = new Set<string>()

  // biome-ignore lint/suspicious/noExplicitAny: `pg` takes and gives many things here.
  override query(...args: any[]): any {
    const [text, values] = args
    if (typeof text !== 'string' || args.length > 2) return this.#begun(() => this.#send(...args))
    if (text.startsWith('begin')) {
      this.#beginning = text
      return Promise.resolve<Answer>({ command: 'BEGIN', rows: [] })
    }
    if (this.#beginning && (text === 'commit' || text === 'rollback')) {
      this.#beginning = ''
      return Promise.resolve<Answer>({ command: text.toUpperCase(), rows: [] })
    }
    const name = names.get(text)
    if (name !== undefined) return this.#named(name, text, values)
    return values?.length > 0 ? this.#first({ text, values }) : this.#begun(() => this.#send(text))
  }

  async #named(name: string, text: string, values: unknown[]): Promise<Answer> {
    const config = { name, text, values }
    if (this.#parsed.has(name)) return this.#first(config)
    // By itself: behind others, `pg` would take their being parsed for this one's.
    const answer = await this.#begun(() => this.#send(config))
    this.#parsed.add(name)
    return answer
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
