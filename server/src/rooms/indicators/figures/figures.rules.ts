// Computes figures from sums, distinct users and the like, by day and for the span. Pure; reads nothing.
import type { FigureKey } from '@greenroom/contract/dashboards'
import { definitions, type Expression } from './figures.definitions.ts'

export type Series = readonly (number | null)[]
export type Value = { series: Series; total: number | null }

/**
 * Distinct users of each day, and how many of them were not there on an earlier day of the span: these add up to the users of the
 * span. Null where only days are known.
 */
export type Distinct = { daily: readonly number[]; added: readonly number[] | null }

/** Inputs of a span; every array has a value for each of its days. */
export type Facts = {
  days: number
  /** Days of the span that are over; the last day may still be running. */
  complete: number
  sum(what: string, old: boolean, sex: string | undefined): readonly number[] | null
  distinct(kind: string, sex: string | undefined): Distinct | null
  rolling(kind: string, days: 7 | 30): readonly number[] | null
  returning(kind: string): readonly number[] | null
  /** Users of each day who returned within seven days; null while unknown. */
  retained(kind: string): Series | null
  /** By day of a cohort, true if the n-th following day is over. */
  isOver(this: void, day: number, after: number): boolean
  /** By day, a histogram of waits in seconds. */
  waits(): readonly (readonly number[])[] | null
  peak(): Series | null
  upTo(what: string): readonly number[] | null
}

const none = (facts: Facts): Value => ({ series: Array<null>(facts.days).fill(null), total: null })
const sumOf = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const over = (numerator: number | null | undefined, denominator: number | null | undefined): number | null =>
  numerator == null || denominator == null || denominator === 0 ? null : numerator / denominator

/** The smallest wait that covers the given share: of 1, 2 and 9 seconds the 50th percentile is 2. Null without any. */
export function percentile(counts: readonly number[], percent: number): number | null {
  const all = sumOf(counts)
  if (all === 0) return null
  const rank = Math.ceil((all * percent) / 100)
  let seen = 0
  return counts.findIndex((count) => (seen += count) >= rank)
}

/** A figure by day and for the span. */
export function evaluate(of: Expression, facts: Facts): Value {
  if ('sum' in of) {
    const series = facts.sum(of.sum, of.old ?? false, of.sex)
    return series ? { series, total: sumOf(series) } : none(facts)
  }
  if ('distinct' in of) {
    const found = facts.distinct(of.distinct, of.sex)
    return found ? { series: found.daily, total: found.added && sumOf(found.added) } : none(facts)
  }
  if ('rolling' in of) {
    const series = facts.rolling(of.rolling, of.days)
    return series ? { series, total: series.at(-1) ?? null } : none(facts)
  }
  if ('perDay' in of) {
    const { series } = evaluate(of.perDay, facts)
    // A running day would distort the average.
    const counted = series.slice(0, Math.max(1, facts.complete)).filter((value) => value !== null)
    return { series, total: counted.length === 0 ? null : sumOf(counted) / counted.length }
  }
  if ('ratio' in of) {
    const [numerator, denominator] = of.ratio.map((part) => evaluate(part, facts)) as [Value, Value]
    return {
      series: numerator.series.map((value, day) => over(value, denominator.series[day])),
      total: over(numerator.total, denominator.total),
    }
  }
  if ('cohort' in of) return evaluateCohort(of, facts)
  if ('percentile' in of) {
    const waits = facts.waits()
    if (!waits) return none(facts)
    const all = waits.reduce<number[]>((sums, day) => day.map((count, wait) => count + (sums[wait] ?? 0)), [])
    return { series: waits.map((day) => percentile(day, of.percentile)), total: percentile(all, of.percentile) }
  }
  if ('peak' in of) {
    const series = facts.peak()
    if (!series) return none(facts)
    const known = series.filter((value) => value !== null)
    return { series, total: known.length === 0 ? null : Math.max(...known) }
  }
  if ('upTo' in of) {
    const series = facts.upTo(of.upTo)
    return series ? { series, total: series.at(-1) ?? null } : none(facts)
  }
  if ('returning' in of) {
    const series = facts.returning(of.returning)
    return series ? { series, total: sumOf(series) } : none(facts)
  }
  return evaluateChurn(of, facts)
}

function evaluateCohort(
  { cohort: [measure, size], after }: Extract<Expression, { cohort: unknown }>,
  facts: Facts,
): Value {
  const [parts, sizes] = [facts.sum(measure, false, undefined), facts.sum(size, false, undefined)]
  if (!parts || !sizes) return none(facts)
  const known = parts.map((_, day) => facts.isOver(day, after))
  const ofKnown = (values: readonly number[]) => sumOf(values.filter((_, day) => known[day]))
  return {
    series: parts.map((part, day) => (known[day] ? over(part, sizes[day]) : null)),
    total: over(ofKnown(parts), ofKnown(sizes)),
  }
}

function evaluateChurn({ churn }: Extract<Expression, { churn: unknown }>, facts: Facts): Value {
  const [found, retained] = [facts.distinct(churn, undefined), facts.retained(churn)]
  if (!found || !retained) return none(facts)
  const lost = retained.map((back, day) => (back === null ? null : found.daily[day]! - back))
  const known = (values: Series) =>
    sumOf(values.filter((value, day) => value !== null && lost[day] !== null) as number[])
  return {
    series: lost.map((gone, day) => over(gone, found.daily[day])),
    total: over(known(lost), known(found.daily)),
  }
}

/** The inputs of the first days of a span. */
export function firstDays(facts: Facts, days: number): Facts {
  if (days >= facts.days) return facts
  const cut = <T>(of: readonly T[] | null): readonly T[] | null => of && of.slice(0, days)
  return {
    days,
    complete: Math.min(facts.complete, days),
    sum: (what, old, sex) => cut(facts.sum(what, old, sex)),
    distinct: (kind, sex) => {
      const found = facts.distinct(kind, sex)
      return found && { daily: found.daily.slice(0, days), added: cut(found.added) }
    },
    rolling: (kind, length) => cut(facts.rolling(kind, length)),
    returning: (kind) => cut(facts.returning(kind)),
    retained: (kind) => cut(facts.retained(kind)),
    isOver: facts.isOver,
    waits: () => cut(facts.waits()),
    peak: () => cut(facts.peak()),
    upTo: (what) => cut(facts.upTo(what)),
  }
}

/** The figures by their keys. */
export const evaluateAll = (keys: readonly FigureKey[], facts: Facts): Map<FigureKey, Value> =>
  new Map(keys.map((key) => [key, evaluate(definitions[key], facts)]))

/** The sums that an expression adds up, to read them at once. */
export function partsOf(of: Expression): Expression[] {
  if ('ratio' in of) return of.ratio.flatMap(partsOf)
  if ('perDay' in of) return partsOf(of.perDay)
  if ('cohort' in of) return of.cohort.map((what) => ({ sum: what }))
  return [of]
}
