// The marks of a chart's scale as the library will choose them: from them follow the widths of its labels. Pure.
import { durationStep, extremes, type Line } from './plot.ts'

/** Marks from `min` to `max`, `interval` apart. */
export type Scale = { min: number; max: number; interval: number }

const marks = 5

/** Rounds an interval to 1, 2, 3, 5 or 10 times a power of ten, as the library does. */
function rounded(interval: number): number {
  const power = 10 ** Math.floor(Math.log10(interval))
  const part = interval / power
  return exact((part < 1.5 ? 1 : part < 2.5 ? 2 : part < 4 ? 3 : part < 7 ? 5 : 10) * power)
}

/** Without the error of computing with binary fractions. */
const exact = (value: number): number => Number(value.toPrecision(12))

/** The highest and lowest ends of the bars and lines; those of a stack add up, values below zero apart. */
function ends(lines: readonly Line[]): (number | null)[] {
  const sums = new Map<string, number>()
  const found: (number | null)[] = []
  for (const { stack, values } of lines) {
    if (stack === undefined) found.push(...values)
    else
      values.forEach((value, at) => {
        const key = `${stack} ${at} ${(value ?? 0) < 0}`
        sums.set(key, (sums.get(key) ?? 0) + (value ?? 0))
      })
  }
  return [...found, ...sums.values()]
}

/** Counts have no fractions; shares have many marks below 1. */
export const isWhole = (lines: readonly Line[]): boolean =>
  lines.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))

/** The scale of lines, which begins or ends at zero: whole marks for counts, natural units for seconds. */
export function scaleOf(lines: readonly Line[]): Scale {
  const found = extremes(ends(lines))
  const [least, most] = [Math.min(found?.least ?? 0, 0), Math.max(found?.most ?? 0, 0)]
  const span = most - least || 1
  const round = rounded(span / marks)
  const interval = lines[0]?.isDuration ? durationStep(span) : isWhole(lines) ? Math.max(1, round) : round
  // A tiny excess is an error of computing, not another mark.
  const min = exact(Math.floor(least / interval + 1e-9) * interval)
  const max = exact(Math.ceil(most / interval - 1e-9) * interval)
  return { min, max: max > min ? max : min + interval, interval }
}

/** The values of a scale's marks. */
export function marksOf({ min, max, interval }: Scale): number[] {
  const count = Math.round((max - min) / interval)
  return Array.from({ length: count + 1 }, (_, at) => exact(min + at * interval))
}
