// Columns of a list, and how each person wants them: order, which ones, how wide. Kept in this browser.
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

export type Column<Row> = {
  /** Its text is `<room>:columns.<id>`. */
  id: string
  cell: (row: Row) => ReactNode
  /** The cell holds a link of its own, so the row is opened from the next column. */
  links?: true
  /** Stays when the table scrolls sideways; the first column only. */
  pinned?: true
  /** The call's name for sorting by it; left out where the server cannot. */
  sort?: string
  /** Numbers stand at the end, in figures of one width. */
  align?: 'end'
  /** Width in pixels to begin with. */
  width?: number
  /** The width below which it says nothing any more; `leastWidth` where it's left out. */
  least?: number
  /** The first to go where not all columns have room. */
  spare?: true
  /** Left out until someone asks for it in the column chooser. */
  hidden?: true
}

export type Density = 'compact' | 'normal' | 'roomy'
export const rowHeights: Record<Density, number> = { compact: 28, normal: 34, roomy: 42 }

export type ColumnTaste = {
  order: readonly string[]
  visible: Readonly<Record<string, boolean>>
  widths: Readonly<Record<string, number>>
}
const noTaste: ColumnTaste = { order: [], visible: {}, widths: {} }

/** A value kept in local storage, shared by everything on the page that reads it. */
function kept<T>(initial: T, isRight: (value: unknown) => boolean) {
  const values = new Map<string, T>()
  const listeners = new Set<() => void>()
  const read = (key: string): T => {
    if (!values.has(key)) values.set(key, parse(localStorage.getItem(key)))
    return values.get(key) as T
  }
  const parse = (text: string | null): T => {
    try {
      const value: unknown = text === null ? initial : JSON.parse(text)
      return isRight(value) ? (value as T) : initial
    } catch {
      return initial
    }
  }
  const write = (key: string, value: T | undefined) => {
    values.set(key, value ?? initial)
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return { read, write, subscribe }
}

const tastes = kept<ColumnTaste>(
  noTaste,
  (value) => typeof value === 'object' && value !== null && 'order' in value && 'visible' in value && 'widths' in value,
)
const densities = kept<Density>('normal', (value) => typeof value === 'string' && value in rowHeights)

/** The columns as this person wants them in this table; a screen may have several. */
export function useColumnTaste(userId: number, table: string) {
  const key = `greenroom:columns:${userId}:${table}`
  const taste = useSyncExternalStore(tastes.subscribe, () => tastes.read(key))
  return {
    taste,
    change: (next: Partial<ColumnTaste>) => tastes.write(key, { ...tastes.read(key), ...next }),
    reset: () => tastes.write(key, undefined),
  }
}

/** How high the rows of every list are for this person. */
export function useDensity(userId: number) {
  const key = `greenroom:density:${userId}`
  const density = useSyncExternalStore(densities.subscribe, () => densities.read(key))
  return [density, (next: Density) => densities.write(key, next)] as const
}

/** All ids: in the order that was chosen, those that came later where the code has them. */
export function orderOf(ids: readonly string[], chosen: readonly string[]): string[] {
  const known = chosen.filter((id) => ids.includes(id))
  const order = [...known]
  for (const [at, id] of ids.entries()) {
    if (order.includes(id)) continue
    const before = ids.slice(0, at).findLast((earlier) => order.includes(earlier))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order
}

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
  columns: readonly Column<any>[],
  room: number,
  widths: ColumnTaste['widths'] = {},
): ReadonlySet<string> {
  const wanted = columns.filter((column) => !column.hidden)
  const least = (column: Column<any>) => widths[column.id] ?? leastWidth(column)
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
