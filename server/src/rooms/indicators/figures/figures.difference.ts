// Which countries, channels, platforms and sexes explain most of a difference, computed from the cells.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { measuresOf, type SubjectName } from '../indicators.subjects.ts'
import { cellsOf, type Filters, type Span, sexed } from './figures.facts.ts'

export type Sides = { before: Span; after: Span }
type Part = { value: string; before: number; after: number }

const dimensions = ['country', 'channel', 'platform', 'sex'] as const
const mostShown = 10

/** The values of a dimension, by descending change, with their share of the total difference. */
export function sharesOf(parts: readonly Part[], total: number) {
  return parts
    .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || (a.value < b.value ? -1 : 1))
    .slice(0, mostShown)
    .map((part) => ({ ...part, share: total === 0 ? null : (part.after - part.before) / total }))
}

/** `days`: what the sums are divided by; the days of a side for a daily average, otherwise 1. */
export async function differenceOf(
  reader: Reader,
  of: { sum: string; old?: true; sex?: string },
  { sides, filters, days }: { sides: Sides; filters: Filters; days: number },
) {
  const [subject, measure] = of.sum.split('.') as [SubjectName, string]
  const narrowed = sexed(filters, of.sex)
  if (!narrowed) return { before: 0, after: 0, dimensions: [] }
  const place = sql.lit(measuresOf(subject).indexOf(measure) + 1)
  const sumOf = (span: Span) =>
    sql`coalesce(sum(m[${place}]) filter (where day between ${span.from}::date and ${span.to}::date), 0)::float8 / ${sql.lit(days)}`
  const found = await Promise.all(
    dimensions.map(async (dimension) => {
      const { rows } = await sql<Part>`
        select ${sql.ref(dimension)} as value, ${sumOf(sides.before)} as before, ${sumOf(sides.after)} as after
          from indicators.cell
         where ${cellsOf(subject, narrowed, [dimension])} ${of.old ? sql`and old` : sql``}
           and (day between ${sides.before.from}::date and ${sides.before.to}::date
             or day between ${sides.after.from}::date and ${sides.after.to}::date)
         group by 1`.execute(reader)
      return { dimension, rows }
    }),
  )
  const total = (side: 'before' | 'after') => found[0]!.rows.reduce((sum, row) => sum + row[side], 0)
  const [before, after] = [total('before'), total('after')]
  return {
    before,
    after,
    dimensions: found.map(({ dimension, rows }) => ({ dimension, values: sharesOf(rows, after - before) })),
  }
}
