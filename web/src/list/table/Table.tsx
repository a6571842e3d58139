// The table of every list: grid semantics, keyboard, sticky header and first column, rows rendered as they come into view.
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useRowHeights } from '../../ui/behaviour/rowHeights.ts'
import { drawnCompletely, showRow, useRowsInView } from '../../ui/behaviour/rowsInView.ts'
import { useStable } from '../../ui/behaviour/useLatest.ts'
import type { AnyColumn } from '../columns.ts'
import { useCurrentList } from '../currentList.ts'
import { ListFooter } from './ListFooter.tsx'
import { ListStates } from './ListStates.tsx'
import { TableHead } from './TableHead.tsx'
import { linkOf, type Opener, type RowEnd, TableRow } from './TableRow.tsx'
import classes from './table.module.css'
import { useMeasuring } from './useNeeds.ts'
import type { TableColumns } from './useTableColumns.ts'
import { useTableKeys } from './useTableKeys.ts'

/**
 * Keeps the scroll position of an element whose view is hidden for a while, since a hidden element loses it. The last movement may
 * not have been reported when the view is hidden, so the position is read then.
 */
function useScrollPlace(scroller: RefObject<HTMLElement | null>): void {
  const place = useRef(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (place.current > 0) element.scrollTop = place.current
    return () => {
      place.current = element.scrollTop
    }
  }, [scroller])
}

const skeletonRows = 14

/** Placeholders for rows. */
function Skeletons({ columns }: { columns: number }) {
  return (
    <div role="presentation" className={classes['skeletons']}>
      {Array.from({ length: skeletonRows }, (_, row) => (
        // biome-ignore lint: nothing tells these rows apart
        <div key={row} className={classes['skeleton']}>
          {Array.from({ length: columns }, (_, cell) => (
            <span key={cell} style={{ width: `${35 + ((row * 7 + cell * 13) % 45)}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}

type Props<Row> = {
  /** The scroll container, whose width the columns must fit. */
  scroller: RefObject<HTMLDivElement | null>
  columns: TableColumns<Row>
  opener: Opener<Row>
  /** Shown at the end of each row. */
  end: RowEnd<Row> | undefined
  /** Overlays the table's footer. */
  over: ReactNode
  /** Text and action of the empty state. */
  empty: ReactNode
}

const isCut = (element: Element) =>
  element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden'

/** The pointer on a cell whose text does not fit says the whole text, unless the cell says more by itself. */
function sayWhole({ target }: MouseEvent): void {
  const cell = (target as Element).closest<HTMLElement>('[role="gridcell"]')
  if (!cell || cell.title || cell.querySelector('[title]')) return
  if ([cell, ...cell.children].some(isCut)) cell.title = cell.textContent
}

/** The rows of the list. */
export function Table<Row>(props: Props<Row>) {
  const { scroller, opener, end } = props
  const { specs, template } = props.columns
  const { choosable, withMenu } = props.columns.sides
  const list = useCurrentList<Row>()
  const { t } = useTranslation('list')
  const hasLinks = specs.some(({ links }) => links)
  const { height, first, line, isStacked } = useRowHeights(specs.length, hasLinks)
  // A new page scrolls to the top. A view shown again reruns its effects, but keeps its position.
  const pageShown = `${list.page} ${list.size} ${list.sort}`
  const pageBefore = useRef(pageShown)
  useEffect(() => {
    if (pageBefore.current === pageShown) return
    pageBefore.current = pageShown
    scroller.current?.scrollTo({ top: 0 })
  }, [pageShown])
  useScrollPlace(scroller)

  const gridId = useId()
  const { search } = useLocation()
  const show = (index: number) => showRow(scroller.current, index, height)
  const open = (row: Row) => {
    if (opener.opens) opener.open(row)
    else linkOf(document.getElementById(`${gridId}-${list.rowId(row)}`))?.click()
  }
  const keys = useTableKeys(list, { open, choosable, show, height })
  // Set on the element directly: moving from row to row must not re-render the table.
  useEffect(() => {
    const notify = () => {
      const active = list.selection.active()
      if (active !== undefined && list.byId.has(active))
        scroller.current?.setAttribute('aria-activedescendant', `${gridId}-${active}`)
      else scroller.current?.removeAttribute('aria-activedescendant')
    }
    notify()
    return list.selection.subscribe(notify)
  }, [list.selection, list.byId, gridId])

  const columnCount = specs.length + (choosable ? 1 : 0) + (withMenu ? 1 : 0)
  const headings = useStable(specs.map(({ id }) => list.words.column(id)))
  const ready = list.state === 'ready' && list.rows.length > 0
  const { from, to } = useRowsInView(scroller, ready ? list.rows.length : 0, height)
  const isSettled = to - from >= Math.min(list.rows.length, drawnCompletely)
  const come = list.state === 'ready' ? list.rows : undefined
  useMeasuring(scroller, { columns: specs, rows: come, isSettled, add: props.columns.addNeeds })
  const drawn = list.rows.slice(from, to).map((row, at) => {
    const [id, index] = [list.rowId(row), from + at]
    return (
      <TableRow
        key={id}
        row={row}
        id={id}
        domId={`${gridId}-${id}`}
        index={(list.page - 1) * list.size + index}
        top={index * height}
        columns={specs as readonly AnyColumn[]}
        name={list.nameOf(row)}
        selection={list.selection}
        choosable={choosable}
        headings={isStacked ? headings : undefined}
        opener={opener}
        end={end}
      />
    )
  })
  return (
    <div className={classes['frame']}>
      <div className={classes['stage']}>
        {list.busy && list.state === 'ready' && <div className={classes['progress']} aria-hidden />}
        <div
          ref={scroller}
          className={classes['scroller']}
          style={
            {
              '--columns': template.columns,
              '--paper': template.paper,
              '--width': `${template.width}px`,
              '--row': `${height}px`,
              '--first': `${first}px`,
              '--line': `${line}px`,
            } as CSSProperties
          }
          role="grid"
          tabIndex={0}
          aria-label={t('table.label')}
          aria-rowcount={list.totalIsEstimate ? -1 : list.total + 1}
          aria-colcount={columnCount}
          aria-multiselectable={choosable || undefined}
          aria-busy={list.busy}
          data-grid
          // The address bar changes a moment before the list: this says which address the rows are of.
          data-address={search}
          data-stacked={isStacked || undefined}
          onKeyDown={keys}
          onMouseOver={sayWhole}
        >
          <TableHead {...props.columns} />
          {list.state === 'loading' ? (
            <Skeletons columns={specs.length + (choosable ? 1 : 0)} />
          ) : ready ? (
            <div
              role="rowgroup"
              className={classes['body']}
              style={{ height: list.rows.length * height }}
              data-waiting={list.busy && undefined}
            >
              {drawn}
            </div>
          ) : null}
        </div>
        {list.state !== 'loading' && !ready && <ListStates empty={props.empty} />}
        {props.over}
      </div>
      <ListFooter />
    </div>
  )
}
