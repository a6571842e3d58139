// Columns of a list, and how each person wants them: order, which ones, how wide. Kept in this browser.
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

export type Column<Row> = {
  /** Its text is `<room>:columns.<id>`. */
  id: string
  cell: (row: Row) => ReactNode
  /** Stays when the table scrolls sideways; the first column only. */
  pinned?: true
  /** The call's name for sorting by it; left out where the server cannot. */
  sort?: string
  /** Numbers stand at the end, in figures of one width. */
  align?: 'end'
  /** Width in pixels to begin with. */
  width?: number
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

/** The columns as this person wants them on this screen. */
export function useColumnTaste(userId: number, screen: string) {
  const key = `greenroom:columns:${userId}:${screen}`
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
