// A database that can only be read, for work that must not change anything, whatever it calls.
import type { Database, Transaction } from './database.ts'

/** What `database.transaction()` gives inside of one that reads: its work runs in the outer one. */
function inside(tx: Transaction): unknown {
  const builder = {
    setIsolationLevel: () => builder,
    setAccessMode: () => builder,
    execute: <T>(work: (tx: Transaction) => Promise<T>) => work(tx),
  }
  return builder
}

/** The transaction as a database, so that what opens transactions itself works in it. */
const asDatabase = (tx: Transaction): Database =>
  new Proxy(tx as Database, {
    get(of, name) {
      if (name === 'transaction') return () => inside(tx)
      const value: unknown = Reflect.get(of, name, of)
      return typeof value === 'function' ? value.bind(of) : value
    },
  })

/**
 * Runs `work` on one snapshot, in a transaction that PostgreSQL refuses to write in. Transactions that `work` opens on the database it is given
 * are part of it.
 */
export const readingOnly = <T>(database: Database, work: (reader: Database) => Promise<T>): Promise<T> =>
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => work(asDatabase(tx)))

/** True if PostgreSQL refused a change in such a transaction. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '25006'
