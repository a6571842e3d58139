// The connection to PostgreSQL: pool, parsers, and the one way to open a transaction.
import {
  type Compilable,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type Transaction as KyselyTransaction,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { Client, defer, type Watch } from './client.ts'
import type { DB } from './generated/database.ts'
import { prepare, prepareFrequent } from './prepared.ts'

export type { DB }
export type Database = Kysely<DB>
export type Transaction = KyselyTransaction<DB>
/** What a query that only reads takes. */
export type Reader = Kysely<DB>

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const usual: (value: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)
const [colon, dash, space] = [58, 45, 32]

/** A moment as PostgreSQL writes it in UTC to the millisecond, as nearly all of ours are; others as the driver reads them. */
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

/** bigint stays bigint: money never passes through a float. Per pool, not global. */
export const typesOf = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    if (oid === INT8) return (value: string) => BigInt(value)
    return oid === TIMESTAMPTZ ? momentFrom : pg.types.getTypeParser(oid)
  }) as typeof pg.types.getTypeParser,
}

/** Begins a write transaction and limits its statements. */
const beginning = [prepare('begin'), prepare("set local statement_timeout = '15s'")].join(';')

class Driver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode !== 'read write') return super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw(beginning))
  }
}

/** What one statement may take where its transaction sets nothing else: reads of screens take milliseconds. */
const longestRead = '60s'

/**
 * Limits the statements of the role of `url` on its database, for the sessions that begin after it. It's a setting of the role
 * and not of a session, so that a pooler may stand between; what an operator set there stays.
 */
export async function limitStatements(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'greenroom' })
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

/**
 * Opens a pool; `onError` hears of connections that the server ended while they were idle, `watch` of writes to some tables
 * that were committed through this pool.
 */
export function openDatabase(
  url: string,
  options: { max: number; onError?: (error: Error) => void; watch?: Watch },
): Database {
  const settings = { Client, connectionString: url, max: options.max, types: typesOf, application_name: 'greenroom' }
  const pool = new pg.Pool(options.watch ? Object.assign(settings, { watch: options.watch }) : settings)
  pool.on('error', options.onError ?? (() => {}))
  // One that breaks while it works tells its query so, and emits an error besides that would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const dialect = new PostgresDialect({ pool })
  dialect.createDriver = () => new Driver({ pool })
  return new Kysely<DB>({ dialect })
}

/**
 * Runs a query whose text comes again and again, parsed once a connection (`prepared.ts`). For those that are planned well for
 * all values alike: by a key, or an insert.
 */
export function runPrepared<O>(executor: Reader, query: Compilable<O>): Promise<QueryResult<O>> {
  const compiled = query.compile()
  prepareFrequent(compiled.sql)
  return executor.executeQuery(compiled)
}

/**
 * Runs a statement whose answer nobody waits for: it goes to the database with the next one of the transaction, or with its
 * commit, and fails with that. Only for what no rule of ours lets fail.
 *
 * @param heard is told how many rows it changed, once it has.
 */
export async function runLater(
  tx: Transaction,
  query: { compile(executor: Transaction): CompiledQuery },
  heard: (rows: number) => void = () => {},
): Promise<void> {
  const compiled = query.compile(tx)
  prepareFrequent(compiled.sql)
  defer(compiled.parameters, heard)
  await tx.executeQuery(compiled)
}

const retryable = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction, again when it lost a deadlock. Write transactions last under 2 seconds
 * (architecture, "What is new"); the statement timeout keeps a runaway from holding everything up.
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

/** True when the error says that a unique index, named `constraint`, refused the row. */
export const violates = (error: unknown, constraint: string): boolean =>
  (error as { code?: string }).code === '23505' && (error as { constraint?: string }).constraint === constraint

/** A JSON value as a parameter, nothing as SQL's null; arrays would otherwise become PostgreSQL arrays. */
export const json = (value: unknown) => sql<never>`${value == null ? null : JSON.stringify(value)}::jsonb`
