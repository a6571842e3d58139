// Freshness of the figures, and filter options.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

/** The time up to which facts are counted: now, or when the fold last finished. */
export async function asOf(reader: Reader, now: Date): Promise<string> {
  const { rows } = await sql<{ at: Date | null }>`
    select coalesce((select at from indicators.folded), t.at) as at
      from (select at from ((select at from indicators.due limit 1)
            union all (select at from indicators.touched order by xid limit 1)) n limit 1) t`.execute(reader)
  const at = rows[0]?.at
  return (at && at < now ? at : now).toISOString()
}

/** Countries and channels with any counts in the stored days. */
export async function valuesOf(reader: Reader, dimension: 'country' | 'channel', since: string): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct ${sql.ref(dimension)} as value from indicators.cell
     where subject in ('active', 'newcomer', 'install') and rollup = ${dimension} and day >= ${since}::date
       and ${sql.ref(dimension)} <> ''
     order by 1`.execute(reader)
  return rows.map(({ value }) => value)
}
