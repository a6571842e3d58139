// How the database grows, from its size by day. Pure.

export type SizeOfDay = { name: string; day: number; bytes: number }

/** By table, the bytes it grew by a day, from the first to the last day that is known; absent with a single day. */
export function growthOf(sizes: readonly SizeOfDay[]): Map<string, number> {
  const growth = new Map<string, number>()
  for (const [name, days] of Map.groupBy(sizes, (one) => one.name)) {
    const sorted = days.toSorted((one, other) => one.day - other.day)
    const [first, last] = [sorted[0]!, sorted.at(-1)!]
    if (last.day > first.day) growth.set(name, (last.bytes - first.bytes) / (last.day - first.day))
  }
  return growth
}

/** Days ahead that are forecast; the last is of tables, too. */
export const forecastDays = [30, 90, 365] as const

/** The size in so many days if it goes on like this; null while the growth is unknown. */
export const sizeIn = (days: number, bytes: number, dayBytes: number | undefined): number | null =>
  dayBytes === undefined ? null : Math.max(0, Math.round(bytes + days * dayBytes))

/** After how many days the disk is full if the database goes on growing like this. */
export const daysLeftOf = (freeBytes: number | undefined, dayBytes: number | undefined): number | null =>
  freeBytes === undefined || dayBytes === undefined || dayBytes <= 0 ? null : Math.floor(freeBytes / dayBytes)

/** A reader that finds nothing new moves only every so many transactions (`kit/database/newRows.ts`). */
const usualLag = 20_000

export const isBehind = ({ lag }: { lag: number }): boolean => lag > usualLag
