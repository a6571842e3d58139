// How the tiles stand on the wall: by the shape of their pictures, the riskiest two by two cells large. Pure.

/** Width over height of what a phone sends. */
export const pictureShape = 9 / 16
/** Between two cells, in pixels; monitor.module.css says the same. */
export const gap = 6
/** Fewer tiles are all of one size. */
const leastForLarge = 5
/** How much of a tile has to be picture. */
const leastShare = 0.7

export type Arrangement = {
  columns: number
  rows: number
  /** So many of the first tiles take two columns and two rows. */
  large: number
}

/** The area of a picture that is shown whole in a box. */
export const pictureArea = (width: number, height: number): number =>
  Math.min(width, height * pictureShape) * Math.min(height, width / pictureShape)

/** How many tiles are arranged for: in steps, so that one that comes or goes seldom moves the others. */
const steps = [4, 6, 9, 12, 16, 20, 25]
export const slotsFor = (count: number, most: number): number =>
  Math.min(most, steps.find((step) => step >= count) ?? most)

/**
 * The arrangement of `count` tiles that shows the most picture within a width and a height in pixels, in which at least 70 % of
 * each tile is picture where that can be had.
 */
export function arrange(count: number, width: number, height: number): Arrangement {
  let best: Arrangement = { columns: count, rows: 1, large: 0 }
  let most = -1
  for (const large of count < leastForLarge ? [0] : [1, 2, 3]) {
    const cells = count + 3 * large
    for (let columns = Math.max(1, 2 * large); columns <= cells; columns++) {
      const rows = Math.ceil(cells / columns)
      if (large > 0 && rows < 2) continue
      const [cellWidth, cellHeight] = [(width + gap) / columns - gap, (height + gap) / rows - gap]
      if (cellWidth <= 0 || cellHeight <= 0) continue
      const area = pictureArea(cellWidth, cellHeight)
      const share = area / (cellWidth * cellHeight)
      const worth = area * cells * (share >= leastShare ? 1 : share / 2)
      if (worth > most) {
        most = worth
        best = { columns, rows, large }
      }
    }
  }
  return best
}

export type Box = { left: number; top: number; right: number; bottom: number }
export type Direction = 'left' | 'right' | 'up' | 'down'

/** The box that stands next to one in a direction, beside or above it; undefined at the edge. */
export function neighbour(boxes: readonly Box[], at: number, direction: Direction): number | undefined {
  const own = boxes[at]
  if (!own) return undefined
  const sideways = direction === 'left' || direction === 'right'
  const forward = direction === 'right' || direction === 'down' ? 1 : -1
  const along = (box: Box) => (sideways ? [box.left, box.right] : [box.top, box.bottom]) as [number, number]
  const across = (box: Box) => (sideways ? [box.top, box.bottom] : [box.left, box.right]) as [number, number]
  let found: number | undefined
  let nearest = Number.POSITIVE_INFINITY
  boxes.forEach((box, index) => {
    const ahead = forward > 0 ? along(box)[0] - along(own)[1] : along(own)[0] - along(box)[1]
    const overlap = Math.min(across(box)[1], across(own)[1]) - Math.max(across(box)[0], across(own)[0])
    if (index === at || ahead < -1 || overlap <= 0) return
    // Of several that touch, the one that begins where this one does.
    const distance = ahead * 1_000 + Math.abs(across(box)[0] - across(own)[0])
    if (distance < nearest) {
      nearest = distance
      found = index
    }
  })
  return found
}
