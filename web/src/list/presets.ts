// Spans of days at one click, in the platform's zone; weeks begin on Monday, as those of the settlement. Pure.
import { daysBefore } from '../format/time.ts'

export type Days = { from: string; to: string }

/** The spans of a date filter, in the order shown. */
export const presetNames = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'week',
  'month',
  'threeMonths',
] as const
export type Preset = (typeof presetNames)[number]

const mondayOf = (day: string): string => daysBefore(day, (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

/** The days of a preset; those that are not over end today. */
export function presetDays(preset: Preset, today: string): Days {
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday': {
      const day = daysBefore(today, 1)
      return { from: day, to: day }
    }
    case 'thisWeek':
      return { from: mondayOf(today), to: today }
    case 'lastWeek': {
      const to = daysBefore(mondayOf(today), 1)
      return { from: mondayOf(to), to }
    }
    case 'thisMonth':
      return { from: firstOfMonth(today), to: today }
    case 'lastMonth': {
      const to = daysBefore(firstOfMonth(today), 1)
      return { from: firstOfMonth(to), to }
    }
    case 'week':
      return { from: daysBefore(today, 6), to: today }
    case 'month':
      return { from: daysBefore(today, 29), to: today }
    case 'threeMonths':
      return { from: daysBefore(today, 89), to: today }
  }
}

/** The preset that these days are, the first of several; undefined if none. */
export const presetOf = (
  days: { from?: string; to?: string },
  today: string,
  among: readonly Preset[] = presetNames,
): Preset | undefined =>
  among.find((preset) => {
    const { from, to } = presetDays(preset, today)
    return days.from === from && days.to === to
  })
