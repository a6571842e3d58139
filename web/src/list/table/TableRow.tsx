// One row: its checkbox, its cells, and its end cell.
import { type MouseEvent, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asksExact } from '../../ui/values/exact.ts'
import type { AnyColumn } from '../columns.ts'
import { type AnyList, useRowState } from '../currentList.ts'
import type { RowId } from '../selection.ts'
import classes from './table.module.css'

/** How a row is opened; a stable object while the target stays the same, so that rows don't re-render. */
export type Opener<Row> = {
  /** Rows are links, to a page or to a drawer of this screen. */
  opens: boolean
  open: (row: Row) => void
  hrefOf: (row: Row) => string
}

/** The end cell of each row, such as its menu; must be a stable function. */
export type RowEnd<Row> = (row: Row, id: RowId, name: string) => ReactNode

type RowProps = {
  row: unknown
  id: RowId
  domId: string
  index: number
  top: number
  columns: readonly AnyColumn[]
  /** The row's name, for its checkbox and its menu. */
  name: string
  selection: AnyList['selection']
  choosable: boolean
  /** On a phone, each cell but the first has its heading before it. */
  headings: readonly string[] | undefined
  /** `any`, as in `AnyColumn`: both take rows, so that no narrower type is common to all tables. */
  opener: Opener<any>
  end: RowEnd<any> | undefined
}

const controls =
  'a, button, input, label, select, textarea, summary, [role="button"], [role="checkbox"], [role="menuitem"]'

/** True for a plain click on the row itself: not on a control in it, not on what it shows elsewhere, and not at the end of selecting text. */
function asksRow(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || asksExact(event)) return false
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return false
  const selected = window.getSelection()
  return selected === null || selected.isCollapsed || !currentTarget.contains(selected.focusNode)
}

/** What a row's name links to: opened by a click or Enter where the list has no page or drawer for its rows. */
export const linkOf = (row: Element | null | undefined): HTMLElement | undefined =>
  row?.querySelector<HTMLElement>('[data-pinned] a[href]') ?? undefined

/** Every prop is compared: whatever a row reads must be the same until the row itself changes. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { row, id, name, selection, columns } = props
  const chosen = useRowState(selection, (now) => now.has(id))
  const active = useRowState(selection, (now) => now.active() === id)
  const { opens, open, hrefOf } = props.opener
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
      data-opens={opens || undefined}
      onClick={(event) => {
        if (!asksRow(event)) return
        if (opens) open(row)
        else linkOf(event.currentTarget)?.click()
      }}
    >
      {props.choosable && (
        <div role="gridcell" className={classes['choose']}>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={chosen}
            aria-label={t('table.choose', { name })}
            onChange={() => {}}
            onClick={(event) => {
              if (event.shiftKey) selection.extend(id)
              else selection.toggle(id, row)
            }}
          />
        </div>
      )}
      {columns.map((column, at) => {
        const content =
          at === opening && opens ? (
            <a
              tabIndex={-1}
              className={classes['open']}
              href={hrefOf(row)}
              // The address may have changed since the row rendered: a new tab gets the current filters.
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
          )
        const heading = at > 0 ? props.headings?.[at] : undefined
        return (
          <div
            key={column.id}
            role="gridcell"
            className={classes['cell']}
            data-column={column.id}
            data-pinned={column.pinned || undefined}
            data-after-choice={props.choosable || undefined}
            data-end={column.align === 'end' || undefined}
            data-heading={heading}
          >
            {heading !== undefined ? <div className={classes['value']}>{content}</div> : content}
          </div>
        )
      })}
      {props.end && (
        <div role="gridcell" className={classes['menu']}>
          {props.end(row, id, name)}
        </div>
      )}
    </div>
  )
})
