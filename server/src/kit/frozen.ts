// One moment of the database, read by one connection of its own: what an export or a long batch reads, whatever is written
// meanwhile. A list's own handler runs on it: where `pageOf` meets a reader of a snapshot it gives rows of one cursor
// instead of a page (architecture, "The way of an export").
import { type CompiledQuery, Kysely, PostgresDialect, type SelectQueryBuilder } from 'kysely'
import pg from 'pg'
import { type DB, type Reader, typesOf } from './database.ts'

/** A query in the order of its list, without a limit. */
export type Ordered = Pick<SelectQueryBuilder<any, any, any>, 'clearSelect' | 'compile'>

/** Takes the place of paging; answers some rows as the list selects them, and whether there may be more. */
export type Whole = (query: Ordered) => Promise<{ records: object[]; more: boolean }>

const wholes = new WeakMap<Reader, Whole>()

/** Of a reader that reads a list whole; undefined for every other. */
export const wholeOf = (reader: Reader): Whole | undefined => wholes.get(reader)

export type Frozen = {
  /** Reads the moment. */
  database: Reader
  /** Lists whose handlers run on this reader hand their rows to `whole`. */
  reader: (whole: Whole) => Reader
  /** Opens the one cursor. */
  declare: (query: Statement) => Promise<void>
  /** The same for a query of one text, in which moments are written in `zone`. */
  declareTexts: (query: Statement, zone: string) => Promise<void>
  /** The next rows of the cursor, as the list selects them; none at its end. */
  rows: () => Promise<object[]>
  /** The next rows of a cursor of texts; none at its end. */
  texts: () => Promise<string[]>
  /** Ends the transaction and the connection, also in the middle of a query. */
  close: () => Promise<void>
}

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** So many at a time: large enough that fetching costs little, small enough that formatting them holds nothing up. */
const atOnce = 1_000
const textsAtOnce = 2_000
/** Rows of wide columns are few at a time for a slow reader, so two of these are what an export holds. */
const asText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig
const settings = (seconds: number) => `
  begin isolation level repeatable read read only;
  set local transaction_timeout = '${seconds}s';
  set local statement_timeout = 0;
  set local work_mem = '64MB';
  set local jit = off`

// Cursors are planned for their first rows, as PostgreSQL does: a plan that walks along the order's index gives them while the
// next are still being read, where a join of everything and a sort would give none before the last is.

/**
 * Opens a snapshot.
 *
 * @param seconds after which the database ends it, since an old snapshot keeps dead rows alive.
 */
export async function openFrozen(url: string, seconds: number): Promise<Frozen> {
  const client = new pg.Client({ connectionString: url, types: typesOf, application_name: 'greenroom snapshot' })
  // A connection that breaks tells its query so; the event besides would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(settings(seconds))
  } catch (error) {
    await client.end()
    throw error
  }
  // Every query goes to the one client, which does them in turn.
  const lent = { query: client.query.bind(client), release: () => {} }
  const dialect = () =>
    new PostgresDialect({ pool: { connect: async () => lent, end: async () => {} } as unknown as pg.Pool })
  const open = () => new Kysely<DB>({ dialect: dialect() })
  const declare = async ({ sql, parameters }: Statement) => {
    await client.query({ text: `declare whole no scroll cursor for ${sql}`, values: [...parameters] })
  }
  let closed: Promise<void> | undefined
  return {
    database: open(),
    reader(whole) {
      const reader = open()
      wholes.set(reader, whole)
      return reader
    },
    declare,
    async declareTexts(query, zone) {
      await client.query("select set_config('timezone', $1, true)", [zone])
      await declare(query)
    },
    rows: async () => (await client.query<object>(`fetch forward ${atOnce} from whole`)).rows,
    async texts() {
      const text = `fetch forward ${textsAtOnce} from whole`
      const { rows } = await client.query<[string]>({ text, rowMode: 'array', types: asText })
      return rows.map(([row]) => row)
    },
    close() {
      closed ??= client.end()
      return closed
    },
  }
}
