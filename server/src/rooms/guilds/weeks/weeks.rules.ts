// Business weeks: Monday 00:00 to the next, in the platform's zone. Pure.
import { Temporal } from 'temporal-polyfill'

/** `week` is the Monday it is named after, `2026-11-16`; `[startsAt, endsAt)` are its moments. */
export type Week = { week: string; startsAt: Date; endsAt: Date }

const instant = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds)
const zoned = (at: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 })
const week = (monday: Temporal.PlainDate, startsAt: Date, zone: string): Week => ({
  week: monday.toString(),
  startsAt,
  endsAt: instant(monday.add({ days: 7 }).toZonedDateTime(zone)),
})

/** The week around a moment if there is no earlier week to continue from. */
export function weekAround(at: Date, zone: string): Week {
  const monday = mondayOf(zoned(at, zone).toPlainDate())
  return week(monday, instant(monday.toZonedDateTime(zone)), zone)
}

/**
 * The week that begins at `startsAt`, where the previous one ended. It ends on the Monday 00:00 of `zone` nearest to seven days later:
 * a change of the zone makes it up to half a week shorter or longer, and never skips or repeats a moment.
 */
export const weekFrom = (startsAt: Date, zone: string): Week =>
  week(mondayOf(zoned(startsAt, zone).add({ hours: 84 }).toPlainDate()), startsAt, zone)

/** The Monday a number of weeks after another; `2026-11-16`. */
export const weekLater = (monday: string, weeks: number): string =>
  Temporal.PlainDate.from(monday).add({ weeks }).toString()
