// The periods that Home compares: today so far, and the same part of yesterday and of the same day last week. Pure.
import type { MenuKey } from '@greenroom/contract/screens'
import { Temporal } from 'temporal-polyfill'
import { dayPlus, spanOfDay, type Zone, zoneOf } from '../fold/fold.rules.ts'

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

/** The screens that show a daily figure. An account that may read one of them sees the figure on Home. */
const shownOn = {
  registrations: ['indicators.overall', 'users.list'],
  dau: ['indicators.overall'],
  revenue: ['indicators.overall', 'finance.recharge'],
  payers: ['indicators.overall', 'finance.recharge'],
  tokensSpent: ['indicators.overall', 'flow.daily'],
  callAttempts: ['indicators.calls', 'live.calls'],
  sessions: ['indicators.live', 'live.records'],
} as const satisfies Record<string, readonly MenuKey[]>
export type Figure = keyof typeof shownOn

export const maySee = (figure: Figure, mayRead: (menu: MenuKey) => boolean): boolean => shownOn[figure].some(mayRead)
