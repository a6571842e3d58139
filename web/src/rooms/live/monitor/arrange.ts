// Layout of the tiles: by the aspect ratio of their pictures; the riskiest take two by two cells. Pure.

/** Aspect ratio (width / height) of a phone's picture. */
export const pictureShape = 9 / 16
/** Gap between cells in pixels; keep in sync with monitor.module.css. */
export const gap = 6
/** With fewer tiles, all have one size. */
const leastForLarge = 5
/** Minimum share of a tile that is picture. */
const leastShare = 0.7

export type Arrangement = {
  columns: number
  rows: number
  /** Number of first tiles that take two columns and two rows. */
  large: number
}

/** The area of a picture that is shown whole in a box. */
export const pictureArea = (width: number, height: number): number =>
  Math.min(width, height * pictureShape) * Math.min(height, width / pictureShape)

/** The capacity of the layout: in steps, so that a tile that begins or ends rarely moves the others. */
const steps = [4, 6, 9, 12, 16, 20, 25]
export const slotsFor = (count: number, most: number): number =>
  Math.min(most, steps.find((step) => step >= count) ?? most)

/**
 * The layout of `count` tiles with the largest pictures within a width and height in pixels; at least 70 % of each tile is picture if
 * possible.
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

/** The neighbouring box in a direction; undefined at the edge. */
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
    // Of several neighbours, the one aligned with this box's start.
    const distance = ahead * 1_000 + Math.abs(across(box)[0] - across(own)[0])
    if (distance < nearest) {
      nearest = distance
      found = index
    }
  })
  return found
}
