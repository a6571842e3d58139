// What is new: the one way to read rows that others keep writing, each exactly once (architecture, "What is new").
//
// A reader that went by ids or times would skip what commits late. Rows carry the number of their transaction
// (`xid xid8 not null default kit.xid()`); a reader takes those below the horizon, under which every transaction has
// ended, and keeps that boundary as its cursor.
import { sql } from 'kysely'
import { type Database, inTransaction, type Transaction } from './database.ts'
import { clusterOf } from './installation.ts'

/**
 * Transaction numbers from `from` up to but not with `to`, as PostgreSQL writes them. With `after`, rows of the transaction
 * `from` were read up to that key.
 */
export type NewSpan = { from: string; to: string; after?: string }

/**
 * How far a reader took what is new: everything below a transaction; or also what that one wrote up to the key `after`,
 * for readers that cut a transaction too large for one turn.
 */
export type Taken = string | { boundary: string; after: string }

/**
 * Hands `take` what is new to this reader, in a transaction with what it makes of it: both stay or neither.
 *
 * @param take reads rows with `from <= xid < to` and answers how far it took them: `to`, or an earlier number where that
 *   was enough for one transaction, or `from` to leave all for later. A reader that answers a key is handed it back as
 *   `after`.
 * @returns true when something was taken; false when there is nothing new, or another process is reading.
 */
export const readNew = (
  database: Database,
  reader: string,
  take: (tx: Transaction, span: NewSpan) => Promise<Taken>,
): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const span =
      (await lockSpan(tx, reader)) ?? ((await isKnown(tx, reader)) ? undefined : await beginReader(tx, reader))
    if (!span || BigInt(span.to) <= BigInt(span.from)) return false
    const taken = await take(tx, span)
    const { boundary, after } = typeof taken === 'string' ? { boundary: taken, after: undefined } : taken
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

/** The reader's row, locked; undefined when it is not there, or another process holds it. */
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

/** Numbers of one era lie within 2^48: nine hundred years at ten thousand transactions a second. */
const eraBits = 48n

/**
 * Makes sure that transaction numbers go on rising: a database restored into another cluster would start them over, so
 * that readers skip new rows and blocks of the log claim them. Then a new era begins, whose numbers lie above all others;
 * what was written but not yet read stays new, and nothing is read twice. Called at every start, before the first write.
 *
 * @returns true when an era began.
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

/** Some reader has read further than the cluster's numbers go: they have started over, whatever the cluster calls itself. */
async function isBehind(reader: Database | Transaction): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select exists (select from kit.reader where boundary > kit.horizon()) as behind`.execute(reader)
  return rows[0]?.behind === true
}
