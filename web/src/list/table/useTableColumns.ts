// Which columns a table shows, in which order and how wide: by what fits, unless the user chose otherwise.
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnPhone } from '../../ui/behaviour/rowHeights.ts'
import { useStable } from '../../ui/behaviour/useLatest.ts'
import { useWidth } from '../../ui/behaviour/useWidth.ts'
import { type AnyColumn, type Column, type ColumnPreferences, orderOf, useColumnPreferences } from '../columns.ts'
import { useCurrentList } from '../currentList.ts'
import { fitting, leastWidth, type Needs, usualWidth, widthsOf } from './fitting.ts'
import { useNeeds } from './useNeeds.ts'

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
  const { needs, add: addNeeds } = useNeeds(useTranslation().i18n.language)
  const { sort } = list
  const visible = useMemo(() => {
    const fits = fitting(columns, room, { widths: preferences.widths, needs, sort })
    return { ...Object.fromEntries(columns.map(({ id }) => [id, fits.has(id)])), ...preferences.visible }
  }, [columns, room, preferences, needs, sort])
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
  const template = templateOf(specs, { widths: preferences.widths, needs, room: beside }, sides)
  return { visible, specs, template, sides, setWidth, addNeeds }
}

type Given = { widths: ColumnPreferences['widths']; needs: Needs; room: number }

/** One template for header and rows: widths set by the user are fixed, the others fit their contents and share the rest. */
function templateOf(specs: readonly AnyColumn[], given: Given, sides: Sides) {
  const isMeasured = specs.some(({ id }) => given.needs[id] !== undefined)
  const columns = isMeasured ? fittedTo(specs, given) : usualOf(specs, given.widths)
  const parts = [
    ...(sides.choosable ? [`${sideWidth}px`] : []),
    ...columns.map(({ track }) => track),
    // Without a stretching column, an empty one fills the row.
    ...(columns.some(({ track }) => track.endsWith('fr)')) ? [] : ['1fr']),
    ...(sides.withMenu ? [`${sideWidth}px`] : []),
  ]
  return {
    columns: parts.join(' '),
    width: columns.reduce((sum, { least }) => sum + least, widthOf(sides)),
    // Paper is narrower than the window: the same shares, and nothing below which a column would not go.
    paper: columns.map(({ share }) => `minmax(0, ${share}fr)`).join(' '),
  }
}

/** Widths before anything is shown, which reserve the places of what comes. */
const usualOf = (specs: readonly AnyColumn[], widths: Given['widths']) =>
  specs.map((spec) => {
    const [fixed, usual] = [widths[spec.id], bounded(spec.width ?? usualWidth)]
    const least = fixed ?? leastWidth(spec)
    return {
      least,
      share: fixed ?? usual,
      track: fixed === undefined ? `minmax(${least}px, ${usual}fr)` : `${fixed}px`,
    }
  })

function fittedTo(specs: readonly AnyColumn[], { widths, needs, room }: Given) {
  const name = specs.findIndex(({ id }) => widths[id] === undefined)
  return widthsOf(specs, room, needs, widths).map((width, at) => ({
    least: width,
    share: width,
    // The name takes the fractions of a pixel that are left over.
    track: at === name ? `minmax(${width}px, 1fr)` : `${width}px`,
  }))
}
