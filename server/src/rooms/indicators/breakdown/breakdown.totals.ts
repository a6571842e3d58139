// A figure over a span as a formula of atoms: numbers that a query answers for each part at once. Pure.

import type { Expression } from '../figures/figures.definitions.ts'
import type { Span } from '../figures/figures.facts.ts'
import { percentile } from '../figures/figures.rules.ts'
import { dayPlus, daysBetween } from '../fold/fold.rules.ts'
import { type DistinctSubject, measuresOf, type SubjectName } from '../indicators.subjects.ts'

type Sex = 'woman' | 'man'
/** Days from the first to the last; without a first, all days up to the last. Empty if the last is before the first. */
type Days = { from: string | null; to: string }

/** Of users' days: a sum of a measure, or distinct users. Of users' pauses: days with activity, those after a pause, those soon followed by another. */
export type Atom = Days & { sex?: Sex } & (
    | { sum: string; old: boolean }
    | { distinct: DistinctSubject }
    | { pauses: DistinctSubject; count: 'days' | 'returning' | 'retained' }
  )

/** A value, and for a ratio what is divided by what. */
export type Measured = { value: number | null; part: number | null; of: number | null }
export type Numbers = readonly (number | null)[]
export type Formula = { atoms: readonly Atom[]; measure: (numbers: Numbers) => Measured }

/** The days of a figure; `today` decides which of them, and which after them, are over. */
export type Frame = { span: Span; today: string }

const single = (atom: Atom, divisor = 1): Formula => ({
  atoms: [atom],
  measure: ([number]) => ({ value: number == null ? null : number / divisor, part: null, of: null }),
})

const divided = (part: number | null | undefined, of: number | null | undefined): Measured => ({
  value: part == null || of == null || of === 0 ? null : part / of,
  part: part ?? null,
  of: of ?? null,
})

const earlier = (a: string, b: string): string => (a < b ? a : b)

/** The complete days of a span, but at least its first: what an average per day counts. */
function averagedDays({ span, today }: Frame): Span {
  const complete = earlier(span.to, dayPlus(today, -1))
  return { from: span.from, to: complete < span.from ? span.from : complete }
}

/** The total of a figure over the days of a frame, as `evaluate` computes it from its days. */
export function formulaOf(of: Expression, frame: Frame): Formula {
  const { span, today } = frame
  const sexOf = (sex: Sex | undefined) => (sex === undefined ? {} : { sex })
  if ('sum' in of) return single({ sum: of.sum, old: of.old ?? false, ...sexOf(of.sex), ...span })
  if ('distinct' in of) return single({ distinct: of.distinct, ...sexOf(of.sex), ...span })
  if ('rolling' in of) return single({ distinct: of.rolling, from: dayPlus(span.to, 1 - of.days), to: span.to })
  if ('upTo' in of) return single({ sum: of.upTo, old: false, from: null, to: span.to })
  if ('returning' in of) return single({ pauses: of.returning, count: 'returning', ...span })
  if ('perDay' in of) {
    const averaged = averagedDays(frame)
    const { atoms } = formulaOf(of.perDay, { span: averaged, today })
    return single(atoms[0]!, daysBetween(averaged.from, averaged.to) + 1)
  }
  if ('ratio' in of) {
    const [upper, lower] = of.ratio.map((one) => formulaOf(one, frame)) as [Formula, Formula]
    const split = upper.atoms.length
    return {
      atoms: [...upper.atoms, ...lower.atoms],
      measure: (numbers) =>
        divided(upper.measure(numbers.slice(0, split)).value, lower.measure(numbers.slice(split)).value),
    }
  }
  if ('cohort' in of) {
    const known = of.after === 0 ? span.to : earlier(span.to, dayPlus(today, -1 - of.after))
    return {
      atoms: of.cohort.map((sum) => ({ sum, old: false, from: span.from, to: known })),
      measure: ([part, size]) => divided(part, size),
    }
  }
  if ('percentile' in of) {
    const waits = measuresOf('match').filter((measure) => /^wait\d+$/.test(measure))
    return {
      atoms: waits.map((wait) => ({ sum: `match.${wait}`, old: false, ...span })),
      measure: (numbers) => {
        if (numbers.some((number) => number === null)) return { value: null, part: null, of: null }
        const counts = numbers as readonly number[]
        const of_ = counts.reduce((sum, count) => sum + count, 0)
        return { value: percentile(counts, of.percentile), part: null, of: of_ }
      },
    }
  }
  if ('churn' in of) {
    const days = { from: span.from, to: earlier(span.to, dayPlus(today, -8)) }
    return {
      atoms: [
        { pauses: of.churn, count: 'days', ...days },
        { pauses: of.churn, count: 'retained', ...days },
      ],
      measure: ([all, back]) => divided(all == null || back == null ? null : all - back, all),
    }
  }
  throw new Error('the peak has no parts')
}

export const subjectOf = (sum: string): [SubjectName, string] => sum.split('.') as [SubjectName, string]
