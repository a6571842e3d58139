// Columns of a list, and how each person wants them: order, which ones, how wide. Kept in this browser.
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { kept } from '../session/kept.ts'

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

/** A column whatever its rows, as the table draws it. */
export type AnyColumn = Column<any>

export type Density = 'compact' | 'normal' | 'roomy'
export const rowHeights: Record<Density, number> = { compact: 28, normal: 34, roomy: 42 }

export type ColumnTaste = {
  order: readonly string[]
  visible: Readonly<Record<string, boolean>>
  widths: Readonly<Record<string, number>>
}
const noTaste: ColumnTaste = { order: [], visible: {}, widths: {} }

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
