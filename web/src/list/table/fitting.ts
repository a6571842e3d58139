// Column widths, and which columns are shown if not all fit.
import type { AnyColumn, Column, ColumnPreferences } from '../columns.ts'

export const usualWidth = 140
/** Wider columns hold names and texts, which may be truncated; numbers, times and states may not. */
const textWidth = 190

/** The minimum width of a column. */
export function leastWidth({
  width = usualWidth,
  least,
  pinned,
}: Pick<Column<never>, 'width' | 'least' | 'pinned'>): number {
  if (least !== undefined) return least
  return width < textWidth ? width : Math.max(150, Math.round(width * (pinned ? 0.75 : 0.65)))
}

/** Below this, the table scrolls horizontally instead of hiding more columns. */
const leastRoom = 640

/**
 * Which columns are shown by default: as many as fit; spare ones are left out first, then from the end.
 *
 * @param room the available width, in pixels.
 * @param widths widths set by the user.
 */
export function fitting(
  columns: readonly AnyColumn[],
  room: number,
  widths: ColumnPreferences['widths'] = {},
): ReadonlySet<string> {
  const visible = columns.filter((column) => !column.hidden)
  const least = (column: AnyColumn) => widths[column.id] ?? leastWidth(column)
  const most = Math.max(room, leastRoom)
  // Most important first.
  const order = [
    ...visible.filter(({ pinned }) => pinned),
    ...visible.filter(({ pinned, spare }) => !pinned && !spare),
    ...visible.filter(({ pinned, spare }) => !pinned && spare),
  ]
  const shown = new Set<string>()
  let used = 0
  for (const column of order) {
    if (shown.size > 0 && used + least(column) > most) continue
    shown.add(column.id)
    used += least(column)
  }
  return shown
}
