// The table of every list: grid semantics, keyboard, sticky header and first column, rows rendered as they come into view.
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.ts'
import { useOnPhone } from '../../ui/onPhone.ts'
import { type AnyColumn, rowHeights, useDensity } from '../columns.ts'
import { type AnyList, useCurrentList } from '../list.ts'
import { ListFooter } from './ListFooter.tsx'
import { ListStates } from './ListStates.tsx'
import { Skeletons } from './Skeletons.tsx'
import { TableHead } from './TableHead.tsx'
import { type Opener, type RowEnd, TableRow } from './TableRow.tsx'
import classes from './table.module.css'
import type { TableColumns } from './useTableColumns.ts'
import { showRow, useTableKeys } from './useTableKeys.ts'

/** A default page is rendered completely; virtual scrolling is loaded for longer ones. */
const drawnWhole = 60
const LongRows = lazy(() => import('./LongRows.tsx'))

/** The rows that fit a large screen are rendered first, the others afterwards. */
const drawnFirst = 32

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

/** The height of a touch target plus the border, in pixels. */
const fingerHeight = 45

/** The rows of the list. */
export function Table<Row>(props: Props<Row>) {
  const { scroller, opener, end } = props
  const { shown, specs, template } = props.columns
  const { choosable, withMenu } = props.columns.sides
  const list = useCurrentList<Row>()
  const { user } = useSession()
  const [density] = useDensity(user.userId)
  const { t } = useTranslation('list')
  const onPhone = useOnPhone()
  const height = onPhone ? Math.max(rowHeights[density], fingerHeight) : rowHeights[density]
  // A new page scrolls to the top. A view shown again reruns its effects, but keeps its position.
  const pageShown = `${list.page} ${list.size} ${list.sort}`
  const pageBefore = useRef(pageShown)
  useEffect(() => {
    if (pageBefore.current === pageShown) return
    pageBefore.current = pageShown
    scroller.current?.scrollTo({ top: 0 })
  }, [pageShown])
  // Hidden elements lose their scroll position in some layouts; a view shown again restores it.
  const place = useRef(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (element.scrollTop !== place.current) element.scrollTop = place.current
    const keep = () => {
      place.current = element.scrollTop
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [scroller])

  const gridId = useId()
  const keys = useTableKeys(list, opener.open, choosable, (index) => showRow(scroller.current, index, height))
  // Set on the element directly: moving from row to row must not re-render the table.
  useEffect(() => {
    const tell = () => {
      const active = list.selection.active()
      if (active !== undefined && list.byId.has(active)) {
        scroller.current?.setAttribute('aria-activedescendant', `${gridId}-${active}`)
      } else scroller.current?.removeAttribute('aria-activedescendant')
    }
    tell()
    return list.selection.subscribe(tell)
  }, [list.selection, list.byId, gridId])

  const columnCount = shown.length + (choosable ? 1 : 0) + (withMenu ? 1 : 0)
  const ready = list.state === 'ready' && list.rows.length > 0
  const [whole, setWhole] = useState(false)
  useEffect(() => {
    if (ready) startTransition(() => setWhole(true))
  }, [ready])
  const rowsAt = (indexes: readonly number[]) =>
    indexes.map((index) => {
      const row = list.rows[index]
      if (row === undefined) return null
      return (
        <TableRow
          key={list.rowId(row)}
          row={row}
          id={list.rowId(row)}
          domId={`${gridId}-${list.rowId(row)}`}
          index={(list.page - 1) * list.size + index}
          top={index * height}
          columns={specs as readonly AnyColumn[]}
          list={list as AnyList}
          selection={list.selection}
          choosable={choosable}
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
          style={{ '--columns': template.columns, '--width': `${template.width}px`, '--row': `${height}px` } as never}
          role="grid"
          tabIndex={0}
          aria-label={t('table.label')}
          aria-rowcount={list.totalIsEstimate ? -1 : list.total + 1}
          aria-colcount={columnCount}
          aria-multiselectable={choosable || undefined}
          aria-busy={list.busy}
          data-grid
          onKeyDown={keys}
        >
          <TableHead shown={shown as never} choosable={choosable} withMenu={withMenu} />
          {list.state === 'loading' ? (
            <Skeletons columns={shown.length + (choosable ? 1 : 0)} />
          ) : ready ? (
            <div
              role="rowgroup"
              className={classes['body']}
              style={{ height: list.rows.length * height }}
              data-waiting={list.busy && undefined}
            >
              {list.rows.length > drawnWhole ? (
                <Suspense fallback={rowsAt(list.rows.slice(0, drawnWhole).map((_, index) => index))}>
                  <LongRows scroller={scroller} count={list.rows.length} height={height} drawn={rowsAt} />
                </Suspense>
              ) : (
                rowsAt(list.rows.slice(0, whole ? undefined : drawnFirst).map((_, index) => index))
              )}
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
