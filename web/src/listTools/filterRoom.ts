// Which filters are in the bar and which under *More filters*. Pure: widths are estimated from the labels, which is close enough.
import type { Filter } from '../list/filters.ts'

const gap = 6
const textField = 180
/** Padding, icon and border of a filter's button. */
const around = 40
const latin = 7
const wide = 13

const lettersWidth = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? wide : latin), 0)

/** A filter's estimated width in the bar, in pixels. */
export function filterWidth(kind: Filter['kind'], label: string): number {
  if (kind === 'text' || kind === 'ids') return textField
  return around + lettersWidth(label)
}

const mostShown = 220
const clearMark = 28

/** The estimated width that a filter's value adds to it. */
export const valueWidth = (shown: string): number => Math.min(mostShown, lettersWidth(shown)) + clearMark

/**
 * Which filters fit one line: all if they fit; else those that are set, and of the others, from the first, as many as leave room for the
 * button that shows the rest. At least one. So setting a filter moves another out of the line, and never the table below.
 */
export function filtersInLine(
  filters: readonly { width: number; isSet: boolean }[],
  room: number,
  button: number,
): boolean[] {
  const all = filters.reduce((sum, { width }) => sum + width + gap, 0)
  if (all <= room) return filters.map(() => true)
  let left = room - button - filters.reduce((sum, { width, isSet }) => sum + (isSet ? width + gap : 0), 0)
  let full = false
  return filters.map(({ width, isSet }, at) => {
    if (isSet) return true
    left -= width + gap
    full ||= left < 0
    return !full || (at === 0 && !filters.some((one) => one.isSet))
  })
}
