// What the health of the installation is read from, beside the last figures. Wall time, but for events.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { SizeOfDay } from './healthScreen.rules.ts'

export type EventsNow = { accepted: number; rejected: number; failed: number; lag_ms: number; worst_lag_ms: number }

/** Events that arrived since a minute of business time. */
export async function eventsSince(reader: Reader, since: Date): Promise<EventsNow> {
  const { rows } = await sql<EventsNow>`
    select coalesce(sum(accepted), 0)::int as accepted, coalesce(sum(rejected), 0)::int as rejected,
           coalesce(sum(failed), 0)::int as failed, coalesce(sum(lag_ms), 0)::float8 as lag_ms,
           coalesce(max(worst_lag_ms), 0)::float8 as worst_lag_ms
      from bridge.traffic where minute >= ${since}`.execute(reader)
  return rows[0]!
}

/** Sizes by day, days since 1970; '' is the whole database. */
export async function sizesSince(reader: Reader, since: Date): Promise<SizeOfDay[]> {
  const { rows } = await sql<SizeOfDay>`
    select name, day - '1970-01-01'::date as day, bytes::float8 as bytes
      from kit.size_day where day >= ${since.toISOString().slice(0, 10)}::date`.execute(reader)
  return rows
}

export type SlowStatement = { text: string; calls: number; mean_ms: number; total_ms: number }

/** The statements that took the most time since PostgreSQL counts them; null where the extension is missing or not readable. */
export async function slowStatements(reader: Reader): Promise<SlowStatement[] | null> {
  const { rows: found } = await sql<{ view: string | null }>`
    select max(n.nspname || '.' || c.relname) as view
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relname = 'pg_stat_statements' and has_schema_privilege(n.oid, 'usage')
       and has_table_privilege(c.oid, 'select')`.execute(reader)
  const view = found[0]?.view
  if (!view) return null
  const { rows } = await sql<SlowStatement>`
    select s.query as text, s.calls::float8 as calls, s.mean_exec_time as mean_ms, s.total_exec_time as total_ms
      from ${sql.table(view)} s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() order by s.total_exec_time desc limit 20`.execute(reader)
  return rows
}
