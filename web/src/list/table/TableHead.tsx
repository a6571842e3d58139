import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../columns.ts'
import { useCurrentList, useRowState } from '../list.ts'
import classes from './table.module.css'

type Shown = {
  spec: Column<unknown>
  column: { id: string; getIsResizing: () => boolean; getSize: () => number; resetSize: () => void; table: TableOf }
}
type TableOf = { getFlatHeaders: () => { column: { id: string }; getResizeHandler: () => (event: unknown) => void }[] }

/** Column headings; sortable ones are buttons. */
export function TableHead(props: { shown: readonly Shown[]; choosable: boolean; withMenu: boolean }) {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" aria-rowindex={1} className={classes['headRow']}>
        {props.choosable && (
          <div role="columnheader" className={classes['choose']}>
            <ChoosePage />
          </div>
        )}
        {props.shown.map(({ spec, column }) => {
          const name = list.words.column(spec.id)
          const direction = list.sort === spec.sort ? 'up' : list.sort === `-${spec.sort}` ? 'down' : undefined
          return (
            <div
              key={spec.id}
              role="columnheader"
              className={classes['headCell']}
              data-pinned={spec.pinned || undefined}
              data-after-choice={props.choosable || undefined}
              data-end={spec.align === 'end' || undefined}
              aria-sort={direction && (direction === 'up' ? 'ascending' : 'descending')}
            >
              {spec.sort ? (
                <button
                  type="button"
                  className={classes['sort']}
                  data-sorted={direction}
                  title={t('table.sortBy', { name })}
                  onClick={() => list.setSort(direction === 'down' ? spec.sort : `-${spec.sort}`)}
                >
                  <span>{name}</span>
                  {direction === 'up' ? (
                    <IconArrowUp size={13} aria-hidden />
                  ) : direction === 'down' ? (
                    <IconArrowDown size={13} aria-hidden />
                  ) : (
                    <IconArrowsSort size={13} aria-hidden className={classes['sortHint']} />
                  )}
                </button>
              ) : (
                <span className={classes['name']} title={name}>
                  {name}
                </span>
              )}
              <span
                aria-hidden
                className={classes['resize']}
                data-resizing={column.getIsResizing() || undefined}
                onMouseDown={(event) => resizeHandler(column)?.(event)}
                onTouchStart={(event) => resizeHandler(column)?.(event)}
                onDoubleClick={() => column.resetSize()}
              />
            </div>
          )
        })}
        {props.withMenu && (
          <div role="columnheader" className={classes['menu']}>
            <span className={classes['unseen']}>{t('table.actions')}</span>
          </div>
        )}
      </div>
    </div>
  )
}

const resizeHandler = (column: Shown['column']) =>
  column.table
    .getFlatHeaders()
    .find((header) => header.column.id === column.id)
    ?.getResizeHandler()

function ChoosePage() {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  const state = useRowState(list.selection, (selection) => {
    const chosen = [...list.byId.keys()].filter((id) => selection.has(id)).length
    return chosen === 0 ? 'none' : chosen === list.byId.size ? 'all' : 'some'
  })
  return (
    <input
      type="checkbox"
      aria-label={t('table.choosePage')}
      disabled={list.rows.length === 0}
      checked={state === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = state === 'some'
      }}
      onChange={() => list.selection.togglePage(list.byId)}
    />
  )
}
