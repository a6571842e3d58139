// Cells: sums of users' days by the dimensions that a roll-up keeps.
import { type RawBuilder, sql } from 'kysely'
import { measuresOf, type SubjectName } from '../indicators.subjects.ts'

const places = (width: number, of: (place: number) => RawBuilder<unknown>) =>
  sql`array[${sql.join(Array.from({ length: width }, (_, index) => of(index + 1)))}]::bigint[]`

/** The roll-ups by name, with the dimensions of each. Reads use the smallest one that fits their filters. */
export const rollups = {
  all: [],
  sex: ['sex'],
  platform: ['platform'],
  'sex platform': ['sex', 'platform'],
  country: ['country'],
  channel: ['channel'],
  'country sex': ['country', 'sex'],
  'country platform': ['country', 'platform'],
  'country sex platform': ['country', 'sex', 'platform'],
  'channel sex': ['channel', 'sex'],
  'channel platform': ['channel', 'platform'],
  'channel sex platform': ['channel', 'sex', 'platform'],
  // No roll-up of country and channel alone: it would only spare adding up a few cells by sex.
  'country channel sex': ['country', 'channel', 'sex'],
  every: ['country', 'channel', 'sex', 'platform'],
} as const satisfies Record<string, readonly string[]>
const dimensions = ['country', 'channel', 'sex', 'platform'] as const

/**
 * Stored arrays may be shorter than `measuresOf`: measures that were added since are 0 there.
 * Adds `deltas (day, country, channel, sex, platform, old, m, was)` to the cells of a subject: `m` without `was`, either of which may be null.
 * They are summed by their full key first: that takes one hash, and leaves few rows to sort for each roll-up.
 */
export const addToCells = (name: SubjectName, deltas: RawBuilder<unknown>) => {
  const width = measuresOf(name).length
  const kept = (dimension: string) =>
    sql`case when grouping(${sql.ref(dimension)}) = 0 then ${sql.ref(dimension)} else '*' end`
  const sets = Object.values(rollups).map(
    (keep) =>
      sql`(day, old${sql.join(
        keep.map((d) => sql`, ${sql.ref(d)}`),
        sql``,
      )})`,
  )
  const bits = sql`grouping(country, channel, sex, platform)`
  const bitsOf = (keep: readonly string[]) =>
    dimensions.reduce((sum, dimension) => sum * 2 + (keep.includes(dimension) ? 0 : 1), 0)
  const named = sql.join(
    Object.entries(rollups).map(([rollup, keep]) => sql`when ${sql.lit(bitsOf(keep))} then ${sql.lit(rollup)}`),
    sql` `,
  )
  return sql`
    insert into indicators.cell as c (subject, rollup, day, country, channel, sex, platform, old, m)
    select ${name}, case ${bits} ${named} end, day, ${sql.join(dimensions.map(kept))}, old,
           ${places(width, (place) => sql`sum(m[${sql.lit(place)}])`)}
      from (select day, country, channel, sex, platform, old, ${places(width, (place) => sql`sum(coalesce(m[${sql.lit(place)}], 0) - coalesce(was[${sql.lit(place)}], 0))`)} as m
              from (${deltas}) d group by 1, 2, 3, 4, 5, 6) d
     group by grouping sets (${sql.join(sets)})
     order by 1, 2, 4, 5, 6, 7, 3, 8
    on conflict (subject, rollup, country, channel, sex, platform, day, old) do update
      set m = ${places(width, (place) => sql`coalesce(c.m[${sql.lit(place)}], 0) + excluded.m[${sql.lit(place)}]`)}`
}
