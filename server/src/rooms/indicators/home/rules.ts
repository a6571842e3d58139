// The periods that Home compares: today so far, and the same part of yesterday and of the same day last week. Pure.
import { Temporal } from 'temporal-polyfill'
import { dayPlus, spanOfDay, type Zone, zoneOf } from '../fold/rules.ts'

export type Period = { key: 'today' | 'yesterday' | 'lastWeek'; day: string; from: Date; to: Date }

const back = { today: 0, yesterday: 1, lastWeek: 7 } as const

/**
 * The three periods, each from the start of its day to the current time of day, in the day's zone. If a day skips that time (summer time),
 * the period ends as the calendar does.
 */
export function periodsOf(now: Date, today: string, zones: readonly Zone[]): Period[] {
  const time = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zoneOf(today, zones))
    .toPlainTime()
  return Object.entries(back).map(([key, days]) => {
    const day = dayPlus(today, -days)
    const end = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zoneOf(day, zones), plainTime: time })
    const { from, to } = spanOfDay(day, zones)
    return {
      key: key as Period['key'],
      day,
      from,
      to: new Date(Math.min(Math.max(end.epochMilliseconds, from.getTime()), to.getTime())),
    }
  })
}
