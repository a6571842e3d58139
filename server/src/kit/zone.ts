// What a clock on the wall shows in a zone, fast enough for a million times in a row.

const dayLength = 86_400_000
const writers = new Map<string, Intl.DateTimeFormat>()

/** Swedes write a time as the wire does. */
function writerOf(zone: string): Intl.DateTimeFormat {
  let writer = writers.get(zone)
  if (!writer) {
    writer = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    writers.set(zone, writer)
  }
  return writer
}

/** Milliseconds between UTC and the zone at a moment. */
function offsetAt(at: number, zone: string): number {
  const second = Math.floor(at / 1_000) * 1_000
  return Date.parse(`${writerOf(zone).format(second).replace(' ', 'T')}Z`) - second
}

/** By zone and day of UTC: the offset of that whole day, or null where the clocks change in it. */
const offsets = new Map<string, Map<number, number | null>>()
const daysKept = 20_000

function offsetOfDay(day: number, zone: string): number | null {
  let days = offsets.get(zone)
  if (!days) offsets.set(zone, (days = new Map()))
  let offset = days.get(day)
  if (offset === undefined) {
    const [first, last] = [offsetAt(day * dayLength, zone), offsetAt((day + 1) * dayLength - 1, zone)]
    // Intl writes years before 1 and after 9999 in other ways.
    offset = first === last && !Number.isNaN(first) ? first : null
    if (days.size > daysKept) days.clear()
    days.set(day, offset)
  }
  return offset
}

/** The text of a moment in a zone, `YYYY-MM-DD HH:mm:ss`. */
export function wallText(at: Date, zone: string): string {
  const time = at.getTime()
  const offset = zone === 'UTC' ? 0 : offsetOfDay(Math.floor(time / dayLength), zone)
  if (offset === null || Number.isNaN(time)) return writerOf(zone).format(at)
  const text = new Date(time + offset).toISOString()
  return text.length === 24 ? `${text.slice(0, 10)} ${text.slice(11, 19)}` : writerOf(zone).format(at)
}
