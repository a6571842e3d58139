// Statements that go to PostgreSQL as one message and are answered together: after an error the server leaves out whatever
// follows, so that none is done without those before it. Only the last one's rows are read.
import pg from 'pg'

/** How a statement's rows are read; null for a statement without rows. */
export type Shape = { names: string[]; parsers: ((text: string) => unknown)[]; empty: object } | null

type Written = string | Buffer | null | undefined

export type Step = {
  text: string
  /** Parameters as they are sent. */
  values: Written[]
  /** Undefined for a statement that is parsed for this time only. */
  name: string | undefined
  /** The connection has parsed it under its name. */
  isParsed: boolean
  /** What the connection knows of its rows, so that the server need not describe them again. */
  shape: Shape | undefined
}

/** As `pg` answers, as far as its callers here read it. */
export type Answer = { command: string; rowCount: number | null; rows: object[] }
/** What a trip brought: the last statement's answer and shape, and of each statement how many rows it gave or changed. */
export type Brought = Answer & { shape: Shape; counts: readonly number[] }

/** What the types of `pg` leave out of a connection. */
type Wire = {
  stream: { cork(): void; uncork(): void }
  close(message: { type: 'S'; name: string }): void
  parse(message: { text: string; name: string | undefined }): void
  bind(message: { statement: string | undefined; values: Written[] }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
  sync(): void
  sendCopyFail(message: string): void
}
export type Types = { getTypeParser(oid: number, format: 'text'): (text: string) => unknown }

const { prepareValue } = (pg as unknown as { utils: { prepareValue(this: void, value: unknown): Written } }).utils

/** Parameters as they are sent. @throws where one can't be. */
export const written = (values: readonly unknown[]): Written[] => values.map((value) => prepareValue(value))

const tag = /^([A-Z]+).*?(\d*)$/

/** For `pg.Client.query`, which calls its methods as the answers come in. */
export class Trip {
  callback: (error: Error | null) => void
  readonly #steps: readonly Step[]
  readonly #types: Types
  readonly #rows: object[] = []
  readonly #counts: number[] = []
  #shape: Shape
  #command = ''
  #unreadable: Error | undefined

  constructor(steps: readonly Step[], types: Types, done: (error: Error | null, brought: Brought | undefined) => void) {
    this.#steps = steps
    this.#types = types
    this.#shape = steps.at(-1)?.shape ?? null
    this.callback = (error) => done(error, error ? undefined : this.#brought())
  }

  #brought(): Brought {
    const counts = this.#counts
    return { command: this.#command, rowCount: counts.at(-1) ?? null, rows: this.#rows, shape: this.#shape, counts }
  }

  submit(wire: Wire): void {
    const last = this.#steps.at(-1)
    wire.stream.cork()
    for (const step of this.#steps) {
      const { text, name, values } = step
      if (!step.isParsed) {
        // It may be there without being known to be: parsed in a trip that failed later.
        if (name !== undefined) wire.close({ type: 'S', name })
        wire.parse({ text, name })
      }
      wire.bind({ statement: name, values })
      if (step === last && step.shape === undefined) wire.describe({ type: 'P' })
      wire.execute({})
    }
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const names = fields.map(({ name }) => name)
    this.#shape = {
      names,
      parsers: fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    }
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#counts.length < this.#steps.length - 1 || !this.#shape || this.#unreadable) return
    try {
      this.#rows.push(rowOf(fields, this.#shape))
    } catch (error) {
      this.#unreadable = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [, command = '', count] = tag.exec(text) ?? []
    this.#command = command
    this.#counts.push(Number(count))
  }

  handleEmptyQuery(): void {
    this.#counts.push(0)
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable ?? null)
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('nothing to copy')
  }

  handleCopyData(): void {}

  handlePortalSuspended(): void {}
}

function rowOf(fields: readonly (string | null)[], { names, parsers, empty }: NonNullable<Shape>): object {
  const row: Record<string, unknown> = { ...empty }
  for (let at = 0; at < fields.length; at++) {
    const text = fields[at]!
    if (text !== null) row[names[at]!] = parsers[at]!(text)
  }
  return row
}
