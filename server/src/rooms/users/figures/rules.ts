// Which stretches of time Home compares: today up to now, and the same of yesterday and of the same day a week ago.
import { Temporal } from 'temporal-polyfill'

export type Stretch = { key: 'today' | 'yesterday' | 'lastWeek'; day: string; from: Date; to: Date }

const back = { today: 0, yesterday: 1, lastWeek: 7 } as const

/**
 * The three stretches, each from midnight of its day to the same time on the clock as now. Where a day jumps over that
 * time (summer time), it ends as the calendar has it.
 */
export function stretchesOf(now: Date, zone: string): Stretch[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  return Object.entries(back).map(([key, days]) => {
    const end = today.subtract({ days })
    return {
      key: key as Stretch['key'],
      day: String(end.toPlainDate()),
      from: new Date(end.startOfDay().epochMilliseconds),
      to: new Date(end.epochMilliseconds),
    }
  })
}
