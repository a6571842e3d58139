// Where PostgreSQL's time goes: statements by their total time. Needs `pg_stat_statements` (`shared_preload_libraries`).
import { sql } from 'kysely'
import { openDatabase } from '../../server/src/kit/database/database.ts'

/** Resets the statistics. */
export async function forgetStatements(url: string): Promise<void> {
  const database = openDatabase(url, { max: 1 })
  await sql`create extension if not exists pg_stat_statements`.execute(database)
  await sql`select pg_stat_statements_reset()`.execute(database)
  await database.destroy()
}

/** The `most` statements with the greatest total time, and the rest. Time is by the clock: compare it within a run. */
export async function slowestStatements(url: string, most: number, events: number) {
  const database = openDatabase(url, { max: 1 })
  const { rows } = await sql<{ text: string; ms: number; calls: number; kilobytes: number; read: number; hit: number }>`
    select left(regexp_replace(query, '\\s+', ' ', 'g'), 2000) as text, sum(total_exec_time)::float8 as ms, sum(calls)::int as calls,
           sum(wal_bytes)::float8 / 1024 as kilobytes, sum(shared_blks_read)::int as read, sum(shared_blks_hit)::int as hit
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
     group by 1 order by 2 desc`.execute(database)
  await database.destroy()
  const line = ({ ms, calls, kilobytes, read, hit }: (typeof rows)[number]) => ({
    'µs/event': Math.round((ms * 1_000) / events),
    ms: Math.round(ms),
    calls,
    'WAL KB': Math.round(kilobytes),
    read,
    hit,
  })
  const sum = (key: 'ms' | 'calls' | 'kilobytes' | 'read' | 'hit') => rows.reduce((of, row) => of + row[key], 0)
  const all = {
    text: 'all',
    ms: sum('ms'),
    calls: sum('calls'),
    kilobytes: sum('kilobytes'),
    read: sum('read'),
    hit: sum('hit'),
  }
  return [all, ...rows.slice(0, most)].map((row) => ({ ...line(row), statement: nameOf(row.text) }))
}

/** Long statements begin alike: the first table that is written tells them apart. */
function nameOf(text: string): string {
  const written = /(?:insert into|update|delete from) ([a-z_]+\.[a-z_]+)/.exec(text)?.[1] ?? ''
  return `${text.slice(0, 60)}${written ? ` | ${written}` : ''}`
}
