// Column widths, and which columns are shown if not all fit.
import type { AnyColumn, Column, ColumnPreferences } from '../columns.ts'

export const usualWidth = 140
/** Wider columns hold names and texts, which may be truncated; numbers, times and states may not. */
const textWidth = 190
/** A column of numbers, times or states that needs more than so much of its usual width holds a text after all. */
const mostOfUsual = 1.7

/** Widths that the shown contents need, by column, in pixels; undefined for a column that was never shown. */
export type Needs = Readonly<Record<string, number>>

type Sized = Pick<AnyColumn, 'id' | 'width' | 'least' | 'pinned'>

/** The minimum width of a column, whatever it holds. */
export function leastWidth({
  width = usualWidth,
  least,
  pinned,
}: Pick<Column<never>, 'width' | 'least' | 'pinned'>): number {
  if (least !== undefined) return least
  return width < textWidth ? width : Math.max(150, Math.round(width * (pinned ? 0.75 : 0.65)))
}

/** Numbers, times and states: truncated, they would say something else. */
export const isWhole = ({ width = usualWidth, least, pinned }: Sized) =>
  !pinned && least === undefined && width < textWidth

/** What a column gets in any case: for a text its minimum or all of it, for others what they hold. */
function floorOf(column: Sized, need: number | undefined): number {
  const least = leastWidth(column)
  if (need === undefined) return least
  return isWhole(column) ? Math.min(need, Math.round(least * mostOfUsual)) : Math.min(need, least)
}

/** Below this, the table scrolls horizontally instead of hiding more columns. */
const leastRoom = 640

type Fit = {
  /** Widths set by the user. */
  widths?: ColumnPreferences['widths']
  needs?: Needs
  /** The list's sort: its column is hidden last. */
  sort?: string | undefined
}

/** Whether the list is sorted by the column, in either direction. */
const isSorted = (column: AnyColumn, sort: string | undefined) =>
  sort !== undefined && column.sort !== undefined && column.sort === sort.replace(/^-/, '')

/**
 * Which columns are shown by default: as many as fit; spare ones are left out first, then from the end. The column by which a list is
 * sorted stays, also one that is otherwise hidden. Where the contents leave room, a column that was left out is shown in it, if no text
 * becomes narrower than what it holds.
 *
 * @param room the available width, in pixels.
 */
export function fitting(
  columns: readonly AnyColumn[],
  room: number,
  { widths = {}, needs = {}, sort }: Fit = {},
): ReadonlySet<string> {
  const sorted = columns.filter((column) => isSorted(column, sort))
  const visible = columns.filter((column) => !column.hidden || sorted.includes(column))
  const least = (column: AnyColumn) =>
    widths[column.id] ?? Math.max(leastWidth(column), floorOf(column, needs[column.id]))
  const most = Math.max(room, leastRoom)
  const rankOf = (column: AnyColumn) => (column.pinned ? 0 : sorted.includes(column) ? 1 : column.spare ? 3 : 2)
  // Most important first.
  const order = visible.toSorted((a, b) => rankOf(a) - rankOf(b))
  const shown = new Set<string>()
  let used = 0
  for (const column of order) {
    if (shown.size > 0 && used + least(column) > most) continue
    shown.add(column.id)
    used += least(column)
  }
  const isMeasured = [...shown].every((id) => widths[id] !== undefined || needs[id] !== undefined)
  if (!isMeasured) return shown
  const all = (column: AnyColumn) =>
    widths[column.id] ?? Math.max(needs[column.id] ?? 0, floorOf(column, needs[column.id]))
  let held = visible.filter(({ id }) => shown.has(id)).reduce((sum, column) => sum + all(column), 0)
  for (const column of order) {
    const more = Math.max(all(column), least(column))
    if (shown.has(column.id) || held + more > most) continue
    shown.add(column.id)
    held += more
  }
  return shown
}

/**
 * The widths of shown columns, in pixels: each as wide as its contents; texts share what is left over, first of all the name, which is the
 * first column and also gets what nobody needs. Their sum is the room unless the minimum of all exceeds it.
 *
 * @param room the available width, in pixels.
 * @param widths widths set by the user, which stay.
 */
export function widthsOf(
  columns: readonly Sized[],
  room: number,
  needs: Needs,
  widths: ColumnPreferences['widths'] = {},
): number[] {
  const result = columns.map((column) => widths[column.id] ?? floorOf(column, needs[column.id]))
  const wanted = columns.map(({ id, width = usualWidth }) => widths[id] ?? needs[id] ?? width)
  let left = room - result.reduce((sum, width) => sum + width, 0)
  const give = (at: number, width: number) => {
    const more = Math.max(0, Math.min(left, width))
    result[at]! += more
    left -= more
  }
  const missing = (at: number) => wanted[at]! - result[at]!
  const name = columns.findIndex(({ id }) => widths[id] === undefined)
  if (name < 0) return result
  give(name, missing(name))
  // The shortest texts first, so that each gets all of it or as much as the others.
  const texts = [...columns.keys()].filter((at) => missing(at) > 0).toSorted((a, b) => missing(a) - missing(b))
  for (const [done, at] of texts.entries()) give(at, Math.min(missing(at), Math.floor(left / (texts.length - done))))
  give(name, left)
  return result
}
