// Cubes of the Data indicators area, as a platform of a million users active a day would have them: the cost of reading depends on the
// number of cells, not on their contents. Every roll-up has all of its cells on every day, unlike real ones.
import { type RawBuilder, sql } from 'kysely'
import { type Database, openDatabase } from '../../server/src/kit/database/database.ts'
import { rollups } from '../../server/src/rooms/indicators/fold/fold.cells.ts'
import { peopleRollups } from '../../server/src/rooms/indicators/fold/fold.people.ts'
import {
  distinctSubjects,
  measuresOf,
  type SubjectName,
  subjects,
} from '../../server/src/rooms/indicators/indicators.subjects.ts'

export type Size = { days: number; countries: number; channels: number }

/** The days of one insert, stored next to each other as `fold/fold.cluster.ts` leaves them: the last ones by day, earlier ones by week or month. */
const daysAtOnce = (first: number) => (first <= 7 ? 1 : first <= 119 ? 7 : 31)

/** Fills empty cubes up to yesterday. @returns sizes of the tables. */
export async function fillIndicators(url: string, size: Size): Promise<Record<string, string>> {
  const database = openDatabase(url, { max: 1 })
  try {
    await sql`set statement_timeout = 0`.execute(database)
    await sql`set work_mem = '256MB'`.execute(database)
    await sql`truncate indicators.cell, indicators.people, indicators.people_long, indicators.peak, indicators.zone`.execute(
      database,
    )
    await sql`insert into indicators.zone values ('2000-01-01', 'UTC')`.execute(database)
    await withoutKeys(database, ['cell', 'people', 'people_long'], async () => {
      for (let first = 1; first <= size.days; first += daysAtOnce(first))
        await fillDays(database, size, first, Math.min(size.days, first + daysAtOnce(first) - 1))
    })
    await sql`vacuum analyze indicators.cell, indicators.people, indicators.people_long, indicators.peak`.execute(
      database,
    )
    const { rows } = await sql<{ name: string; rows: number; size: string }>`
      select c.relname as name, c.reltuples::int as rows, pg_size_pretty(pg_total_relation_size(c.oid)) as size
        from pg_class c where c.oid in ('indicators.cell'::regclass, 'indicators.people'::regclass, 'indicators.people_long'::regclass)`.execute(
      database,
    )
    return Object.fromEntries(rows.map(({ name, rows: count, size: bytes }) => [name, `${count} rows, ${bytes}`]))
  } finally {
    await database.destroy()
  }
}

/** The days from `first` to `last` days ago. */
async function fillDays(database: Database, { countries, channels }: Size, first: number, last: number): Promise<void> {
  const values: Record<string, RawBuilder<unknown>> = {
    country: sql`select 'C' || chr(64 + n) as v from generate_series(1, ${countries}::int) n`,
    channel: sql`select 'channel-' || n as v from generate_series(1, ${channels}::int) n`,
    sex: sql`select unnest(array['woman', 'man']) as v`,
    platform: sql`select unnest(array['ios', 'android', 'web']) as v`,
  }
  const of = (keep: readonly string[], dimension: string) =>
    keep.includes(dimension) ? sql`(${values[dimension]})` : sql`(select '*' as v)`
  const days = sql`generate_series(${first}::int, ${last}::int) d`
  for (const name of [...Object.keys(subjects), 'install'] as SubjectName[])
    for (const [rollup, keep] of Object.entries(rollups))
      await sql`
        insert into indicators.cell (subject, rollup, day, country, channel, sex, platform, old, m)
        select ${name}, ${rollup}, current_date - d, a.v, b.v, c.v, p.v, o.v,
               array_fill((100000 + d % 7 * 1000)::bigint, array[${measuresOf(name).length}::int])
          from ${days}, ${of(keep, 'country')} a, ${of(keep, 'channel')} b,
               ${of(keep, 'sex')} c, ${of(keep, 'platform')} p, (values (false), (true)) o(v)
         order by 4, 5, 6, 7, 3, 8`.execute(database)
  for (const kind of distinctSubjects)
    for (const [rollup, keep] of Object.entries<readonly string[]>(peopleRollups)) {
      await sql`
        insert into indicators.people (kind, rollup, day, country, channel, sex, platforms, firsts, ge)
        select ${kind}, ${rollup}, current_date - d, a.v, b.v, c.v, s, 20000, g.ge
          from ${days} cross join lateral (select array(select 1000000 / (k + d % 7) from generate_series(1, 93) k) as ge) g,
               ${of(keep, 'country')} a, ${of(keep, 'channel')} b, ${of(keep, 'sex')} c,
               unnest(array[1, 2, 3, 4, 5, 6, 7]::smallint[]) s
         order by 7, 4, 5, 6, 3`.execute(database)
      if (keep.length < 2)
        await sql`
          insert into indicators.people_long (kind, rollup, day, country, channel, sex, platforms, ge)
          select ${kind}, ${rollup}, current_date - d, a.v, b.v, c.v, s, g.ge
            from ${days} cross join lateral (select array(select 20000 / (k + d % 7) from generate_series(1, 639) k) as ge) g,
                 ${of(keep, 'country')} a, ${of(keep, 'channel')} b, ${of(keep, 'sex')} c,
                 unnest(array[1, 2, 3, 4, 5, 6, 7]::smallint[]) s
           order by 7, 4, 5, 6, 3`.execute(database)
    }
  await sql`insert into indicators.peak (day, broadcasts) select current_date - d, 20000 + d % 7 * 100 from ${days}`.execute(
    database,
  )
}

/** Building the keys afterwards is several times faster. */
async function withoutKeys(database: Database, tables: string[], fill: () => Promise<void>): Promise<void> {
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'p' and conrelid = any(${tables.map((table) => `indicators.${table}`)}::regclass[])`.execute(
    database,
  )
  for (const { table, name } of keys) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(database)
  await fill()
  await sql`set maintenance_work_mem = '1GB'`.execute(database)
  for (const { table, name, definition } of keys)
    await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(database)
}
