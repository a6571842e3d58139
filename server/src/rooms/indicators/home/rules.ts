// Which stretches of time Home compares: today so far, and the same of yesterday and of the same day a week ago. Pure.
import { Temporal } from 'temporal-polyfill'
import { dayPlus, spanOfDay, type Zone, zoneOf } from '../fold/rules.ts'

export type Stretch = { key: 'today' | 'yesterday' | 'lastWeek'; day: string; from: Date; to: Date }

const back = { today: 0, yesterday: 1, lastWeek: 7 } as const

/**
 * The three stretches, each from the begin of its day to the same time on the clock as now, in the zone of its day. Where a day
 * jumps over that time (summer time), it ends as the calendar has it.
 */
export function stretchesOf(now: Date, today: string, zones: readonly Zone[]): Stretch[] {
  const time = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zoneOf(today, zones))
    .toPlainTime()
  return Object.entries(back).map(([key, days]) => {
    const day = dayPlus(today, -days)
    const end = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zoneOf(day, zones), plainTime: time })
    const { from, to } = spanOfDay(day, zones)
    return {
      key: key as Stretch['key'],
      day,
      from,
      to: new Date(Math.min(Math.max(end.epochMilliseconds, from.getTime()), to.getTime())),
    }
  })
}
