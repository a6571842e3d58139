// Pipelines statements to PostgreSQL in one message: after an error the server skips the rest, so none runs without
// those before it. Only the last one's rows are read.
import pg from 'pg'

/** How a statement's rows are read; null if it returns none. */
export type Shape = { names: string[]; parsers: ((text: string) => unknown)[]; empty: object } | null

type Written = string | Buffer | null | undefined

export type Step = {
  text: string
  /** Encoded parameters. */
  values: Written[]
  /** Undefined for an unnamed statement. */
  name: string | undefined
  /** This connection has parsed it under its name. */
  isParsed: boolean
  /** Its known row description, so the server need not send it again. */
  shape: Shape | undefined
  /** Gets its row as text; of the steps before the last, no other row is read. */
  onRow?: ((fields: readonly (string | null)[]) => void) | undefined
}

/** A `pg` result, limited to what our callers read. */
export type Answer = { command: string; rowCount: number | null; rows: object[] }
/** A trip's result: the last statement's rows and shape, and the row count of every statement. */
export type TripResult = Answer & { shape: Shape; counts: readonly number[] }

/** Missing in `pg`'s types. */
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

// The driver's own encoding, which its types do not declare.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(this: void, value: unknown): Written } }).utils

/** Encodes parameters. @throws if one can't be encoded. */
export const written = (values: readonly unknown[]): Written[] => values.map((value) => prepareValue(value))

const tag = /^([A-Z]+).*?(\d*)$/

/** For `pg.Client.query`, which calls its methods as the answers arrive. */
export class Trip {
  callback: (error: Error | null) => void
  readonly #steps: readonly Step[]
  readonly #types: Types
  readonly #rows: object[] = []
  readonly #counts: number[] = []
  #shape: Shape
  #command = ''
  #unreadable: Error | undefined

  constructor(
    steps: readonly Step[],
    types: Types,
    done: (error: Error | null, brought: TripResult | undefined) => void,
  ) {
    this.#steps = steps
    this.#types = types
    this.#shape = steps.at(-1)?.shape ?? null
    this.callback = (error) => done(error, error ? undefined : this.#brought())
  }

  #brought(): TripResult {
    const counts = this.#counts
    return { command: this.#command, rowCount: counts.at(-1) ?? null, rows: this.#rows, shape: this.#shape, counts }
  }

  submit(wire: Wire): void {
    const last = this.#steps.at(-1)
    wire.stream.cork()
    for (const step of this.#steps) {
      const { text, name, values } = step
      if (!step.isParsed) {
        // It may have been parsed in a trip that failed later.
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
    this.#steps[this.#counts.length]?.onRow?.(fields)
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
