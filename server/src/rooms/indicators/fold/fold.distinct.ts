// Distinct users, exactly and additively. The users active within a..b are those whose activity on some day d of it has no earlier
// activity since a. So a day keeps, for each k, how many of its users had been active last k or more days before, or never:
// `ge[k]`. Then distinct(a..b) is the sum over d of `ge[d - a + 1]`, over any days and cells. Pure.
import { mostDashboardDays } from '@greenroom/contract/dashboards'
import { daysKept } from '../indicators.limits.ts'
import { dayPlus, daysBetween } from './fold.rules.ts'

/** Length of `ge`: longer pauses count as this one. Longer spans also read `long`, with at most one filter. */
export const mostDays = daysKept + 1
/** The longest span. */
export const mostLongDays = mostDashboardDays

export const platforms = ['ios', 'android', 'web'] as const
export type Platform = (typeof platforms)[number]
/** Every set of platforms, as bits in the order of `platforms`. */
export const platformSets = [1, 2, 3, 4, 5, 6, 7] as const
export const bitOf = (platform: string): number => 1 << Math.max(0, platforms.indexOf(platform as Platform))

/** A user's active days, each with its platform. */
export type Days = ReadonlyMap<string, string>

/** The pause before a user's day in days; `first` if there is no earlier one. */
export type Pause = { day: string; set: number; days: number; first: boolean }

/**
 * The pauses before the user's days from `from` on, for each set of platforms that contains the day's own.
 *
 * @param days sorted by day.
 */
export function pausesOf(days: readonly (readonly [string, string])[], from: string): Pause[] {
  const found: Pause[] = []
  const last = new Map<number, string>()
  for (const [day, platform] of days) {
    const bit = bitOf(platform)
    for (const set of platformSets) {
      if ((set & bit) === 0) continue
      const before = last.get(set)
      if (day >= from)
        found.push({
          day,
          set,
          days: before === undefined ? mostDays : daysBetween(before, day),
          first: before === undefined,
        })
      last.set(set, day)
    }
  }
  return found
}

/** A user's days before and after a change, with their cells. */
export type UserChange = {
  before: { days: Days; cell: string }
  after: { days: Days; cell: string }
  /** The changed days; empty if only the cell changed. */
  changed: readonly string[]
}

/**
 * `pauses`: how many users were away for exactly k days, by k; `mostDays` has longer pauses and `firsts`. `long`: counts by the length of a
 * pause beyond `mostDays`, at most `mostLongDays`; without `firsts`.
 */
export type Delta = {
  cell: string
  day: string
  set: number
  firsts: number
  pauses: Map<number, number>
  long: Map<number, number>
}

/** `ge` of pauses: at index `k - 1`, how many were away for k days or more. */
export function geOf(pauses: ReadonlyMap<number, number>): number[] {
  const ge = Array<number>(mostDays).fill(0)
  for (const [days, count] of pauses) for (let k = 0; k < days; k++) ge[k]! += count
  return ge
}

const sorted = (days: Days) => [...days].sort(([a], [b]) => (a < b ? -1 : 1))

/** The changes' deltas for the cells. Empty deltas are left out. */
export function deltasOf(changes: readonly UserChange[]): Delta[] {
  const found = new Map<string, Delta>()
  const add = (cell: string, pauses: readonly Pause[], sign: 1 | -1) => {
    for (const { day, set, days, first } of pauses) {
      const key = `${cell}|${day}|${set}`
      let delta = found.get(key)
      if (!delta) found.set(key, (delta = { cell, day, set, firsts: 0, pauses: new Map(), long: new Map() }))
      addTo(delta.pauses, Math.min(days, mostDays), sign)
      if (first) delta.firsts += sign
      else if (days > mostDays) addTo(delta.long, Math.min(days, mostLongDays), sign)
    }
  }
  for (const { before, after, changed } of changes) {
    const moved = before.cell !== after.cell
    // A day's pause changes with the day itself and with the one before; in sets of platforms these may be far apart.
    const from = moved ? '' : changed.reduce((least, day) => (day < least ? day : least), '9999')
    add(before.cell, pausesOf(sorted(before.days), from), -1)
    add(after.cell, pausesOf(sorted(after.days), from), 1)
  }
  return [...found.values()].filter(({ firsts, pauses, long }) => firsts !== 0 || pauses.size > 0 || long.size > 0)
}

/** Adds to a count, and removes it if it becomes zero. */
export function addTo(counts: Map<number, number>, key: number, by: number): void {
  const sum = (counts.get(key) ?? 0) + by
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}

/** `ge` of long pauses: at index `j`, from 1, how many were away for `mostDays + j` days or more. */
export function longGe(long: ReadonlyMap<number, number>): number[] {
  const ge = Array<number>(mostLongDays - mostDays).fill(0)
  for (const [days, count] of long) for (let j = 0; j < days - mostDays; j++) ge[j]! += count
  return ge
}

/** The days of a month whose bits are set; the lowest bit is the 1st. */
export function daysOfMask(month: string, mask: number): string[] {
  const days: string[] = []
  for (let index = 0; mask >>> index !== 0 && index < 31; index++)
    if ((mask >>> index) & 1) days.push(dayPlus(month, index))
  return days
}

export const monthOf = (day: string): string => `${day.slice(0, 8)}01`
export const maskOf = (day: string): number => 1 << (Number(day.slice(8)) - 1)
