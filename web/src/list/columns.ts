// Columns of a list, and each user's preferences: order, visibility, width. Stored in this browser.
import { useSyncExternalStore } from 'react'
import { kept } from '../session/kept.ts'
import { useSession } from '../session/session.ts'
import type { Written } from '../ui/values/written.ts'

export type Column<Row> = {
  /** Its text is `<room>:columns.<id>`. */
  id: string
  cell: (row: Row) => Written
  /** The cell contains a link, so the row's own link goes into the next column. */
  links?: true
  /** Stays when the table scrolls sideways; the first column only. */
  pinned?: true
  /** The call's sort key; undefined if the server can't sort by it. */
  sort?: string
  /** Numbers are aligned to the end, in tabular figures. */
  align?: 'end'
  /** Initial width in pixels. */
  width?: number
  /** The smallest useful width; `leastWidth` by default. */
  least?: number
  /** Hidden first if not all columns fit. */
  spare?: true
  /** Hidden until the user selects it in the column chooser. */
  hidden?: true
}

/** A column whatever its rows, as the table draws it. */
export type AnyColumn = Column<any>

export type ColumnPreferences = {
  order: readonly string[]
  visible: Readonly<Record<string, boolean>>
  widths: Readonly<Record<string, number>>
}
const noPreferences: ColumnPreferences = { order: [], visible: {}, widths: {} }

const stored = kept<ColumnPreferences>(
  noPreferences,
  (value) => typeof value === 'object' && value !== null && 'order' in value && 'visible' in value && 'widths' in value,
)

/** The user's column preferences for a table; a screen may have several tables. */
export function useColumnPreferences(table: string) {
  const key = `greenroom:columns:${useSession().user.userId}:${table}`
  const preferences = useSyncExternalStore(stored.subscribe, () => stored.read(key))
  return {
    preferences,
    change: (next: Partial<ColumnPreferences>) => stored.write(key, { ...stored.read(key), ...next }),
    reset: () => stored.write(key, undefined),
  }
}

/** All ids in the chosen order; newer columns at their place in the code. */
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
