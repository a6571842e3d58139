// The connection to PostgreSQL: pool, parsers, and transactions.
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type Transaction as KyselyTransaction,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  type SelectType,
  sql,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Commits } from '../standby/commits.ts'
import { cut, HostedClient } from '../standby/hostedClient.ts'
import { count, isMeasured, record } from '../telemetry/meter.ts'
import { Client, connectWithinMs, defer, graceMs, hereOnly, keptAlive, type Watch, type Way } from './client.ts'
import type { DB as Tables } from './generated.ts'
import { prepare, prepareFrequent } from './prepared.ts'

/** The tables, and the log as the database shows it: with the words of its entries. */
export type DB = Tables & { 'log.readable': Omit<Tables['log.entry'], 'format' | 'personal'> }
/** What a column holds; where a check lists its values, their union: `ValueOf<'guilds.guild', 'state'>`. */
export type ValueOf<T extends keyof DB, C extends keyof DB[T]> = SelectType<DB[T][C]>
export type Database = Kysely<DB>
export type Transaction = KyselyTransaction<DB>
/** What a read-only query takes. */
export type Reader = Kysely<DB>

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const usual: (value: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)
const [colon, dash, space] = [58, 45, 32]

/**
 * Fast path for times in UTC with at most milliseconds, which nearly all of ours are; others use the driver's parser.
 */
export function momentFrom(text: string): Date {
  const length = text.length
  const at = (place: number) => text.charCodeAt(place)
  // `YYYY-MM-DD HH:mm:ss+00`, or with `.f`, `.ff` or `.fff` before the zone.
  const isUsual =
    (length === 22 || (length >= 24 && length <= 26)) &&
    at(4) === dash &&
    at(10) === space &&
    at(13) === colon &&
    text.endsWith('+00')
  if (!isUsual) return usual(text)
  const two = (place: number) => at(place) * 10 + at(place + 1) - 528
  const one = (place: number) => (place < length - 3 ? at(place) - 48 : 0)
  const milliseconds = one(20) * 100 + one(21) * 10 + one(22)
  const year = two(0) * 100 + two(2)
  if (year < 100) return usual(text)
  return new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), milliseconds))
}

/** Keeps bigint as bigint: money never passes through a float. Per pool, not global. */
export const typesOf = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    if (oid === INT8) return (value: string) => BigInt(value)
    return oid === TIMESTAMPTZ ? momentFrom : pg.types.getTypeParser(oid)
  }) as typeof pg.types.getTypeParser,
}

/** Begins a write transaction with a statement time-out. */
const beginning = [prepare('begin'), prepare("set local statement_timeout = '15s'")].join(';')

class Driver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode !== 'read write') return super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw(beginning))
  }
}

/** Default statement time-out: screen queries take milliseconds. */
const longestRead = '60s'

/**
 * Sets a statement time-out for the role of `url` on its database, for new sessions. It is a setting of the role, not
 * of a session, so that it works behind a pooler; an operator's own setting is kept.
 */
export async function limitStatements(url: string): Promise<void> {
  const client = new HostedClient({
    connectionString: url,
    application_name: 'greenroom',
    connectionTimeoutMillis: connectWithinMs,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`
      do $$ begin
        -- Two processes that start at once would trip over each other.
        perform pg_advisory_xact_lock(hashtextextended('statement_timeout', 0));
        if not exists (
          select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) one
           where d.datname = current_database() and s.setrole = current_user::regrole and one like 'statement_timeout=%')
        then
          execute format('alter role current_user in database %I set statement_timeout = %L', current_database(), '${longestRead}');
        end if;
      end $$`)
  } finally {
    await client.end()
  }
}

/** What a pool's process knows of writes: how often rows were changed by it and by others, and how often transactions that write began or ended. */
const writes = new WeakMap<Reader, { own: number; others: number; transactions: number | undefined }>()

/**
 * How often this process's own transactions changed rows since the pool was opened. What functions write is not counted; a statement that may
 * write counts if it answers a row.
 */
export const ownWritesSoFar = (database: Database): number => writes.get(database)?.own ?? 0

/** The same with what others wrote, which is known within some seconds, where a pulse watches the database. */
export const writesSoFar = (database: Database): number =>
  ownWritesSoFar(database) + (writes.get(database)?.others ?? 0)

/**
 * How often the pulse found that transactions that write had begun or ended since it last asked, in any process; undefined without a pulse.
 * While it stays the same, a table that was read stays the same.
 */
export const transactionsSoFar = (database: Reader): number | undefined => writes.get(database)?.transactions

/** What one look at the database shows of writes; both are compared only. */
export type WritesSeen = {
  /** The transactions that a statement sees, those of other databases of the server among them. */
  snapshot: string
  /** Rows changed in this database, as its statistics know it: up to ten seconds late. */
  rows: string
}

/** Lets `writesSoFar` and `transactionsSoFar` know of what others write. @returns to be told each look; undefined if one was missed */
export function watchWrites(database: Database): (seen: WritesSeen | undefined) => void {
  const known = writes.get(database)
  let last: WritesSeen | undefined
  let transactions = 0
  return (seen) => {
    if (!known) return
    // A look that was missed, and the first one after it, differ from what was seen before: what was written meanwhile is not known.
    if (seen?.rows !== last?.rows) known.others++
    if (seen?.snapshot !== last?.snapshot) transactions++
    known.transactions = seen && transactions
    last = seen
  }
}

const ways = new WeakMap<Database, { way: Way; pool: pg.Pool }>()

/**
 * Says whether the database is silent. If it is, all connections are cut, so that whatever waits on one fails now, and no new ones are opened;
 * they would only wait, too.
 */
export function setSilent(database: Database, isSilent: boolean): void {
  const found = ways.get(database)
  if (!found) return
  found.way.isSilent = isSilent
  if (isSilent) for (const client of found.way.open) cut(client)
}

/** Ends all connections that callers have or may get: what waits on one fails now, and the next is a new one. */
export function cutConnections(database: Database): void {
  const way = ways.get(database)?.way
  for (const client of way?.open ?? []) if (way?.admitted.has(client)) cut(client)
}

/** A pool's connections now: in use, free, and how many callers wait for one. */
export function connectionsOf(database: Database): { used: number; idle: number; waiting: number; max: number } {
  const pool = ways.get(database)?.pool
  if (!pool) return { used: 0, idle: 0, waiting: 0, max: 0 }
  const { totalCount, idleCount, waitingCount } = pool
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: pool.options.max }
}

/** Records how long callers wait for a connection. */
function measurePool(pool: pg.Pool): void {
  const name = { 'db.client.connection.pool.name': 'app' }
  const connect = pool.connect.bind(pool)
  pool.connect = (async () => {
    if (!isMeasured()) return connect()
    const [started, isNew] = [performance.now(), pool.idleCount === 0]
    try {
      const client = await connect()
      const seconds = (performance.now() - started) / 1_000
      record('db.client.connection.wait_time', seconds, name)
      if (isNew && pool.waitingCount === 0) record('db.client.connection.create_time', seconds, name)
      return client
    } catch (error) {
      count('db.client.connection.timeouts', name)
      throw error
    }
  }) as typeof pool.connect
}

/** How often connections are looked at whose trip takes too long. */
const overdueEveryMs = 5_000

/**
 * Cuts connections on which nothing was heard for longer than the server lets a statement run: the way to it is gone, and the other ones may
 * be well.
 *
 * @returns ends it
 */
export async function limitTrips(database: Database, everyMs = overdueEveryMs): Promise<() => void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::float8 as ms`.execute(database)
  const way = ways.get(database)?.way
  if (!way) return () => {}
  way.longestMs = rows[0]!.ms > 0 ? rows[0]!.ms + graceMs : Number.POSITIVE_INFINITY
  const timer = setInterval(() => {
    const now = performance.now()
    for (const client of way.open) if (client.isOverdue(now)) cut(client)
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/** How long a caller waits for a connection while all are in use. */
const waitWithinMs = 15_000

export type PoolOptions = {
  max: number
  onError?: (error: Error) => void
  watch?: Watch
  /** Gets each transaction that was acknowledged. */
  commits?: Commits
  /** Runs on each new connection, before anything else does. */
  admit?: (client: pg.ClientBase) => Promise<void>
}

/**
 * Opens a pool; `onError` receives errors of idle connections, `watch` committed writes to some tables through this
 * pool.
 */
export function openDatabase(url: string, { max, onError, watch, commits, admit }: PoolOptions): Database {
  const written = { own: 0, others: 0, transactions: undefined }
  const way: Way = { open: new Set(), admitted: new WeakSet(), isSilent: false, longestMs: Number.POSITIVE_INFINITY }
  const observing = {
    onRowsWritten: () => void written.own++,
    way,
    ...(watch && { watch }),
    ...(commits && { commits }),
  }
  const settings = {
    Client,
    connectionString: url,
    max,
    types: typesOf,
    application_name: 'greenroom',
    connectionTimeoutMillis: waitWithinMs,
    ...keptAlive,
    ...(admit && {
      onConnect: async (client: pg.ClientBase) => {
        await admit(client)
        way.admitted.add(client)
      },
    }),
  }
  const pool = new pg.Pool(Object.assign(settings, observing))
  pool.on('error', onError ?? (() => {}))
  // A connection that breaks during a query fails the query, and also emits an error that would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  measurePool(pool)
  const dialect = new PostgresDialect({ pool })
  dialect.createDriver = () => new Driver({ pool })
  const database = new Kysely<DB>({ dialect })
  writes.set(database, written)
  ways.set(database, { way, pool })
  return database
}

/**
 * Runs a frequent query, parsed once per connection (`prepared.ts`). For queries whose generic plan suits all values:
 * lookups by key, and inserts.
 */
export function runPrepared<O>(
  executor: Reader,
  query: { compile(executor: Reader): CompiledQuery<O> },
): Promise<QueryResult<O>> {
  const compiled = query.compile(executor)
  prepareFrequent(compiled.sql)
  return executor.executeQuery(compiled)
}

/**
 * Defers a statement whose result nobody needs: it is sent with the transaction's next one or its commit, and fails
 * with that. Only for statements that no business rule lets fail.
 *
 * @param onRowCount receives the number of changed rows.
 */
export async function runLater(
  tx: Transaction,
  query: { compile(executor: Transaction): CompiledQuery },
  onRowCount: (rows: number) => void = () => {},
): Promise<void> {
  const compiled = query.compile(tx)
  prepareFrequent(compiled.sql)
  defer(compiled.parameters, onRowCount)
  await tx.executeQuery(compiled)
}

const retryable = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction, and retries after a deadlock. Write transactions last under 2 seconds (docs/architecture.md, "What is
 * new"); the statement time-out stops a runaway.
 */
export async function inTransaction<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction().setAccessMode('read write').execute(work)
    } catch (error) {
      if (attempt >= 3 || !retryable.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

/**
 * Its commit waits for no standby: for what must be told while none is there. It is lost if the primary is, too.
 */
export const commitHere = (tx: Transaction): Promise<void> => runLater(tx, sql.raw(hereOnly))

/** True if the unique index named `constraint` refused the row. */
export const violates = (error: unknown, constraint: string): boolean =>
  (error as { code?: string }).code === '23505' && (error as { constraint?: string }).constraint === constraint

/** A JSON value as a parameter; undefined becomes SQL null. Without this, arrays would become PostgreSQL arrays. */
export const json = (value: unknown) => sql<never>`${value == null ? null : JSON.stringify(value)}::jsonb`
