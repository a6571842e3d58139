// Reads atoms by part: from cells and distinct users where these keep the dimension, otherwise from users' days. One query for each subject
// and sex, whatever the number of parts.

import { mostDistinctDays } from '@greenroom/contract/dashboards'
import type { Dimension as Split } from '@greenroom/contract/figureDimensions'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import {
  cellsOf,
  type Dimension,
  type Filters,
  given,
  isUnknown,
  matching,
  rollupFor,
  type Span,
  sexed,
} from '../figures/figures.facts.ts'
import { bitOf, mostDays as placesOfGe, platforms } from '../fold/fold.distinct.ts'
import { longRollups, peopleRollups } from '../fold/fold.people.ts'
import { daysBetween, type Zone } from '../fold/fold.rules.ts'
import { measuresOf, type SubjectName } from '../indicators.subjects.ts'
import { type DayDimension, isOfDays, partedDays } from './breakdown.days.ts'
import type { Found } from './breakdown.parts.ts'
import { promotersOf } from './breakdown.promoters.ts'
import { type Atom, subjectOf } from './breakdown.totals.ts'

/** `joined`: parts to read as one, in which a user counts once. */
export type Asked = { by: Split; filters: Filters; zones: readonly Zone[]; joined?: readonly string[] }
/** The value of the joined parts. */
export const joinedPart = '…'
type Row = { value: string; v: number[] }
/** The atoms at these places, with the numbers of each part, and those of the whole if the parts do not add up to it. */
type Answer = { places: number[]; rows: Row[]; whole?: number[] | null }
type Placed<A> = { atom: A; place: number }
type SumAtom = Extract<Atom, { sum: string }>
type PeopleAtom = Exclude<Atom, SumAtom>

const isSum = (one: Placed<Atom>): one is Placed<SumAtom> => 'sum' in one.atom
const kindOf = (atom: PeopleAtom) => ('distinct' in atom ? atom.distinct : atom.pauses)
const sumsOf = (columns: readonly RawBuilder<unknown>[]) => sql`array[${sql.join(columns)}]::float8[] as v`

/** True if the days hold none. */
const isNone = ({ from, to }: Atom): boolean => from !== null && to < from
const on = ({ from, to }: Pick<Atom, 'from' | 'to'>) =>
  from === null ? sql`day <= ${to}::date` : sql`day between ${from}::date and ${to}::date`

/** From the first to the last day of all atoms. */
function daysOf(atoms: readonly Atom[]): { from: string | null; to: string } {
  const from = atoms.some((atom) => atom.from === null) ? null : atoms.map((atom) => atom.from!).toSorted()[0]!
  return {
    from,
    to: atoms
      .map(({ to }) => to)
      .toSorted()
      .at(-1)!,
  }
}

/** The numbers of the atoms by part. */
export async function readAtoms(reader: Reader, atoms: readonly Atom[], asked: Asked): Promise<Found> {
  const placed = atoms.map((atom, place) => ({ atom, place })).filter(({ atom }) => !isNone(atom))
  const answers = isOfDays(asked.by) ? await fromDays(reader, placed, asked) : await fromCells(reader, placed, asked)
  const unknown = new Set(answers.flatMap(({ places, whole }) => (whole === null ? places : [])))
  const nothing = atoms.map((_, place) => (unknown.has(place) ? null : 0))
  const [whole, parts] = [[...nothing], new Map<string, (number | null)[]>()]
  const add = (to: (number | null)[], places: readonly number[], numbers: readonly number[]) =>
    places.forEach((place, at) => {
      const known = to[place]
      if (known !== null) to[place] = known! + numbers[at]!
    })
  for (const { places, rows, whole: total } of answers) {
    if (total) add(whole, places, total)
    for (const { value, v } of rows) {
      if (!total) add(whole, places, v)
      const numbers = parts.get(value) ?? [...nothing]
      parts.set(value, numbers)
      add(numbers, places, v)
    }
  }
  return { parts, whole }
}

/** The atoms of each source, which one query reads. */
const grouped = <A extends Atom>(placed: readonly Placed<A>[], source: (atom: A) => string) => [
  ...Map.groupBy(placed, ({ atom }) => `${source(atom)} ${atom.sex ?? ''}`).values(),
]

async function fromDays(reader: Reader, placed: readonly Placed<Atom>[], asked: Asked): Promise<Answer[]> {
  const subject = (atom: Atom) => ('sum' in atom ? subjectOf(atom.sum)[0] : kindOf(atom))
  return Promise.all(
    grouped(placed, subject).map(async (of): Promise<Answer> => {
      const places = of.map(({ place }) => place)
      const { sex } = of[0]!.atom
      const name = subject(of[0]!.atom)
      const narrowed = sexed(asked.filters, sex)
      if (narrowed === null) return { places, rows: [], whole: null }
      const span = daysOf(of.map(({ atom }) => atom)) as Span
      const columns = of.map(({ atom }) => {
        if (!('sum' in atom)) return sql`count(distinct user_id) filter (where ${on(atom)})`
        const [, measure] = subjectOf(atom.sum)
        return sumOfPlace(name, measure, sql`${on(atom)} ${atom.old ? sql`and old` : sql``}`)
      })
      const days = partedDays(asked.by as DayDimension, { subject: name, filters: narrowed, span, zones: asked.zones })
      const { rows } = await sql<Row & { isWhole: boolean }>`
        select coalesce(d.value, '') as value, grouping(d.value) = 1 as "isWhole", ${sumsOf(columns)}
          from (${joined(days, asked.joined)}) d group by grouping sets ((d.value), ())`.execute(reader)
      return {
        places,
        rows: rows.filter(({ isWhole }) => !isWhole),
        // Its set of grouping has a row, even if there are no days.
        whole: rows.find(({ isWhole }) => isWhole)!.v,
      }
    }),
  )
}

const joined = (days: RawBuilder<unknown>, values: readonly string[] = []) =>
  values.length === 0
    ? days
    : sql`select case when p.value = any(${values}::text[]) then ${joinedPart} else p.value end as value, p.user_id, p.day, p.old, p.m
            from (${days}) p`

const sumOfPlace = (subject: SubjectName, measure: string, condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(m[${sql.lit(measuresOf(subject).indexOf(measure) + 1)}]) filter (where ${condition}), 0)`

async function fromCells(reader: Reader, placed: readonly Placed<Atom>[], asked: Asked): Promise<Answer[]> {
  const sums = placed.filter(isSum)
  const people = placed.filter((one): one is Placed<PeopleAtom> => !isSum(one))
  const isLong = ({ atom }: Placed<PeopleAtom>) =>
    'distinct' in atom && daysBetween(atom.from!, atom.to) + 1 > mostDistinctDays
  const answers = await Promise.all([
    ...grouped(sums, ({ sum }) => subjectOf(sum)[0]).map((of) => readSums(reader, of, asked)),
    ...grouped(people, kindOf).flatMap((of) => [
      readPeople(reader, of, asked),
      ...of.filter(isLong).map((one) => readLong(reader, one, asked)),
    ]),
  ])
  if (asked.by !== 'promoter') return answers
  const promoterOf = await promotersOf(reader)
  return answers.map((answer) => ({
    ...answer,
    rows: answer.rows.map(({ value, v }) => ({ value: promoterOf.get(value) ?? '', v })),
  }))
}

/** A promoter's figures are those of all their channels. */
const dimensionOf = (by: Split) => (by === 'promoter' ? 'channel' : by) as Dimension

async function readSums(reader: Reader, of: readonly Placed<SumAtom>[], { by, filters }: Asked): Promise<Answer> {
  const places = of.map(({ place }) => place)
  const atoms = of.map(({ atom }) => atom)
  const [subject] = subjectOf(atoms[0]!.sum)
  const narrowed = sexed(filters, atoms[0]!.sex)
  if (narrowed === null || isUnknown(subject, narrowed)) return { places, rows: [], whole: null }
  const dimension = dimensionOf(by)
  const columns = atoms.map((atom) =>
    sumOfPlace(subject, subjectOf(atom.sum)[1], sql`${on(atom)} ${atom.old ? sql`and old` : sql``}`),
  )
  const { rows } = await sql<Row>`
    select ${sql.ref(dimension)} as value, ${sumsOf(columns)} from indicators.cell
     where ${cellsOf(subject, narrowed, [dimension])} and ${on(daysOf(atoms))} group by 1`.execute(reader)
  return { places, rows }
}

/** The rows of distinct users by part: those of one set of platforms, or each platform beside their union, which is the whole. */
function peopleBy(kind: string, filters: Filters, dimension: Dimension) {
  const { platform, ...rest } = filters
  const chosen = platform ?? platforms
  const union = chosen.reduce((set, one) => set | bitOf(one), 0)
  const isByPlatform = dimension === 'platform'
  const rollup = rollupFor(peopleRollups, [...given(rest), ...(isByPlatform ? [] : [dimension])])
  const sets = isByPlatform ? [...new Set([...chosen.map(bitOf), union])] : [union]
  return {
    rollup,
    union,
    value: isByPlatform ? sql`platforms::text` : sql.ref(dimension),
    cells: sql`kind = ${kind} and rollup = ${rollup} and platforms = any(${sets}::smallint[])
       ${matching(rest, ['country', 'channel', 'sex'], peopleRollups[rollup])}`,
  }
}

const named = (row: Row): Row => ({
  value: platforms.find((name) => String(bitOf(name)) === row.value) ?? '',
  v: row.v,
})

/** Rows by set of platforms, as platforms and their union. */
function byPlatform(places: Answer['places'], rows: readonly Row[], union: number, chosen: readonly string[]): Answer {
  const bits = new Set(chosen.map((name) => String(bitOf(name))))
  const whole = rows.find(({ value }) => value === String(union))?.v ?? places.map(() => 0)
  return { places, rows: rows.filter(({ value }) => bits.has(value)).map(named), whole }
}

async function readPeople(reader: Reader, of: readonly Placed<PeopleAtom>[], asked: Asked): Promise<Answer> {
  const places = of.map(({ place }) => place)
  const atoms = of.map(({ atom }) => atom)
  const narrowed = sexed(asked.filters, atoms[0]!.sex)
  if (narrowed === null) return { places, rows: [], whole: null }
  const { cells, value, union } = peopleBy(kindOf(atoms[0]!), narrowed, dimensionOf(asked.by))
  const { from, to } = daysOf(atoms)
  const { rows } = await sql<Row>`
    select ${value} as value, ${sumsOf(atoms.map(columnOf))} from indicators.people
     where ${cells} and day between ${from}::date and ${to}::date + 7 group by 1`.execute(reader)
  if (asked.by !== 'platform') return { places, rows }
  return byPlatform(places, rows, union, narrowed.platform ?? platforms)
}

/** docs/indicators.md, Distinct users over any span. */
function columnOf(atom: PeopleAtom): RawBuilder<unknown> {
  const { from, to } = atom as Span
  const first = sql`${from}::date`
  const last = sql`${to}::date`
  const within = (of: RawBuilder<unknown>, days = on(atom)) => sql`coalesce(sum(${of}) filter (where ${days}), 0)`
  if ('distinct' in atom) {
    const place = sql`day - ${first} + 1`
    return within(sql`case when ${place} > ${placesOfGe}::int then firsts else ge[${place}] end`)
  }
  if (atom.count === 'days') return within(sql`ge[1]`)
  if (atom.count === 'returning') return within(sql`ge[7] - firsts`)
  // A day of the span was left k days before a later one, up to 7; of the days of the span, these are a run of k.
  return within(
    sql`ge[greatest(1, day - ${last})] - ge[least(7, day - ${first}) + 1]`,
    sql`day between ${first} + 1 and ${last} + 7`,
  )
}

/** In a long span, those who returned after a pause that began before it; known where only one dimension is kept. */
async function readLong(reader: Reader, { atom, place }: Placed<PeopleAtom>, asked: Asked): Promise<Answer> {
  const narrowed = sexed(asked.filters, atom.sex)
  if (narrowed === null) return { places: [place], rows: [], whole: null }
  const { cells, value, union, rollup } = peopleBy(kindOf(atom), narrowed, dimensionOf(asked.by))
  if (!longRollups.includes(rollup)) return { places: [place], rows: [], whole: null }
  const { from, to } = atom as Span
  const { rows } = await sql<Row>`
    select ${value} as value, array[coalesce(sum(ge[day - ${from}::date + 1 - ${placesOfGe}::int]), 0)]::float8[] as v
      from indicators.people_long
     where ${cells} and day between ${from}::date + ${placesOfGe}::int and ${to}::date group by 1`.execute(reader)
  if (asked.by !== 'platform') return { places: [place], rows }
  return byPlatform([place], rows, union, narrowed.platform ?? platforms)
}
