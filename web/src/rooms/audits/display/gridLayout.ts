// How many columns make equal tiles the largest, without scrolling.

export type Box = { width: number; height: number }
export type Layout = { columns: number; rows: number }

/** Below this height, a tile shows a single line. */
export const smallTile = 150
const smallCaption = 26

/**
 * The columns and rows for `count` tiles in `box`. A tile uses `caption` pixels of its height for text (fewer if it is small), and
 * `aspect` is the ratio of its picture, width to height.
 */
export function layoutOf(count: number, box: Box, how: { gap: number; caption: number; aspect: number }): Layout {
  const { gap, aspect } = how
  let best: Layout = { columns: 1, rows: count }
  let largest = Number.NEGATIVE_INFINITY
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns)
    const width = (box.width - gap * (columns - 1)) / columns
    const tile = (box.height - gap * (rows - 1)) / rows
    const caption = tile < smallTile ? smallCaption : how.caption
    const size = Math.min(width, (tile - caption) * aspect)
    // Without empty rows.
    if (size > largest + 0.5 && columns * (rows - 1) < count) {
      largest = size
      best = { columns, rows }
    }
  }
  return best
}

/** The place that an arrow key leads to from place `at` of `count`, by the number of columns; `at` itself if there is none. */
export function stepOf(at: number, arrow: 'left' | 'right' | 'up' | 'down', columns: number, count: number): number {
  const to = at + { left: -1, right: 1, up: -columns, down: columns }[arrow]
  return to >= 0 && to < count ? to : at
}
