// How many rows each table has.
import { sql } from 'kysely'
import type { Database } from '../src/kit/database/database.ts'
import { prepare } from '../src/kit/database/prepared.ts'

export type Counts = Readonly<Record<string, number>>

/** @returns counts the rows of every table of ours that may be read, of whatever schema */
export async function rowCounter(database: Database): Promise<() => Promise<Counts>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema', 'jobs', 'public', 'kit')
       and has_table_privilege(c.oid, 'select')
     order by 1`.execute(database)
  const counts = tables.map(({ name }) => `(select count(*)::int from ${name}) as "${name}"`)
  // Planning it takes three times as long as running it.
  const counted = sql.raw<Counts>(prepare(`select ${counts.join(', ')}`))
  return async () => (await counted.execute(database)).rows[0]!
}

/** The tables with another number of rows. */
export const changed = (before: Counts, after: Counts): string[] =>
  Object.keys(after).filter((table) => after[table] !== before[table])

/** The tables with more rows. */
export const grown = (before: Counts, after: Counts): string[] =>
  Object.keys(after).filter((table) => after[table]! > before[table]!)
