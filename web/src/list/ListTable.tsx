// The one table of the house: grid semantics, keyboard, sticky header and first column, rows drawn as they come into
// view. Markup and looks are ours; column state is TanStack Table's, the window of long pages TanStack Virtual's.
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import {
  type KeyboardEvent,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ActionKeys } from '../action/ActionKeys.tsx'
import type { Action } from '../action/action.ts'
import { BatchBar } from '../action/BatchBar.tsx'
import { RowMenu } from '../action/RowMenu.tsx'
import { useDrawer } from '../action/useDrawer.ts'
import { useSession } from '../session/session.ts'
import { useShortcut } from '../session/shortcuts.ts'
import { type Column, fitting, leastWidth, orderOf, rowHeights, useColumnTaste, useDensity } from './columns.ts'
import { ListFooter } from './ListFooter.tsx'
import { ListStates } from './ListStates.tsx'
import classes from './ListTable.module.css'
import { ListTools } from './ListTools.tsx'
import { type List, useCurrentList } from './list.ts'
import { useRowState } from './rowState.ts'
import type { RowId } from './selection.ts'
import { TableHead } from './TableHead.tsx'
import { useWidth } from './useWidth.ts'

export type ListTableProps<Row> = {
  columns: readonly Column<Row>[]
  /** Row menu, batch bar, keyboard and palette are made from these. */
  actions?: readonly Action<Row>[]
  /** Where Enter leads: a page of its own, */
  rowHref?: (row: Row) => string
  /** or a drawer of this screen. */
  rowDrawer?: string
  /** What a list without any record says and offers. */
  empty?: ReactNode
}

export const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
})

const noActions: readonly Action<never>[] = []
const skeletonRows = 14
/** Of the column that chooses rows, and of the one with their menus. */
const sideWidth = 36
const headHeight = 33

/** A page as it comes is drawn whole; what draws only the rows in view is fetched for longer ones. */
const drawnWhole = 60
const LongRows = lazy(() => import('./LongRows.tsx'))

/** As many as are in sight on a large screen are drawn first, the others after them. */
const drawnFirst = 32

/** The rows of the list, and what can be done to them. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const list = useCurrentList<Row>()
  const actions = props.actions ?? (noActions as readonly Action<Row>[])
  const { user } = useSession()
  const [density] = useDensity(user.userId)
  const { taste, change } = useColumnTaste(user.userId, list.call.name)
  const { t } = useTranslation('list')
  const ids = props.columns.map((column) => column.id)
  const definitions = useMemo(
    () => props.columns.map((c) => ({ id: c.id, size: c.width ?? 140, minSize: 60, maxSize: 900, meta: c })),
    [props.columns],
  )
  const choosable = actions.some((action) => !action.single && !action.drawer)
  const withMenu = actions.length > 0
  const scroller = useRef<HTMLDivElement>(null)
  const room = useWidth(scroller) - (choosable ? sideWidth : 0) - (withMenu ? sideWidth : 0)
  const visible = useMemo(() => {
    const fits = fitting(props.columns, room, taste.widths)
    return { ...Object.fromEntries(props.columns.map(({ id }) => [id, fits.has(id)])), ...taste.visible }
  }, [props.columns, room, taste])
  const [resizing, setResizing] = useState<object>()
  const table = useTable({
    features,
    columns: definitions as never,
    data: list.rows as readonly any[],
    state: {
      columnOrder: orderOf(ids, taste.order),
      columnVisibility: visible,
      columnSizing: taste.widths,
      ...(resizing && { columnResizing: resizing as never }),
    },
    onColumnSizingChange: (update) => {
      const next = typeof update === 'function' ? update({ ...taste.widths }) : update
      change({ widths: next })
    },
    onColumnResizingChange: setResizing as never,
    columnResizeMode: 'onChange',
    columnResizeDirection: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
  })

  const shown = table
    .getVisibleLeafColumns()
    .map((column) => ({ column, spec: props.columns.find((spec) => spec.id === column.id)! }))
    .toSorted((a, b) => Number(b.spec.pinned ?? false) - Number(a.spec.pinned ?? false))
  const specs = useStable(shown.map(({ spec }) => spec))
  const template = templateOf(
    shown.map(({ column, spec }) => ({
      width: column.getSize(),
      least: column.id in taste.widths ? column.getSize() : leastWidth(spec),
      fixed: column.id in taste.widths,
    })),
    choosable,
    withMenu,
  )

  const height = rowHeights[density]
  // A new page begins at its top. A view that is shown again runs its effects again, and keeps its place.
  const pageShown = `${list.page} ${list.size} ${list.sort}`
  const pageBefore = useRef(pageShown)
  useEffect(() => {
    if (pageBefore.current === pageShown) return
    pageBefore.current = pageShown
    scroller.current?.scrollTo({ top: 0 })
  }, [pageShown])

  const gridId = useId()
  const opener = useOpener<Row>(props, list.rowId)
  const keys = useTableKeys(list, opener.open, choosable, (index) => showRow(scroller.current, index, height))
  // Written to the element and not drawn: moving from row to row must not draw the table anew.
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
  const drawn = (indexes: readonly number[]) =>
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
          columns={specs as readonly Column<any>[]}
          list={list as List<any>}
          selection={list.selection}
          actions={actions as readonly Action<any>[]}
          choosable={choosable}
          {...opener}
        />
      )
    })
  return (
    <>
      <ListTools columns={props.columns} visible={visible} />
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
                  <Suspense fallback={drawn(list.rows.slice(0, drawnWhole).map((_, index) => index))}>
                    <LongRows scroller={scroller} count={list.rows.length} height={height} drawn={drawn} />
                  </Suspense>
                ) : (
                  drawn(list.rows.slice(0, whole ? undefined : drawnFirst).map((_, index) => index))
                )}
              </div>
            ) : null}
          </div>
          {list.state !== 'loading' && !ready && <ListStates empty={props.empty} />}
          {actions.length > 0 && <BatchBar actions={actions as readonly Action<any>[]} />}
        </div>
        <ListFooter />
      </div>
      <ActionKeys actions={actions as readonly Action<any>[]} />
    </>
  )
}

type RowProps = {
  row: any
  id: RowId
  domId: string
  index: number
  top: number
  columns: readonly Column<any>[]
  list: List<any>
  selection: List<any>['selection']
  actions: readonly Action<any>[]
  choosable: boolean
} & Opener<any>

// `list` is new at every drawing; what a row takes from it does not change without `row` or `selection` changing.
const unchanged = (before: RowProps, after: RowProps) =>
  (Object.keys(after) as (keyof RowProps)[]).every((key) => key === 'list' || before[key] === after[key])

const TableRow = memo(function TableRow(props: RowProps) {
  const { row, id, list, selection, columns } = props
  const chosen = useRowState(selection, (now) => now.has(id))
  const active = useRowState(selection, (now) => now.active() === id)
  const { opens, open, hrefOf } = props
  const opening = columns.findIndex((column) => !column.links)
  const { t } = useTranslation('list')
  return (
    <div
      role="row"
      id={props.domId}
      className={classes['row']}
      style={{ transform: `translateY(${props.top}px)` }}
      aria-rowindex={props.index + 2}
      aria-selected={props.choosable ? chosen : undefined}
      data-active={active || undefined}
      data-chosen={chosen || undefined}
      onMouseDown={() => selection.setActive(id)}
      onDoubleClick={opens ? () => open(row) : undefined}
    >
      {props.choosable && (
        <div role="gridcell" className={classes['choose']}>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={chosen}
            aria-label={t('table.choose', { name: list.nameOf(row) })}
            onChange={() => {}}
            onClick={(event) => {
              if (event.shiftKey) selection.extend(pageOf(list), id)
              else selection.toggle(id, row)
            }}
          />
        </div>
      )}
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          className={classes['cell']}
          data-pinned={column.pinned || undefined}
          data-after-choice={props.choosable || undefined}
          data-end={column.align === 'end' || undefined}
        >
          {at === opening && opens ? (
            <a
              tabIndex={-1}
              className={classes['open']}
              href={hrefOf(row)}
              // The address may have changed since the row was drawn: a new tab opens with the filters of now.
              onPointerDown={({ currentTarget }) => {
                currentTarget.href = hrefOf(row)
              }}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                open(row)
              }}
            >
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
        </div>
      ))}
      {props.actions.length > 0 && (
        <div role="gridcell" className={classes['menu']}>
          <RowMenu row={row} id={id} actions={props.actions} room={list.room} name={list.nameOf(row)} />
        </div>
      )}
    </div>
  )
}, unchanged)

/** Scrolls a row into sight, below the head that stays. */
function showRow(scroller: HTMLElement | null, index: number, height: number): void {
  if (!scroller) return
  const [top, room] = [index * height, scroller.clientHeight - headHeight]
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + height > scroller.scrollTop + room) scroller.scrollTop = top + height - room
}

const pageOf = <Row,>(list: List<Row>) => list.byId

type Opener<Row> = {
  /** Rows lead somewhere: to a page, or to a drawer of this screen. */
  opens: boolean
  open: (row: Row) => void
  hrefOf: (row: Row) => string
}

/** How a row is opened; the functions stay the same, so that no row is drawn again because the address changed. */
function useOpener<Row>(
  { rowHref, rowDrawer }: Pick<ListTableProps<Row>, 'rowHref' | 'rowDrawer'>,
  rowId: (row: Row) => RowId,
): Opener<Row> {
  const drawer = useDrawer()
  const navigate = useNavigate()
  const latest = useRef({ rowHref, rowDrawer, rowId, drawer, navigate })
  latest.current = { rowHref, rowDrawer, rowId, drawer, navigate }
  const open = useCallback((row: Row) => {
    const { rowHref, rowDrawer, rowId, drawer, navigate } = latest.current
    if (rowHref) void navigate(rowHref(row))
    else if (rowDrawer) drawer.open(rowDrawer, String(rowId(row)))
  }, [])
  const hrefOf = useCallback((row: Row) => {
    const { rowHref, rowDrawer, rowId } = latest.current
    if (rowHref) return rowHref(row)
    const address = new URLSearchParams(window.location.search)
    address.set('drawer', `${rowDrawer}:${rowId(row)}`)
    return `?${address}`
  }, [])
  return { opens: rowHref !== undefined || rowDrawer !== undefined, open, hrefOf }
}

/** The keyboard of the table: within the grid the arrows, anywhere on the screen the letters. */
function useTableKeys<Row>(
  list: List<Row>,
  open: (row: Row) => void,
  choosable: boolean,
  show: (index: number) => void,
) {
  const { selection } = list
  const ids = [...list.byId.keys()]
  const index = () => {
    const active = selection.active()
    return active === undefined ? -1 : ids.indexOf(active)
  }
  const move = (to: number) => {
    const at = Math.max(0, Math.min(ids.length - 1, to))
    if (ids.length === 0) return
    selection.setActive(ids[at])
    show(at)
  }
  const choose = (range: boolean) => {
    const row = list.rows[index()]
    if (row === undefined || !choosable) return
    if (range) selection.extend(list.byId, list.rowId(row))
    else selection.toggle(list.rowId(row), row)
  }
  const openActive = () => {
    const row = list.rows[index()]
    if (row !== undefined) open(row)
  }
  const menu = () => {
    const active = selection.active()
    if (active !== undefined)
      document.querySelector<HTMLElement>(`[data-row-menu="${CSS.escape(String(active))}"]`)?.click()
  }

  useShortcut('next', 'list:keys.next', () => move(index() + 1))
  useShortcut('previous', 'list:keys.previous', () => move(index() - 1))
  useShortcut('tick', 'list:keys.choose', () => choose(false))
  useShortcut('tickMore', 'list:keys.range', () => choose(true))
  useShortcut('rowMenu', 'list:keys.menu', menu)
  useShortcut('open', 'list:keys.open', openActive)

  return (event: KeyboardEvent<HTMLDivElement>) => {
    // Buttons and fields inside the grid keep their own keys.
    if (event.target !== event.currentTarget || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / 34) - 2)
    const keys: Record<string, () => void> = {
      ArrowDown: () => {
        move(index() + 1)
        if (event.shiftKey) choose(true)
      },
      ArrowUp: () => {
        move(index() - 1)
        if (event.shiftKey) choose(true)
      },
      Home: () => move(0),
      End: () => move(ids.length - 1),
      PageDown: () => move(index() + page),
      PageUp: () => move(index() - page),
      ' ': () => choose(event.shiftKey),
      Enter: openActive,
      Escape: () => selection.clear(),
      a: () => event.ctrlKey && choosable && selection.togglePage(list.byId),
    }
    const run = keys[event.key]
    if (!run || (event.ctrlKey && event.key !== 'a') || (event.key === 'a' && !event.ctrlKey)) return
    event.preventDefault()
    run()
  }
}

/** One template for header and rows: a width that a person set is kept, the others share what is left over. */
function templateOf(
  columns: readonly { width: number; least: number; fixed: boolean }[],
  choosable: boolean,
  withMenu: boolean,
) {
  const stretches = columns.some((column) => !column.fixed)
  const parts = [
    ...(choosable ? [`${sideWidth}px`] : []),
    ...columns.map(({ width, least, fixed }) => (fixed ? `${width}px` : `minmax(${least}px, ${width}fr)`)),
    ...(stretches ? [] : ['1fr']),
    ...(withMenu ? [`${sideWidth}px`] : []),
  ]
  // Without a column that stretches, an empty one fills the row; nothing is drawn in it.
  const width =
    columns.reduce((sum, { least }) => sum + least, 0) + (choosable ? sideWidth : 0) + (withMenu ? sideWidth : 0)
  return { columns: parts.join(' '), width }
}

/** The same array as before while its items are the same, for rows that compare what they are given. */
function useStable<T>(items: readonly T[]): readonly T[] {
  const kept = useRef(items)
  if (kept.current.length !== items.length || kept.current.some((item, i) => item !== items[i])) kept.current = items
  return kept.current
}

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
