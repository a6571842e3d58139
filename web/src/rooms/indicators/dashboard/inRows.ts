// Tiles in rows of nearly the same length: seven are four and three, not six and one.
import type { CSSProperties } from 'react'

/** The length of rows of `count` tiles, of which at most `most` fit beside each other. */
export function rowLength(count: number, most: number): number {
  const rows = Math.max(1, Math.ceil(count / most))
  return Math.max(1, Math.ceil(count / rows))
}

/** Row lengths for each width of the screen; the style sheet chooses. */
export const inRows = (count: number): CSSProperties =>
  Object.fromEntries([2, 4, 6, 8].map((most) => [`--of-${most}`, rowLength(count, most)]))
