// Days that are due, and distinct users over any span. Pure.
import { Temporal } from 'temporal-polyfill'
import { wallText } from '../../../kit/zone.ts'

/** A user's day to recount, `[from, to)`, and its changed kinds of facts (`touchBits`). */
export type Due = { userId: bigint; day: string; from: Date; to: Date; what: number }
/** The effect of a fact: a time within a day, or every day of the user since their first one. */
export type Touch = { userId: bigint; what: number } & ({ at: Date } | { since: Date })

/** A zone, and the first day that followed it. */
export type Zone = { since: string; zone: string }

/** The zone of a day. `zones` starts with the newest and ends with one for all earlier days. */
export const zoneOf = (day: string, zones: readonly Zone[]): string =>
  (zones.find(({ since }) => since <= day) ?? zones.at(-1)!).zone

const startOf = (day: string, zones: readonly Zone[]): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zoneOf(day, zones)).epochMilliseconds)

/** A day's span, half-open: until the next day begins in that day's zone. */
export const spanOfDay = (day: string, zones: readonly Zone[]): { from: Date; to: Date } => ({
  from: startOf(day, zones),
  to: startOf(dayPlus(day, 1), zones),
})

/** The day of a time. */
export function dayOf(at: Date, zones: readonly Zone[]): string {
  let newer: string | undefined
  for (const { since, zone } of zones) {
    const day = wallText(at, zone).slice(0, 10)
    // In an older zone, the time may fall on the newer zone's first day, which begins later.
    if (day >= since) return newer !== undefined && day >= newer ? dayPlus(newer, -1) : day
    newer = since
  }
  const day = wallText(at, zones.at(-1)!.zone).slice(0, 10)
  return newer !== undefined && day >= newer ? dayPlus(newer, -1) : day
}

const dayMs = 86_400_000

/** The day `days` later. Dashboards ask for thousands of days, so these two count without Temporal. */
export const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** How many days `to` is after `from`. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** The touched days, each once, up to tomorrow. Days outside the stored range are left out. */
export function dueOf(
  touched: readonly Touch[],
  { today, zones, kept }: { today: string; zones: readonly Zone[]; kept: number },
): Due[] {
  const spans = new Map<string, { from: Date; to: Date }>()
  const spanFor = (day: string) => {
    let span = spans.get(day)
    if (!span) spans.set(day, (span = spanOfDay(day, zones)))
    return span
  }
  const first = dayPlus(today, -kept + 1)
  const all = Array.from({ length: kept + 1 }, (_, index) => dayPlus(first, index))
  const dayAt = remembered((at: number) => dayOf(new Date(at), zones))
  const found = new Map<string, Due>()
  for (const { userId, what, ...when } of touched) {
    const days = 'at' in when ? [dayAt(when.at.getTime())] : daysFrom(all, dayAt(when.since.getTime()))
    for (const day of days) {
      if (day < first) continue
      const key = `${userId} ${day}`
      const known = found.get(key)
      if (known) known.what |= what
      else found.set(key, { userId, day, what, ...spanFor(day) })
    }
  }
  return [...found.values()]
}

const daysFrom = (all: readonly string[], first: string) => all.filter((day) => day >= first)

/** There are few distinct times, and computing a zone's day is expensive. */
function remembered<T>(of: (key: number) => T): (key: number) => T {
  const known = new Map<number, T>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) known.set(key, (value = of(key)))
    return value
  }
}
