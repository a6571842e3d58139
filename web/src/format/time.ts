// Formats times: in the platform's zone, and in the reader's own zone on request.
import { kept } from './memoised.ts'
import { inUnit, localeOf } from './number.ts'

const formatterIn = kept(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
)

function parts(instant: Date, timeZone: string) {
  return Object.fromEntries(
    formatterIn(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>
}

/** `2026-01-31 08:05:09` in the given zone: sortable by eye, the same in every language. */
export function dateTime(instant: string | Date, timeZone: string) {
  const p = parts(new Date(instant), timeZone)
  return `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second}`
}

/** `2026-01-31` in the given zone. */
export const date = (instant: string | Date, timeZone: string) => dateTime(instant, timeZone).slice(0, 10)

/** The year in the given zone, as four digits. */
export const yearIn = (zone: string, now: Date): string => {
  const hour = Math.floor(now.getTime() / 3_600_000)
  // A list asks for each of its times.
  if (latest?.hour !== hour || latest.zone !== zone) latest = { hour, zone, year: date(now, zone).slice(0, 4) }
  return latest.year
}
let latest: { hour: number; zone: string; year: string } | undefined

const offsetIn = kept((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }))

/** A zone as its offset at that moment: `UTC`, `UTC+8`, `UTC−3:30`. */
export function offsetOf(zone: string, at: Date): string {
  const named = offsetIn(zone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  return (named ?? 'GMT').replace(/^GMT(\+0)?/, 'UTC').replace('-', '−')
}

/** A zone by name and offset: `Asia/Shanghai (UTC+8)`. */
export function zoneName(zone: string, at: Date): string {
  const offset = offsetOf(zone, at)
  return zone === offset ? zone : `${zone} (${offset})`
}

/** The browser's own zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[]

const relativeIn = kept((language) => new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' }))

/** `3 minutes ago`, `in 2 days`. */
export function relative(instant: string | Date, now: Date, language: string) {
  const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1000)
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? steps[steps.length - 1]!
  return relativeIn(language).format(Math.trunc(seconds / length), unit)
}

/** A delay: `85 ms`, `12.4 s`, or minutes, hours and days. */
export function lateness(milliseconds: number, language: string) {
  if (milliseconds < 1_000) return `${milliseconds} ms`
  return milliseconds < 60_000 ? `${(milliseconds / 1_000).toFixed(1)} s` : span(milliseconds / 1_000, language)
}

/** `1:05:09`, or `5:09` under an hour. */
export function duration(seconds: number) {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = Math.floor(seconds % 60)
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** An approximate duration in its largest fitting unit: `45 sec`, `20 min`, `36 hr`, `17 days`. */
export function span(seconds: number, language: string) {
  const [unit, length] =
    seconds < minute
      ? (['second', 1] as const)
      : seconds < hour
        ? (['minute', minute] as const)
        : seconds < 2 * day
          ? (['hour', hour] as const)
          : (['day', day] as const)
  return inUnit(seconds / length, unit, language)
}

/** A day some days before the given one, as `YYYY-MM-DD`. */
export function daysBefore(day: string, count: number) {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - count)
  return at.toISOString().slice(0, 10)
}
