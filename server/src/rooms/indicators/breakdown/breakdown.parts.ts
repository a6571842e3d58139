// Which rows a split has, in which order, and what is summed as the others. Pure.
import type { Formula, Measured, Numbers } from './breakdown.totals.ts'

/** The atoms' numbers of each part, and of the whole. */
export type Found = { parts: ReadonlyMap<string, Numbers>; whole: Numbers }
export type Sort = '-value' | 'value' | '-change' | 'change'

/** A part over the whole span, over its complete days, and over those of the compared span. */
export type Part = { value: string; now: Measured; own: Measured; before: Measured | null }

/** One formula for each side, with what was read for it; `before` is null if its days are no longer kept. */
export type Sides = {
  now: { formula: Formula; found: Found }
  own: { formula: Formula; found: Found }
  before: { formula: Formula; found: Found } | null
}

const unknown: Measured = { value: null, part: null, of: null }

const isEmpty = (numbers: Numbers | undefined): boolean =>
  numbers === undefined || numbers.every((number) => number === 0 || number === null)

/** Of what was not found, every number is zero, unless the whole is not known either. */
const numbersOf = ({ parts, whole }: Found, value: string): Numbers =>
  parts.get(value) ?? whole.map((number) => (number === null ? null : 0))

const measured = (sides: Sides, numbers: (found: Found) => Numbers): Omit<Part, 'value'> => {
  const of = ({ formula, found }: { formula: Formula; found: Found }) => {
    const given = numbers(found)
    return given.length === 0 ? unknown : formula.measure(given)
  }
  return { now: of(sides.now), own: of(sides.own), before: sides.before && of(sides.before) }
}

/** The parts that have anything in the span or the compared one. */
export function partsOf(sides: Sides): Part[] {
  const founds = [sides.now.found, sides.own.found, ...(sides.before ? [sides.before.found] : [])]
  const values = new Set(founds.flatMap(({ parts }) => [...parts.keys()].filter((value) => !isEmpty(parts.get(value)))))
  return [...values].map((value) => ({ value, ...measured(sides, (found) => numbersOf(found, value)) }))
}

/** The whole of each side. */
export const wholeOf = (sides: Sides): Omit<Part, 'value'> => measured(sides, ({ whole }) => whole)

const sumOf = (all: readonly Numbers[]): Numbers =>
  all.reduce((sum, numbers) =>
    sum.map((number, at) => (number === null || numbers[at] == null ? null : number + numbers[at])),
  )

/** Several parts as one: their numbers are added, so a ratio is that of the sums. For parts that share no user. */
export const sumOfParts = (sides: Sides, values: readonly string[]): Omit<Part, 'value'> =>
  measured(sides, (found) => (found.whole.length === 0 ? [] : sumOf(values.map((value) => numbersOf(found, value)))))

/** The difference from the compared span; null if either is not known. */
export const changeOf = ({ own, before }: Pick<Part, 'own' | 'before'>): number | null =>
  own.value === null || before === null || before.value === null ? null : own.value - before.value

/** In the order asked for; unknown ones last, equal ones by name. */
export function sorted(parts: readonly Part[], sort: Sort): Part[] {
  const of = sort.endsWith('change') ? changeOf : (part: Part) => part.now.value
  const sign = sort.startsWith('-') ? -1 : 1
  return parts.toSorted((a, b) => {
    const [x, y] = [of(a), of(b)]
    if (x === y || (x === null && y === null)) return a.value < b.value ? -1 : 1
    if (x === null) return 1
    if (y === null) return -1
    return (x - y) * sign
  })
}
