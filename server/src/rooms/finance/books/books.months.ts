// Months of the books as staff see them (docs/ledger.md, Months). Pure.
import { Temporal } from 'temporal-polyfill'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import type { ClosedMonth } from '../../../ledger/index.ts'

/** `month` is `2026-10`; `[startsAt, endsAt)` are its moments. */
export type Month = { month: string; startsAt: Date; endsAt: Date; state: 'open' | 'closing' | 'closed' }

const instant = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds)
const monthOf = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toPlainYearMonth()
const startOf = (month: Temporal.PlainYearMonth, zone: string) =>
  instant(month.toPlainDate({ day: 1 }).toZonedDateTime(zone))

/**
 * All months up to the present one, oldest first. Closed ones are as stored; the others follow from the zone, the first of them beginning
 * where the last closed one ended.
 *
 * @param first when the first entry is booked, or undefined.
 */
export function monthsUntil(now: Date, zone: string, closed: readonly ClosedMonth[], first: Date | undefined): Month[] {
  const months = closed.map(
    ({ month, starts_at, ends_at, state }): Month => ({ month, startsAt: starts_at, endsAt: ends_at, state }),
  )
  const last = months.at(-1)
  let month = last ? Temporal.PlainYearMonth.from(last.month).add({ months: 1 }) : monthOf(first ?? now, zone)
  let startsAt = last?.endsAt ?? startOf(month, zone)
  while (startsAt <= now || months.length === 0) {
    const next = month.add({ months: 1 })
    const endsAt = startOf(next, zone)
    months.push({ month: month.toString(), startsAt, endsAt, state: 'open' })
    startsAt = endsAt
    month = next
  }
  return months
}

/** Why a month cannot be closed now, or null. @param requested months whose closing waits for a second member of staff. */
export function closeFault(of: Month, months: readonly Month[], requested: ReadonlySet<string>, now: Date): Why | null {
  if (of.state !== 'open') return because('month.closed')
  if (requested.has(of.month)) return because('month.asked')
  if (of.endsAt > now) return because('month.running')
  const earliest = months.find(({ state }) => state === 'open')!
  return earliest.month === of.month ? null : because('month.earlierFirst', { month: earliest.month })
}
