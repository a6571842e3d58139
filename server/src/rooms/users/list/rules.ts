// What the list of people shows, and how its filters read.
import { Temporal } from 'temporal-polyfill'

/** Whole years between a birthday and a day, both `YYYY-MM-DD`. By their texts: every row of every list asks. */
export const ageOn = (birthday: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (today.slice(5) < birthday.slice(5) ? 1 : 0)

/**
 * The birthdays of those who are `min` to `max` years old on a day: `after` and up to `until`, both days that count.
 * Born on 29 February, one grows older on 1 March in other years.
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

/** Three letters or digits in a row are what the index of parts of nicknames can look for. */
const hasPart = /[\p{L}\p{N}]{3}/u

/**
 * What is typed into the search: an id when it is a number, and always a part of a nickname; its beginning where too
 * little is typed for a part.
 */
export function searchOf(text: string): { id?: bigint; pattern: string } {
  const id = /^\d{1,16}$/.test(text) ? BigInt(text) : 0n
  // `%` and `_` are what the reader typed, not wildcards.
  const typed = text.replace(/[\\%_]/g, '\\$&')
  const pattern = hasPart.test(text) ? `%${typed}%` : `${typed}%`
  return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? { id, pattern } : { pattern }
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null

/** The names of what is filtered by; a range or a span is one, with either end. */
export const askedOf = (filters: object): string[] =>
  Object.entries(filters).flatMap(([name, value]: [string, unknown]) => {
    const parts =
      typeof value === 'object' && value !== null && !(value instanceof Date) ? Object.values(value) : [value]
    return parts.some(isSet) ? name : []
  })
