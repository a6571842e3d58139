// How wide columns may be, and which of them are shown where not all have room.
import type { AnyColumn, Column, ColumnTaste } from '../columns.ts'

const usualWidth = 140
/** Wider ones hold names and texts, which may be cut; numbers, times and states stand whole. */
const textWidth = 190

/** How narrow a column may become. */
export function leastWidth({
  width = usualWidth,
  least,
  pinned,
}: Pick<Column<never>, 'width' | 'least' | 'pinned'>): number {
  if (least !== undefined) return least
  return width < textWidth ? width : Math.max(150, Math.round(width * (pinned ? 0.75 : 0.65)))
}

/** Below this the table scrolls sideways rather than hide more. */
const leastRoom = 640

/**
 * Which columns are shown while nobody has chosen: as many as have room, the spare ones left out first, then from the end.
 *
 * @param room the width that columns may take, in pixels.
 * @param widths widths that someone set by hand.
 */
export function fitting(
  columns: readonly AnyColumn[],
  room: number,
  widths: ColumnTaste['widths'] = {},
): ReadonlySet<string> {
  const wanted = columns.filter((column) => !column.hidden)
  const least = (column: AnyColumn) => widths[column.id] ?? leastWidth(column)
  const most = Math.max(room, leastRoom)
  // The most important first.
  const order = [
    ...wanted.filter(({ pinned }) => pinned),
    ...wanted.filter(({ pinned, spare }) => !pinned && !spare),
    ...wanted.filter(({ pinned, spare }) => !pinned && spare),
  ]
  const shown = new Set<string>()
  let taken = 0
  for (const column of order) {
    if (shown.size > 0 && taken + least(column) > most) continue
    shown.add(column.id)
    taken += least(column)
  }
  return shown
}
