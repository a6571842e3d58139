// The heights of a list's rows: chosen by the user, and on a phone, where rows are stacked, by what they hold.

import { useSyncExternalStore } from 'react'
import { rowHeights, useDensity } from '../../session/density.ts'

// Whether the window has a phone's width; the stylesheets use the same limit.
const query = typeof matchMedia === 'function' ? matchMedia('(max-width: 760px)') : undefined

const listen = (changed: () => void) => {
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

export const useOnPhone = (): boolean => useSyncExternalStore(listen, () => query?.matches ?? false)

/** A touch target's height, in pixels. */
const finger = 44
/**
 * On a phone a row is stacked: its first cell on a line as high as a touch target, the others below it, two a line. Heights in pixels; a
 * row has a border.
 */
const stack = { line: 24, padding: 6, border: 1 }

/** Heights in pixels: of a row with so many cells, of its first line and of the others when it is stacked. `hasLinks`: some cells are touched. */
export function useRowHeights(cells: number, hasLinks: boolean) {
  const [density] = useDensity()
  const isStacked = useOnPhone()
  const line = hasLinks ? finger : stack.line
  const below = Math.ceil((cells - 1) / 2)
  const stacked = finger + stack.border + (below && below * line + stack.padding)
  return { height: isStacked ? stacked : rowHeights[density], first: finger, line, isStacked }
}
