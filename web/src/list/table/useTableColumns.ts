// Which columns a table shows, in which order and how wide: by what fits, unless the user chose otherwise.
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { type Column, orderOf, useColumnTaste } from '../columns.ts'
import { useCurrentList } from '../list.ts'
import { fitting, leastWidth } from './fitting.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
})

/** Width besides the columns: checkboxes and row menus. */
export type Sides = { choosable: boolean; withMenu: boolean }

/** Width of the open sidebar and the margins, in pixels. */
const sidebar = 254

/** Padding of each side, in pixels. */
const sideWidth = 36
const widthOf = ({ choosable, withMenu }: Sides) => (choosable ? sideWidth : 0) + (withMenu ? sideWidth : 0)

export type TableColumns<Row> = ReturnType<typeof useTableColumns<Row>>

/** The columns currently shown; `scroller` is the element that they must fit. */
export function useTableColumns<Row>(
  columns: readonly Column<Row>[],
  scroller: RefObject<HTMLDivElement | null>,
  sides: Sides,
) {
  const list = useCurrentList<Row>()
  const { user } = useSession()
  const { taste, change } = useColumnTaste(user.userId, list.call.name)
  const definitions = useMemo(
    () => columns.map((c) => ({ id: c.id, size: c.width ?? 140, minSize: 60, maxSize: 900, meta: c })),
    [columns],
  )
  const room = useWidth(scroller, sidebar) - widthOf(sides)
  const visible = useMemo(() => {
    const fits = fitting(columns, room, taste.widths)
    return { ...Object.fromEntries(columns.map(({ id }) => [id, fits.has(id)])), ...taste.visible }
  }, [columns, room, taste])
  const [resizing, setResizing] = useState<object>()
  const table = useTable({
    features,
    columns: definitions as never,
    data: list.rows as readonly any[],
    state: {
      columnOrder: orderOf(
        columns.map((column) => column.id),
        taste.order,
      ),
      columnVisibility: visible,
      columnSizing: taste.widths,
      ...(resizing && { columnResizing: resizing as never }),
    },
    onColumnSizingChange: (update) => {
      const next = typeof update === 'function' ? update({ ...taste.widths }) : update
      change({ widths: next })
    },
    onColumnResizingChange: setResizing,
    columnResizeMode: 'onChange',
    columnResizeDirection: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
  })

  const shown = table
    .getVisibleLeafColumns()
    .map((column) => ({ column, spec: columns.find((spec) => spec.id === column.id)! }))
    .toSorted((a, b) => Number(b.spec.pinned ?? false) - Number(a.spec.pinned ?? false))
  const specs = useStable(shown.map(({ spec }) => spec))
  const template = templateOf(
    shown.map(({ column, spec }) => ({
      width: column.getSize(),
      least: column.id in taste.widths ? column.getSize() : leastWidth(spec),
      fixed: column.id in taste.widths,
    })),
    sides,
  )
  return { visible, shown, specs, template, sides }
}

/** One template for header and rows: widths set by the user are fixed, the others share the rest. */
function templateOf(columns: readonly { width: number; least: number; fixed: boolean }[], sides: Sides) {
  const stretches = columns.some((column) => !column.fixed)
  const parts = [
    ...(sides.choosable ? [`${sideWidth}px`] : []),
    ...columns.map(({ width, least, fixed }) => (fixed ? `${width}px` : `minmax(${least}px, ${width}fr)`)),
    // Without a stretching column, an empty one fills the row.
    ...(stretches ? [] : ['1fr']),
    ...(sides.withMenu ? [`${sideWidth}px`] : []),
  ]
  return { columns: parts.join(' '), width: columns.reduce((sum, { least }) => sum + least, widthOf(sides)) }
}

/** The previous array while its items are equal, since rows compare their props. */
function useStable<T>(items: readonly T[]): readonly T[] {
  const kept = useRef(items)
  if (kept.current.length !== items.length || kept.current.some((item, i) => item !== items[i])) kept.current = items
  return kept.current
}
