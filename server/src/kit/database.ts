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
import { Client, type Watch } from './client.ts'
import type { DB } from './generated/database.ts'
import { prepareFrequent } from './prepared.ts'

export type { DB }
export type Database = Kysely<DB>
export type Transaction = KyselyTransaction<DB>
/** What a query that only reads takes. */
export type Reader = Kysely<DB>

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const usual: (value: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)
const utc = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?\+00$/

/** A moment as PostgreSQL writes it in UTC to the millisecond, as nearly all of ours are; others as the driver reads them. */
export function momentFrom(text: string): Date {
  const parts = utc.exec(text)
  if (!parts) return usual(text)
  const [, year, month, day, hour, minute, second, fraction = ''] = parts
  return new Date(Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!, +fraction.padEnd(3, '0')))
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
class Driver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode !== 'read write') return super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw("begin; set local statement_timeout = '15s'"))
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
