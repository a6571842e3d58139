// The connection to PostgreSQL: pool, parsers, and the one way to open a transaction.
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type Transaction as KyselyTransaction,
  PostgresDialect,
  PostgresDriver,
  sql,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { Client } from './client.ts'
import type { DB } from './generated/database.ts'

export type { DB }
export type Database = Kysely<DB>
export type Transaction = KyselyTransaction<DB>
/** What a query that only reads takes. */
export type Reader = Kysely<DB>

/** bigint stays bigint: money never passes through a float. Per pool, not global. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? (value: string) => BigInt(value)
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Begins a write transaction and limits its statements. */
class Driver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode !== 'read write') return super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw("begin; set local statement_timeout = '15s'"))
  }
}

/** Opens a pool; `onError` hears of connections that the server ended while they were idle. */
export function openDatabase(url: string, options: { max: number; onError?: (error: Error) => void }): Database {
  const pool = new pg.Pool({ Client, connectionString: url, max: options.max, types, application_name: 'greenroom' })
  pool.on('error', options.onError ?? (() => {}))
  // One that breaks while it works tells its query so, and emits an error besides that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect = new PostgresDialect({ pool })
  dialect.createDriver = () => new Driver({ pool })
  return new Kysely<DB>({ dialect })
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

/** A JSON value as a parameter; arrays would otherwise become PostgreSQL arrays. */
export const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`
