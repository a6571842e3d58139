// Change reading: reads rows that others keep writing, each exactly once (docs/architecture.md, "What is new").
//
// Reading by id or time would skip late commits. Rows carry their transaction number (`xid xid8 not null default
// kit.xid()`). A reader takes those below the horizon, where every transaction has ended, and keeps that boundary as
// its cursor.
import { sql } from 'kysely'
import { type Database, inTransaction, type Transaction } from './database.ts'
import { clusterOf } from './installation.ts'

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
 * Passes new rows to `take` in one transaction with the work on them: both are committed or neither.
 *
 * @param take reads rows with `from <= xid < to` and returns how far it got: `to`, an earlier number if that is enough
 * for one transaction, or `from` to leave all for later. A returned key is passed back as `after`.
 * @returns true if something was taken; false if nothing is new, or another process is reading.
 */
export const readNew = (
  database: Database,
  reader: string,
  take: (tx: Transaction, span: NewSpan) => Promise<ReadPosition>,
): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const span =
      (await lockSpan(tx, reader)) ?? ((await isKnown(tx, reader)) ? undefined : await beginReader(tx, reader))
    if (!span || BigInt(span.to) <= BigInt(span.from)) return false
    const position = await take(tx, span)
    const { boundary, after } = typeof position === 'string' ? { boundary: position, after: undefined } : position
    if (BigInt(boundary) < BigInt(span.from) || BigInt(boundary) > BigInt(span.to))
      throw new Error(`reader ${reader} took up to ${boundary}, which is not within ${span.from} to ${span.to}`)
    if (boundary === span.from && (after === undefined || after === span.after)) return false
    await tx
      .updateTable('kit.reader')
      .set({ boundary, within: after ?? null })
      .where('name', '=', reader)
      .execute()
    return true
  })

/** The reader's row, locked; undefined if it is missing, or another process holds it. */
async function lockSpan(tx: Transaction, reader: string): Promise<NewSpan | undefined> {
  const { rows } = await sql<{ from: string; to: string; after: string | null }>`
    select boundary::text as "from", kit.horizon()::text as "to", within as "after"
      from kit.reader where name = ${reader} for update skip locked`.execute(tx)
  const span = rows[0]
  return span && { from: span.from, to: span.to, ...(span.after !== null && { after: span.after }) }
}

const isKnown = async (tx: Transaction, reader: string): Promise<boolean> =>
  (await tx.selectFrom('kit.reader').select('name').where('name', '=', reader).executeTakeFirst()) !== undefined

async function beginReader(tx: Transaction, reader: string): Promise<NewSpan | undefined> {
  await tx
    .insertInto('kit.reader')
    .values({ name: reader })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return lockSpan(tx, reader)
}

/** Lets a reader begin again: everything is new to it. Locks its row, as reading does. */
export const restartReader = (tx: Transaction, reader: string): Promise<unknown> =>
  tx
    .insertInto('kit.reader')
    .values({ name: reader })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ boundary: '0', within: null }))
    .execute()

/** Size of an era: 2^48 transactions, nine hundred years at ten thousand a second. */
const eraBits = 48n

/**
 * Keeps transaction numbers rising: a database restored into another cluster would restart them, so that readers skip
 * new rows and log blocks claim them. A new era begins, whose numbers are above all others; unread rows stay new, and
 * nothing is read twice. Called at every start, before the first write.
 *
 * @returns true if an era began.
 */
export async function ensureEra(database: Database): Promise<boolean> {
  const cluster = await clusterOf(database)
  if (!(await isOutdated(database, cluster))) return false
  return inTransaction(database, async (tx) => {
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
}

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
