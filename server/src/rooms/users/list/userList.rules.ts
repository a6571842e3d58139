// Ages of the user list, and which of its filters are set.
import { Temporal } from 'temporal-polyfill'

/** Whole years between a birthday and a day, both `YYYY-MM-DD`. Compares texts, for speed: every row needs it. */
export const ageOn = (birthday: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (today.slice(5) < birthday.slice(5) ? 1 : 0)

/**
 * The birthdays of those who are `min` to `max` years old on a day: `after` and up to `until`, both days that count.
 * Someone born on 29 February turns a year older on 1 March in other years.
 */
export function birthdaysOf(
  { min, max }: { min?: number | undefined; max?: number | undefined },
  today: string,
): { from?: string; until?: string } {
  if (min === undefined && max === undefined) return {}
  const day = Temporal.PlainDate.from(today)
  const back = (years: number) => day.subtract({ years })
  return {
    ...(max !== undefined && { from: String(back(max + 1).add({ days: 1 })) }),
    ...(min !== undefined && { until: String(back(min)) }),
  }
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null

/** The names of active filters; a range or a span counts as one. */
export const activeFilters = (filters: object): string[] =>
  Object.entries(filters).flatMap(([name, value]: [string, unknown]) => {
    const parts =
      typeof value === 'object' && value !== null && !(value instanceof Date) ? Object.values(value) : [value]
    return parts.some(isSet) ? name : []
  })
