// Reads the inputs of figures: cells by the roll-up that fits the filters, distinct users, peaks.
import { mostDistinctDays } from '@greenroom/contract/dashboards'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { rollups } from '../fold/fold.cells.ts'
import { bitOf, mostDays as placesOfGe } from '../fold/fold.distinct.ts'
import { longRollups, peopleRollups } from '../fold/fold.people.ts'
import { dayPlus, daysBetween } from '../fold/fold.rules.ts'
import { mostWaitSeconds } from '../indicators.limits.ts'
import { measuresOf, type SubjectName } from '../indicators.subjects.ts'
import type { Expression } from './figures.definitions.ts'
import type { Facts } from './figures.rules.ts'

/** Any of the values of each dimension. */
export type Filters = Partial<Record<Dimension, readonly string[]>>
export type Span = { from: string; to: string }

const dimensions = ['country', 'channel', 'sex', 'platform'] as const
export type Dimension = (typeof dimensions)[number]

/** The smallest roll-up that keeps these dimensions. */
export function rollupFor<R extends string>(of: Record<R, readonly string[]>, needed: readonly string[]): R {
  const fitting = (Object.keys(of) as R[]).filter((name) => needed.every((dimension) => of[name].includes(dimension)))
  return fitting.toSorted((a, b) => of[a].length - of[b].length)[0]!
}

export const given = (filters: Filters): Dimension[] =>
  dimensions.filter((dimension) => filters[dimension] !== undefined)
/** With a condition for every dimension, kept or not, the key is read from day to day. */
export const matching = (filters: Filters, of: readonly Dimension[], kept: readonly string[]) =>
  sql.join(
    of.map((dimension) => {
      if (filters[dimension] !== undefined) return sql`and ${sql.ref(dimension)} = any(${filters[dimension]}::text[])`
      return kept.includes(dimension) ? sql`` : sql`and ${sql.ref(dimension)} = '*'`
    }),
    sql` `,
  )

/** The condition on `indicators.cell`: a subject's cells of the roll-up that keeps the filters' dimensions and these. */
export const cellsOf = (subject: SubjectName, filters: Filters, also: readonly Dimension[] = []) => {
  const rollup = rollupFor(rollups, [...given(filters), ...also])
  return sql`subject = ${subject} and rollup = ${rollup} ${matching(filters, dimensions, rollups[rollup])}`
}

const daysOf = ({ from, to }: Span): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => dayPlus(from, index))

/** A measure of a subject, over all users' days or those of old users. */
type Measure = { measure: string; old: boolean }
const keyOf = ({ measure, old }: Measure) => `${measure} ${old}`

/** Sums of measures by day. */
async function readSums(
  reader: Reader,
  subject: SubjectName,
  measures: readonly Measure[],
  filters: Filters,
  span: Span,
): Promise<Map<string, number[]>> {
  const places = measuresOf(subject)
  const columns = measures.map(({ measure, old }) => {
    const place = sql.lit(places.indexOf(measure) + 1)
    return sql`coalesce(sum(m[${place}]) ${old ? sql`filter (where old)` : sql``}, 0)::float8`
  })
  const { rows } = await sql<{ at: number; v: number[] }>`
    select day - ${span.from}::date as at, array[${sql.join(columns)}] as v from indicators.cell
     where ${cellsOf(subject, filters)} and day between ${span.from}::date and ${span.to}::date
     group by day`.execute(reader)
  const days = daysBetween(span.from, span.to) + 1
  return new Map(
    measures.map((measure, index) => {
      const series = Array<number>(days).fill(0)
      for (const { at, v } of rows) series[at] = v[index]!
      return [keyOf(measure), series]
    }),
  )
}

/** The cumulative sum before the span. */
async function readBefore(reader: Reader, subject: SubjectName, measure: string, filters: Filters, from: string) {
  const place = sql.lit(measuresOf(subject).indexOf(measure) + 1)
  const { rows } = await sql<{ v: number }>`
    select coalesce(sum(m[${place}]), 0)::float8 as v from indicators.cell
     where ${cellsOf(subject, filters)} and day < ${from}::date`.execute(reader)
  return rows[0]!.v
}

type People = {
  daily: number[]
  added: number[] | null
  returning: number[]
  rolling: Record<7 | 30, number[]>
  retained: (number | null)[]
}

/**
 * Distinct users. `wide` also reads the inputs of rolling, returning and retained users. Spans beyond `mostDistinctDays` have a total with
 * at most one filter.
 */
async function readPeople(
  reader: Reader,
  kind: string,
  filters: Filters,
  { span, today, wide }: { span: Span; today: string; wide: boolean },
): Promise<People> {
  const { platform, ...rest } = filters
  const days = daysBetween(span.from, span.to) + 1
  const width = wide ? 30 : 1
  const [first, last] = wide ? [dayPlus(span.from, -29), dayPlus(span.to, 7)] : [span.from, span.to]
  const rollup = rollupFor(peopleRollups, given(rest))
  const isLong = days > mostDistinctDays
  const isKnown = !isLong || longRollups.includes(rollup)
  const place = sql`day - ${span.from}::date + 1`
  const cells = sql`kind = ${kind} and rollup = ${rollup}
       and platforms = ${platform === undefined ? 7 : platform.reduce((set, one) => set | bitOf(one), 0)}
       ${matching(rest, ['country', 'channel', 'sex'], peopleRollups[rollup])}`
  const { rows } = await sql<{ at: number; firsts: number; inSpan: number; ge: number[] }>`
    select day - ${span.from}::date as at, sum(firsts)::float8 as firsts,
           coalesce(sum(case when ${place} > ${placesOfGe}::int then firsts else ge[${place}] end), 0)::float8 as "inSpan",
           array[${sql.join(Array.from({ length: width }, (_, k) => sql`sum(ge[${sql.lit(k + 1)}])::float8`))}] as ge
      from indicators.people
     where ${cells} and day between ${first}::date and ${last}::date
     group by day`.execute(reader)
  const back = isLong && isKnown ? await readLong(reader, cells, span) : new Map<number, number>()
  const byDay = new Map(rows.map((row) => [row.at, row]))
  const ge = (at: number, k: number) => byDay.get(at)?.ge[k - 1] ?? 0
  const all = Array.from({ length: days }, (_, at) => at)
  const rollingOf = (length: number) =>
    all.map((at) =>
      Array.from({ length }, (_, back) => ge(at - length + 1 + back, back + 1)).reduce((a, b) => a + b, 0),
    )
  const untilToday = daysBetween(span.from, today)
  const isOver = (at: number) => at + 7 < untilToday
  return {
    daily: all.map((at) => ge(at, 1)),
    added: isKnown ? all.map((at) => (byDay.get(at)?.inSpan ?? 0) + (back.get(at) ?? 0)) : null,
    returning: all.map((at) => (wide ? ge(at, 7) - (byDay.get(at)?.firsts ?? 0) : 0)),
    rolling: { 7: wide ? rollingOf(7) : [], 30: wide ? rollingOf(30) : [] },
    retained: all.map((at) =>
      wide && isOver(at)
        ? Array.from({ length: 7 }, (_, index) => ge(at + index + 1, index + 1) - ge(at + index + 1, index + 2)).reduce(
            (a, b) => a + b,
            0,
          )
        : null,
    ),
  }
}

/** In a long span, by day, users who returned after a pause that began before it, without new ones. */
async function readLong(reader: Reader, cells: RawBuilder<unknown>, { from, to }: Span): Promise<Map<number, number>> {
  const { rows } = await sql<{ at: number; back: number }>`
    select day - ${from}::date as at, coalesce(sum(ge[day - ${from}::date + 1 - ${placesOfGe}::int]), 0)::float8 as back
      from indicators.people_long
     where ${cells} and day between ${from}::date + ${placesOfGe}::int and ${to}::date group by day`.execute(reader)
  return new Map(rows.map(({ at, back }) => [at, back]))
}

async function readPeaks(reader: Reader, span: Span): Promise<number[]> {
  const { rows } = await sql<{ at: number; broadcasts: number }>`
    select day - ${span.from}::date as at, broadcasts from indicators.peak
     where day between ${span.from}::date and ${span.to}::date`.execute(reader)
  const byDay = new Map(rows.map((row) => [row.at, row.broadcasts]))
  return daysOf(span).map((_, at) => byDay.get(at) ?? 0)
}

/** The filters combined with one sex; null if they exclude it. */
export const sexed = (filters: Filters, sex: string | undefined): Filters | null => {
  if (sex === undefined) return filters
  return filters.sex === undefined || filters.sex.includes(sex) ? { ...filters, sex: [sex] } : null
}

/** Installs belong to devices, which have no sex. */
export const isUnknown = (subject: SubjectName, { sex }: Filters): boolean => subject === 'install' && sex !== undefined

/** The requested filters; empty ones are dropped. */
export function filtersOf({
  country,
  channel,
  platform,
  sex,
}: { [D in Dimension]?: string | readonly string[] | undefined }): Filters {
  const all = Object.entries({ country, channel, platform, sex }).flatMap(([dimension, values]) => {
    if (values === undefined || values.length === 0) return []
    return [[dimension, typeof values === 'string' ? [values] : values] as const]
  })
  return Object.fromEntries(all)
}

/** Reads everything that these expressions need, at most one query for each subject, sex and kind. */
export async function readFacts(
  reader: Reader,
  parts: readonly Expression[],
  { span, filters, today }: { span: Span; filters: Filters; today: string },
): Promise<Facts> {
  const sums = new Map<string, { subject: SubjectName; sex: string | undefined; measures: Map<string, Measure> }>()
  const kinds = new Map<string, { kind: string; sex: string | undefined; wide: boolean }>()
  const want = (what: string, { sex, old = false }: { sex?: string | undefined; old?: boolean | undefined } = {}) => {
    const [subject, measure] = what.split('.') as [SubjectName, string]
    const key = `${subject} ${sex ?? ''}`
    const sum = sums.get(key) ?? { subject, sex, measures: new Map() }
    sum.measures.set(keyOf({ measure, old }), { measure, old })
    sums.set(key, sum)
  }
  const wantKind = (kind: string, sex: string | undefined, wide: boolean) => {
    const key = `${kind} ${sex ?? ''}`
    kinds.set(key, { kind, sex, wide: wide || (kinds.get(key)?.wide ?? false) })
  }
  let [peaks, waits] = [false, false]
  const upTo = new Set<string>()
  for (const part of parts) {
    if ('sum' in part) want(part.sum, part)
    if ('distinct' in part) wantKind(part.distinct, part.sex, false)
    if ('rolling' in part) wantKind(part.rolling, undefined, true)
    if ('returning' in part) wantKind(part.returning, undefined, true)
    if ('churn' in part) wantKind(part.churn, undefined, true)
    if ('peak' in part) peaks = true
    if ('percentile' in part) waits = true
    if ('upTo' in part) {
      upTo.add(part.upTo)
      want(part.upTo)
    }
  }
  const waitMeasures = Array.from({ length: mostWaitSeconds + 1 }, (_, wait) => `wait${wait}`)
  if (waits) for (const measure of waitMeasures) want(`match.${measure}`)

  const [readSum, readKind, peakDays, before] = await Promise.all([
    Promise.all(
      [...sums].map(async ([key, { subject, sex, measures }]) => {
        const narrowed = sexed(filters, sex)
        if (!narrowed || isUnknown(subject, narrowed)) return [key, null] as const
        return [key, await readSums(reader, subject, [...measures.values()], narrowed, span)] as const
      }),
    ),
    Promise.all(
      [...kinds].map(async ([key, { kind, sex, wide }]) => {
        const narrowed = sexed(filters, sex)
        return [key, narrowed && (await readPeople(reader, kind, narrowed, { span, today, wide }))] as const
      }),
    ),
    // Concurrent broadcasts are only known platform-wide.
    peaks && given(filters).length === 0 ? readPeaks(reader, span) : null,
    Promise.all(
      [...upTo].map(async (what) => {
        const [subject, measure] = what.split('.') as [SubjectName, string]
        return [what, await readBefore(reader, subject, measure, filters, span.from)] as const
      }),
    ),
  ])
  const [sumOf, kindOf, beforeOf] = [new Map(readSum), new Map(readKind), new Map(before)]
  const sum: Facts['sum'] = (what, old, sex) => {
    const [subject, measure] = what.split('.') as [string, string]
    return sumOf.get(`${subject} ${sex ?? ''}`)?.get(keyOf({ measure, old })) ?? null
  }
  const days = daysBetween(span.from, span.to) + 1
  const untilToday = daysBetween(span.from, today)
  return {
    days,
    complete: span.to >= today ? Math.max(0, untilToday) : days,
    sum,
    distinct: (kind, sex) => kindOf.get(`${kind} ${sex ?? ''}`) ?? null,
    rolling: (kind, length) => kindOf.get(`${kind} `)?.rolling[length] ?? null,
    returning: (kind) => kindOf.get(`${kind} `)?.returning ?? null,
    retained: (kind) => kindOf.get(`${kind} `)?.retained ?? null,
    isOver: (day, after) => day + after < untilToday || after === 0,
    waits: () => {
      const series = waitMeasures.map((measure) => sum(`match.${measure}`, false, undefined))
      return series.some((one) => one === null) ? null : daysOf(span).map((_, at) => series.map((one) => one![at]!))
    },
    peak: () => peakDays,
    upTo: (what) => {
      const series = sum(what, false, undefined)
      if (!series) return null
      let held = beforeOf.get(what) ?? 0
      return series.map((change) => (held += change))
    },
  }
}
