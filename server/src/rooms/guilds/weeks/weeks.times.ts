// When drafts are made and until when they may change. Pure; in the platform's zone.
import { Temporal } from 'temporal-polyfill'

const two = Temporal.PlainTime.from('02:00')

/**
 * 02:00 a number of days after the day on which a week ended, and not before the end: after a change of the zone that day's 02:00
 * may have passed already. Where a clock change skips 02:00, the moment after the gap.
 */
function twoOClock(endsAt: Date, zone: string, days: number): Date {
  const day = Temporal.Instant.fromEpochMilliseconds(endsAt.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const at = day.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: two })
  return new Date(Math.max(at.epochMilliseconds, endsAt.getTime()))
}

/** Monday 02:00: drafts of the week that ended at `endsAt` are made from then on. */
export const draftsFrom = (endsAt: Date, zone: string): Date => twoOClock(endsAt, zone, 0)

/** Friday 02:00: late facts make a new version before it, and a correcting line of a later week from then on. */
export const versionsUntil = (endsAt: Date, zone: string): Date => twoOClock(endsAt, zone, 4)

/** A draft is confirmed automatically after this time. */
export const confirmBy = (draftedAt: Date, hours: number): Date => new Date(draftedAt.getTime() + hours * 3_600_000)
