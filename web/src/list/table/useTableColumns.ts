// Which columns a table shows, in which order and how wide: by what fits, unless the user chose otherwise.
import { type RefObject, useMemo } from 'react'
import { useOnPhone } from '../../ui/onPhone.ts'
import { useStable } from '../../ui/useStable.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { type AnyColumn, type Column, type ColumnPreferences, orderOf, useColumnPreferences } from '../columns.ts'
import { useCurrentList } from '../list.ts'
import { fitting, leastWidth, usualWidth } from './fitting.ts'

/** Width besides the columns: checkboxes and row menus. */
export type Sides = { choosable: boolean; withMenu: boolean }

/** Width of the open sidebar and the margins, in pixels. */
const sidebar = 254

/** On a phone, whose rows are stacked: as many columns as a table this wide has. */
const stackedRoom = 840

/** Padding of each side, in pixels. */
const sideWidth = 36
/** The minimum and maximum width of a column. */
const bounded = (width: number) => Math.round(Math.min(900, Math.max(60, width)))
const widthOf = ({ choosable, withMenu }: Sides) => (choosable ? sideWidth : 0) + (withMenu ? sideWidth : 0)

export type TableColumns<Row> = ReturnType<typeof useTableColumns<Row>>

/** The columns currently shown; `scroller` is the element that they must fit. */
export function useTableColumns<Row>(
  columns: readonly Column<Row>[],
  scroller: RefObject<HTMLDivElement | null>,
  sides: Sides,
) {
  const list = useCurrentList<Row>()
  const { preferences, change } = useColumnPreferences(list.call.name)
  const beside = useWidth(scroller, sidebar) - widthOf(sides)
  const room = useOnPhone() ? stackedRoom : beside
  const visible = useMemo(() => {
    const fits = fitting(columns, room, preferences.widths)
    return { ...Object.fromEntries(columns.map(({ id }) => [id, fits.has(id)])), ...preferences.visible }
  }, [columns, room, preferences])
  const order = orderOf(
    columns.map(({ id }) => id),
    preferences.order,
  )
  const specs = useStable(
    order
      .filter((id) => visible[id])
      .map((id) => columns.find((spec) => spec.id === id)!)
      .toSorted((a, b) => Number(b.pinned ?? false) - Number(a.pinned ?? false)),
  )
  /** Undefined gives a column its usual width again. */
  const setWidth = (id: string, width: number | undefined) => {
    const { [id]: _former, ...others } = preferences.widths
    change({ widths: width === undefined ? others : { ...others, [id]: bounded(width) } })
  }
  return { visible, specs, template: templateOf(specs, preferences.widths, sides), sides, setWidth }
}

/** One template for header and rows: widths set by the user are fixed, the others share the rest. */
function templateOf(specs: readonly AnyColumn[], widths: ColumnPreferences['widths'], sides: Sides) {
  const columns = specs.map((spec) => ({ least: widths[spec.id] ?? leastWidth(spec), width: widths[spec.id], spec }))
  const parts = [
    ...(sides.choosable ? [`${sideWidth}px`] : []),
    ...columns.map(({ width, least, spec }) =>
      width === undefined ? `minmax(${least}px, ${bounded(spec.width ?? usualWidth)}fr)` : `${width}px`,
    ),
    // Without a stretching column, an empty one fills the row.
    ...(columns.some(({ width }) => width === undefined) ? [] : ['1fr']),
    ...(sides.withMenu ? [`${sideWidth}px`] : []),
  ]
  // Paper is narrower than the window: the same shares, and nothing below which a column would not go.
  const paper = columns.map(({ width, spec }) => `minmax(0, ${width ?? bounded(spec.width ?? usualWidth)}fr)`)
  return {
    columns: parts.join(' '),
    width: columns.reduce((sum, { least }) => sum + least, widthOf(sides)),
    paper: paper.join(' '),
  }
}
