// Wire times in the platform's time zone, and the half-open spans they denote.
import { Temporal } from 'temporal-polyfill'
import { refuseBecause } from './calls/refusal.ts'
import { wallText } from './zone.ts'

const dayOnly = /^\d{4}-\d{2}-\d{2}$/

function read(text: string, zone: string, field: string): { start: Temporal.ZonedDateTime; wholeDay: boolean } {
  try {
    if (dayOnly.test(text)) return { start: Temporal.PlainDate.from(text).toZonedDateTime(zone), wholeDay: true }
    return {
      start: Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' }).toZonedDateTime(zone),
      wholeDay: false,
    }
  } catch {
    throw refuseBecause(10009, field, 'time.invalid')
  }
}

const instant = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds)

/** Parses a time in `zone`; a day means its beginning. @throws Refusal 10009 */
export const momentOf = (text: string, zone: string, field: string): Date => instant(read(text, zone, field).start)

export type Span = { from?: Date; to?: Date }

/**
 * The half-open span `[from, to)` of two texts: a day means the whole day, an end with seconds is the end itself.
 *
 * @throws Refusal 10009 if a text is invalid, or the end is not after the start.
 */
export function spanOf(
  range: { startTimeStr?: string | undefined; endTimeStr?: string | undefined },
  zone: string,
): Span {
  const span: Span = {}
  if (range.startTimeStr) span.from = momentOf(range.startTimeStr, zone, 'startTimeStr')
  if (range.endTimeStr) {
    const { start, wholeDay } = read(range.endTimeStr, zone, 'endTimeStr')
    span.to = instant(wholeDay ? start.add({ days: 1 }) : start)
  }
  if (span.from && span.to && span.from >= span.to) throw refuseBecause(10009, 'endTimeStr', 'time.order')
  return span
}

/** True if the platform can use this time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return /^[A-Za-z]/.test(zone)
  } catch {
    return false
  }
}

/** Formats a time in a zone as `YYYY-MM-DD HH:mm:ss`; fast, since an export calls it a million times. */
export const textOf = wallText
