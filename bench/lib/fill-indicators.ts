// Cubes of the Data indicators area, as a platform of a million users active a day would have them: what a cell holds does not change
// what reading it costs, how many cells there are does. Roll-ups of one dimension for all days, those of several for `fine` of them.
import { sql } from 'kysely'
import { openDatabase } from '../../server/src/kit/database.ts'
import { measuresOf, type SubjectName, subjects } from '../../server/src/rooms/indicators/subjects.ts'

/** `fine`: days that have the roll-ups of several dimensions. */
export type Size = { days: number; fine: number; countries: number; channels: number }

const kinds = ['active', 'view', 'live', 'gift', 'match', 'call', 'payment']

/** Fills empty cubes up to yesterday. @returns sizes of the tables. */
export async function fillIndicators(
  url: string,
  { days, fine, countries, channels }: Size,
): Promise<Record<string, string>> {
  const database = openDatabase(url, { max: 2 })
  try {
    await sql`truncate indicators.cell, indicators.people, indicators.people_long, indicators.zone`.execute(database)
    await sql`insert into indicators.zone values ('2000-01-01', 'UTC')`.execute(database)
    const dims = {
      country: sql`select 'C' || chr(64 + n) as v from generate_series(1, ${countries}::int) n`,
      channel: sql`select 'channel-' || n as v from generate_series(1, ${channels}::int) n`,
      sex: sql`select unnest(array['woman', 'man']) as v`,
      platform: sql`select unnest(array['ios', 'android', 'web']) as v`,
    }
    const of = (keep: readonly string[], dim: keyof typeof dims) =>
      keep.includes(dim) ? sql`(${dims[dim]})` : sql`(select '*' as v)`
    const rollups: Record<string, readonly string[]> = {
      all: [],
      sex: ['sex'],
      platform: ['platform'],
      'sex platform': ['sex', 'platform'],
      country: ['country'],
      channel: ['channel'],
      'country channel sex': ['country', 'channel', 'sex'],
      every: ['country', 'channel', 'sex', 'platform'],
    }
    for (const name of [...Object.keys(subjects), 'install'] as SubjectName[])
      for (const [rollup, keep] of Object.entries(rollups))
        await sql`
          insert into indicators.cell (subject, rollup, day, country, channel, sex, platform, old, m)
          select ${name}, ${rollup}, current_date - d, a.v, b.v, c.v, p.v, o.v,
                 array_fill((100000 + d % 7 * 1000)::bigint, array[${measuresOf(name).length}::int])
            from generate_series(1, ${keep.length > 2 ? fine : days}::int) d, ${of(keep, 'country')} a, ${of(keep, 'channel')} b,
                 ${of(keep, 'sex')} c, ${of(keep, 'platform')} p, (values (false), (true)) o(v)`.execute(database)
    for (const kind of kinds)
      for (const rollup of ['all', 'sex', 'country', 'channel', 'country channel sex']) {
        const keep = rollups[rollup]!
        await sql`
          insert into indicators.people (kind, rollup, day, country, channel, sex, platforms, firsts, ge)
          select ${kind}, ${rollup}, current_date - d, a.v, b.v, c.v, s, 20000,
                 array(select 1000000 / (k + d % 7) from generate_series(1, 93) k)
            from generate_series(1, ${keep.length > 2 ? fine : days}::int) d, ${of(keep, 'country')} a, ${of(keep, 'channel')} b,
                 ${of(keep, 'sex')} c, unnest(array[1, 2, 4, 7]::smallint[]) s`.execute(database)
        if (keep.length < 2)
          await sql`
            insert into indicators.people_long (kind, rollup, day, country, channel, sex, platforms, ge)
            select ${kind}, ${rollup}, current_date - d, a.v, b.v, c.v, 7,
                   array(select 20000 / (k + d % 7) from generate_series(1, 639) k)::bigint[]
              from generate_series(1, ${days}::int) d, ${of(keep, 'country')} a, ${of(keep, 'channel')} b, ${of(keep, 'sex')} c`.execute(
            database,
          )
      }
    await sql`vacuum analyze indicators.cell, indicators.people, indicators.people_long`.execute(database)
    const { rows } = await sql<{ name: string; rows: number; size: string }>`
      select c.relname as name, c.reltuples::int as rows, pg_size_pretty(pg_total_relation_size(c.oid)) as size
        from pg_class c where c.oid in ('indicators.cell'::regclass, 'indicators.people'::regclass, 'indicators.people_long'::regclass)`.execute(
      database,
    )
    return Object.fromEntries(rows.map(({ name, rows: count, size }) => [name, `${count} rows, ${size}`]))
  } finally {
    await database.destroy()
  }
}
