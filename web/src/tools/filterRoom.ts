// Which filters are in the bar and which under *More filters*. Pure: widths are estimated from the labels, which is close enough.
import type { Filter } from '../list/filters.ts'

const gap = 6
const textField = 180
/** Padding, icon and border of a filter's button. */
const around = 40
const latin = 7
const wide = 13

/** A filter's estimated width in the bar, in pixels. */
export function filterWidth(kind: Filter['kind'], label: string): number {
  if (kind === 'text') return textField
  const letters = Array.from(label).reduce((sum, letter) => sum + (letter > '\u2e80' ? wide : latin), 0)
  return around + letters
}

/**
 * How many filters fit one line, from the first: all if they fit, else as many as leave room for the button that shows the rest, and at
 * least one.
 */
export function filtersInLine(widths: readonly number[], room: number, button: number): number {
  const sums = widths.reduce<number[]>((before, width) => [...before, (before.at(-1) ?? 0) + width + gap], [])
  if ((sums.at(-1) ?? 0) <= room) return widths.length
  return Math.max(1, sums.filter((sum) => sum + button <= room).length)
}
