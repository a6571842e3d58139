// A database snapshot on its own connection, for exports and long batches. A list's own handler runs on it: its
// context says where whole lists are read (`Reading` of paging.ts), which is one cursor (docs/architecture.md, "Exports").
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { HostedClient } from '../standby/hostedClient.ts'
import { connectWithinMs, keptAlive } from './client.ts'
import { type DB, type Reader, typesOf } from './database.ts'

export type Frozen = {
  /** Reads from the snapshot. */
  database: Reader
  /** Opens the cursor, in place of one that is open. */
  declare: (query: Statement) => Promise<void>
  /** The same for a query that returns one text per row, with times in `zone`. */
  declareTexts: (query: Statement, zone: string) => Promise<void>
  /** The cursor's next rows, as the list selects them; none at its end. */
  rows: () => Promise<object[]>
  /** The next rows of a text cursor; none at its end. */
  texts: () => Promise<string[]>
  /** Ends the transaction and the connection, even during a query. */
  close: () => Promise<void>
}

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Fetch size: large enough that fetching is cheap, small enough that formatting doesn't block the event loop. */
const atOnce = 250
const textsAtOnce = 400
/** An export holds two fetches at most, so wide rows are fetched in small numbers. */
// The driver's type has many overloads; it calls this one only.
const asText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig
const settings = (seconds: number) => `
  begin isolation level repeatable read read only;
  set local transaction_timeout = '${seconds}s';
  set local statement_timeout = 0;
  set local work_mem = '64MB';
  set local jit = off`

// PostgreSQL plans cursors for fast first rows by default: it walks the sort index and returns rows while later ones
// are still being read, instead of joining and sorting everything first.

/**
 * Opens a snapshot.
 *
 * @param seconds after which the database ends it, since an old snapshot keeps dead rows alive.
 */
export async function openFrozen(url: string, seconds: number): Promise<Frozen> {
  const client = new HostedClient({
    connectionString: url,
    types: typesOf,
    application_name: 'greenroom snapshot',
    connectionTimeoutMillis: connectWithinMs,
    ...keptAlive,
  })
  // A broken connection fails its query; the extra event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(settings(seconds))
  } catch (error) {
    await client.end()
    throw error
  }
  // All queries share one client, which runs them in turn.
  const lent = { query: client.query.bind(client), release: () => {} }
  // Kysely uses no more of a pool than these two methods.
  const dialect = () =>
    new PostgresDialect({ pool: { connect: async () => lent, end: async () => {} } as unknown as pg.Pool })
  const open = () => new Kysely<DB>({ dialect: dialect() })
  let isOpen = false
  const declare = async ({ sql, parameters }: Statement) => {
    if (isOpen) await client.query('close whole')
    isOpen = false
    await client.query({ text: `declare whole no scroll cursor for ${sql}`, values: [...parameters] })
    isOpen = true
  }
  let closed: Promise<void> | undefined
  return {
    database: open(),
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
