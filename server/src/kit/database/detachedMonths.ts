// Months that stand in a file instead of the database (`npm run months`).
import type { detachable } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import type { Database, Reader, Transaction } from './database.ts'
import { type MonthTable, monthSpan, partitionOf } from './monthFile.ts'

export type Detached = {
  what: (typeof detachable)[number]
  month: string
  rows: number
  bytes: number
  file: string
  sha256: string
  at: Date
}

/** The detached months, oldest first: of one part, or of all. */
export async function detachedMonths(reader: Reader, what?: Detached['what']): Promise<Detached[]> {
  const { rows } = await sql<Detached>`
    select what, to_char(month, 'YYYY-MM') as month, rows::float8 as rows, bytes::float8 as bytes, file, sha256, detached_at as at
      from kit.detached_month where ${what ?? null}::text is null or what = ${what ?? null}::text order by month, what`.execute(
    reader,
  )
  return rows
}

/** Months as staff read them, those that follow each other as one: `2025-01 – 2025-12`. */
export function spansOf(months: readonly { month: string }[]): string[] {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  const spans: { from: string; to: string }[] = []
  for (const { month } of months) {
    const last = spans.at(-1)
    if (last && number(last.to) + 1 === number(month)) last.to = month
    else spans.push({ from: month, to: month })
  }
  return spans.map(({ from, to }) => (from === to ? from : `${from} – ${to}`))
}

export const noteDetached = (
  tx: Transaction,
  { what, month, rows, bytes, file, sha256 }: Omit<Detached, 'at'>,
  now: Date,
) =>
  sql`
    insert into kit.detached_month (what, month, rows, bytes, file, sha256, detached_at)
    values (${what}, ${`${month}-01`}::date, ${rows}, ${bytes}, ${file}, ${sha256}, ${now})`.execute(tx)

export const noteAttached = (tx: Transaction, what: Detached['what'], month: string) =>
  sql`delete from kit.detached_month where what = ${what} and month = ${`${month}-01`}::date`.execute(tx)

/** Takes a month out of its table and drops it. Waits two seconds at most for those who use the table, as others wait behind it. */
export async function dropMonth(tx: Transaction, { table }: MonthTable, month: string): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(tx)
  const partition = sql.table(partitionOf(table, month))
  await sql`alter table ${sql.table(table)} detach partition ${partition}`.execute(tx)
  await sql`drop table ${partition}`.execute(tx)
}

type Bounds = { low: string; high: string }

async function boundsOf(reader: Reader, month: string): Promise<Bounds> {
  const { from, to } = monthSpan(month)
  const { rows } = await sql<Bounds>`
    select kit.uuid_at(${from}::timestamptz)::text as low, kit.uuid_at(${to}::timestamptz)::text as high`.execute(
    reader,
  )
  return rows[0]!
}

const loadedOf = (table: string, month: string) => `${partitionOf(table, month)}_back`

/**
 * Makes an empty table for a month's rows, in place of one that an earlier attempt left; a constraint says of which month they are, so that
 * attaching it reads nothing.
 *
 * @returns its name
 */
export async function makeMonth(tx: Transaction, { table, key }: MonthTable, month: string): Promise<string> {
  const name = loadedOf(table, month)
  const id = sql.ref(key[0]!)
  const { low, high } = await boundsOf(tx, month)
  await sql`drop table if exists ${sql.table(name)}`.execute(tx)
  await sql`
    create table ${sql.table(name)} (like ${sql.table(table)} including all,
      constraint within check (${id} >= ${sql.lit(low)} and ${id} < ${sql.lit(high)}))
      with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0)`.execute(tx)
  return name
}

export const unmakeMonth = (database: Database, { table }: MonthTable, month: string) =>
  sql`drop table if exists ${sql.table(loadedOf(table, month))}`.execute(database)

/** Puts a month that was loaded into its place: append-only, like the others. Waits two seconds at most for those who use the table. */
export async function placeMonth(tx: Transaction, { table }: MonthTable, month: string): Promise<void> {
  const loaded = sql.table(loadedOf(table, month))
  const partition = partitionOf(table, month)
  const { low, high } = await boundsOf(tx, month)
  await sql`set local lock_timeout = '2s'`.execute(tx)
  await sql`
    create trigger keep before update or delete or truncate on ${loaded} for each statement execute function kit.refuse_change()`.execute(
    tx,
  )
  await sql`alter table ${loaded} rename to ${sql.ref(partition.split('.')[1]!)}`.execute(tx)
  await sql`
    alter table ${sql.table(table)} attach partition ${sql.table(partition)}
      for values from (${sql.lit(low)}) to (${sql.lit(high)})`.execute(tx)
  await sql`alter table ${sql.table(partition)} drop constraint within`.execute(tx)
}
