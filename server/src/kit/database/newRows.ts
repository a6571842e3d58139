// Change reading: reads rows that others keep writing, each exactly once (docs/architecture.md, "What is new").
//
// Reading by id or time would skip late commits. Rows carry their transaction number (`xid xid8 not null default
// kit.xid()`). A reader takes those below the horizon, where every transaction has ended, and keeps that boundary as
// its cursor.
import { sql } from 'kysely'
import { type Database, inTransaction, openDatabase, type Transaction } from './database.ts'
import { clusterOf } from './installation.ts'
import { MigrationProblem } from './migrated.ts'

/**
 * Transaction numbers in [`from`, `to`), as PostgreSQL prints them. With `after`, rows of transaction `from` were read
 * up to that key.
 */
export type NewSpan = { from: string; to: string; after?: string }

/**
 * How far a reader got: everything below a transaction; with `after`, also that transaction's rows up to the key, for
 * readers that split large transactions.
 */
export type ReadPosition = string | { boundary: string; after: string }

/**
 * An empty span of this many transactions moves the boundary. A shorter one does not: the write would take a
 * transaction number itself, so that readers would keep each other busy. The next scan then reads a longer range of an
 * index, which costs nothing while it is empty.
 */
export const longestEmpty = 10_000n

/** Empty spans that this process has read, by reader: without a new transaction they need not be read again. */
const empty = new WeakMap<Database, Map<string, string>>()

/**
 * Passes new rows to `take` in one transaction with the work on them: both are committed or neither. Takes no
 * transaction number if there are none.
 *
 * @param take reads rows with `from <= xid < to` and returns how far it got: `to`, an earlier number if that is enough
 * for one transaction, or `from` to leave all for later. A returned key is passed back as `after`. Undefined if the
 * whole span has no row for this reader: it may be passed again, with what follows it.
 * @returns true if something was taken; false if nothing is new, or another process is reading.
 */
export async function readNew(
  database: Database,
  reader: string,
  take: (tx: Transaction, span: NewSpan) => Promise<ReadPosition | undefined>,
): Promise<boolean> {
  const spans = empty.get(database) ?? new Map<string, string>()
  empty.set(database, spans)
  const known = spans.get(reader)
  if (known !== undefined) {
    const span = await spanOf(database, reader)
    if (span && textOf(span) === known) return false
  }
  return inTransaction(database, async (tx) => {
    if (!(await tryLock(tx, reader))) return false
    const span = (await spanOf(tx, reader)) ?? (await beginReader(tx, reader))
    if (!span || BigInt(span.to) <= BigInt(span.from)) return false
    const taken = await take(tx, span)
    spans.delete(reader)
    if (taken === undefined && BigInt(span.to) - BigInt(span.from) < longestEmpty) {
      spans.set(reader, textOf(span))
      return false
    }
    const position = taken ?? span.to
    const { boundary, after } = typeof position === 'string' ? { boundary: position, after: undefined } : position
    if (BigInt(boundary) < BigInt(span.from) || BigInt(boundary) > BigInt(span.to))
      throw new Error(`reader ${reader} took up to ${boundary}, which is not within ${span.from} to ${span.to}`)
    if (boundary === span.from && (after === undefined || after === span.after)) return false
    await tx
      .updateTable('kit.reader')
      .set({ boundary, within: after ?? null })
      .where('name', '=', reader)
      .execute()
    return taken !== undefined
  })
}

const textOf = ({ from, to, after }: NewSpan) => `${from} ${to} ${after ?? ''}`

/** Not a lock of the row, which would take a transaction number. */
const lockKey = (reader: string) => sql`hashtextextended(${`reader ${reader}`}, 0)`

/**
 * Must be a statement before `spanOf`, whose snapshot then sees what the previous holder committed. What is new is a few thousand rows, but
 * beside millions of them PostgreSQL would begin processes of their own to read it, which costs more than reading it and takes the cores
 * from what people and the app wait for.
 */
async function tryLock(tx: Transaction, reader: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey(reader)}) as taken,
           set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx)
  return rows[0]?.taken === true
}

/** What is new to the reader; undefined if its row is missing. */
async function spanOf(tx: Database | Transaction, reader: string): Promise<NewSpan | undefined> {
  const { rows } = await sql<{ from: string; to: string; after: string | null }>`
    select boundary::text as "from", kit.horizon()::text as "to", within as "after"
      from kit.reader where name = ${reader}`.execute(tx)
  const span = rows[0]
  return span && { from: span.from, to: span.to, ...(span.after !== null && { after: span.after }) }
}

async function beginReader(tx: Transaction, reader: string): Promise<NewSpan | undefined> {
  await tx
    .insertInto('kit.reader')
    .values({ name: reader })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return spanOf(tx, reader)
}

/** Resets a reader to the beginning. Waits for a read in progress, and blocks others until this transaction ends. */
export async function restartReader(tx: Transaction, reader: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(reader)})`.execute(tx)
  await tx
    .insertInto('kit.reader')
    .values({ name: reader })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ boundary: '0', within: null }))
    .execute()
}

/** Size of an era: 2^48 transactions, nine hundred years at ten thousand a second. */
const eraBits = 48n

/**
 * Keeps transaction numbers rising: a database restored into another cluster would restart them, so that readers skip
 * new rows and log blocks claim them. A new era begins, whose numbers are above all others; unread rows stay new, and
 * nothing is read twice. Called at every start, before the first write.
 *
 * @returns true if an era began.
 * @throws MigrationProblem if one has to begin, and this role does not own the functions
 */
export async function ensureEra(database: Database): Promise<boolean> {
  const cluster = await clusterOf(database)
  if (!(await isOutdated(database, cluster))) return false
  return beginEra(database, cluster).catch((error: unknown) => {
    if ((error as { code?: string }).code !== notOwner) throw error
    throw new MigrationProblem(
      'This database was restored into another server of PostgreSQL, whose transaction numbers are others. Nothing was changed. ' +
        'Run `npm run migrate` as its owner (DATABASE_DIRECT_URL), then start again.',
    )
  })
}

/** The same as the owner of the tables, on a connection of its own. */
export async function ensureEraAt(url: string): Promise<boolean> {
  const database = openDatabase(url, { max: 1 })
  try {
    return await ensureEra(database)
  } finally {
    await database.destroy()
  }
}

/** PostgreSQL's code for *must be owner of*. */
const notOwner = '42501'

const beginEra = (database: Database, cluster: string): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    await sql`lock table kit.era in exclusive mode`.execute(tx)
    if (!(await isOutdated(tx, cluster))) return false
    const last = await lastEra(tx)
    if (last.cluster === null && !(await isBehind(tx))) {
      await tx.updateTable('kit.era').set({ cluster }).where('number', '=', last.number).execute()
      return false
    }
    const number = last.number + 1
    const offset = BigInt(number) << eraBits
    await tx.insertInto('kit.era').values({ number, cluster }).execute()
    for (const [name, own] of [
      ['xid', 'pg_current_xact_id()'],
      ['horizon', 'pg_snapshot_xmin(pg_current_snapshot())'],
    ])
      await sql`
        create or replace function ${sql.raw(`kit.${name}`)}() returns xid8 language sql stable
        as ${sql.raw(`$$ select (${own}::text::bigint + ${offset})::text::xid8 $$`)}`.execute(tx)
    return true
  })

const lastEra = (reader: Database | Transaction) =>
  reader
    .selectFrom('kit.era')
    .select(['number', 'cluster'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

async function isOutdated(reader: Database | Transaction, cluster: string): Promise<boolean> {
  return (await lastEra(reader)).cluster !== cluster || (await isBehind(reader))
}

/** A reader is ahead of the cluster's numbers, so they have restarted, whatever its identifier says. */
async function isBehind(reader: Database | Transaction): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select exists (select from kit.reader where boundary > kit.horizon()) as behind`.execute(reader)
  return rows[0]?.behind === true
}
