// The days a dashboard shows and the days it compares them with. Pure.
import { mostDashboardDays } from '@greenroom/contract/dashboards'
import { Temporal } from 'temporal-polyfill'
import { dayPlus, daysBetween } from '../fold/fold.rules.ts'
import type { Span } from './figures.facts.ts'

/** The last days up to today, or the span of two texts, ignoring times of day; the last seven days if one is missing. */
export function spanOfDays(
  {
    startTimeStr,
    endTimeStr,
    days,
  }: { startTimeStr?: string | undefined; endTimeStr?: string | undefined; days?: number | undefined },
  today: string,
): Span {
  if (days !== undefined) return { from: dayPlus(today, 1 - days), to: today }
  const to =
    endTimeStr?.slice(0, 10) ?? (startTimeStr && startTimeStr.slice(0, 10) > today ? startTimeStr.slice(0, 10) : today)
  return { from: startTimeStr?.slice(0, 10) ?? dayPlus(to, -6), to }
}

/** Why a span cannot be shown, or null. */
export function spanFault({ from, to }: Span): 'indicator.order' | 'indicator.span' | null {
  if (from > to) return 'indicator.order'
  return daysBetween(from, to) + 1 > mostDashboardDays ? 'indicator.span' : null
}

/** The span for comparison, with as many days: the one right before, or the same days a year earlier. */
export function comparedWith({ from, to }: Span, compare: 'before' | 'year'): Span {
  const days = daysBetween(from, to)
  const start =
    compare === 'before' ? dayPlus(from, -days - 1) : Temporal.PlainDate.from(from).subtract({ years: 1 }).toString()
  return { from: start, to: dayPlus(start, days) }
}

/** The completed days; null if there are none. */
export function completePart({ from, to }: Span, today: string): Span | null {
  if (to < today) return { from, to }
  return from < today ? { from, to: dayPlus(today, -1) } : null
}
