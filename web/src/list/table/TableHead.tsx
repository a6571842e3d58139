import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyColumn } from '../columns.ts'
import { useCurrentList, useRowState } from '../currentList.ts'
import classes from './table.module.css'
import type { TableColumns } from './useTableColumns.ts'

/** Resizes an element while its edge is dragged. */
function followEdge(
  { currentTarget: edge, clientX, pointerId }: PointerEvent<HTMLElement>,
  resize: (width: number) => void,
) {
  const width = edge.parentElement!.getBoundingClientRect().width
  const ahead = document.documentElement.dir === 'rtl' ? -1 : 1
  const follow = (event: globalThis.PointerEvent) => resize(width + (event.clientX - clientX) * ahead)
  edge.setPointerCapture(pointerId)
  edge.dataset['resizing'] = ''
  edge.addEventListener('pointermove', follow)
  const end = () => {
    edge.removeEventListener('pointermove', follow)
    delete edge.dataset['resizing']
  }
  edge.addEventListener('lostpointercapture', end, { once: true })
}

type Props = Pick<TableColumns<unknown>, 'sides' | 'setWidth'> & { specs: readonly AnyColumn[] }

const signs = { up: IconArrowUp, down: IconArrowDown }

/** Column headings; sortable ones are buttons. */
export function TableHead({ specs, sides: { choosable, withMenu }, setWidth }: Props) {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" aria-rowindex={1} className={classes['headRow']}>
        {choosable && (
          <div role="columnheader" className={classes['choose']}>
            <ChoosePage />
          </div>
        )}
        {specs.map((spec) => {
          const name = list.words.column(spec.id)
          const direction = list.sort === spec.sort ? 'up' : list.sort === `-${spec.sort}` ? 'down' : undefined
          const Sign = direction ? signs[direction] : IconArrowsSort
          return (
            <div
              key={spec.id}
              role="columnheader"
              className={classes['headCell']}
              data-column={spec.id}
              data-pinned={spec.pinned || undefined}
              data-after-choice={choosable || undefined}
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
                  <Sign size={13} aria-hidden className={direction ? undefined : classes['sortHint']} />
                </button>
              ) : (
                <span className={classes['name']} title={name}>
                  {name}
                </span>
              )}
              <span
                aria-hidden
                className={classes['resize']}
                onPointerDown={(event) => followEdge(event, (width) => setWidth(spec.id, width))}
                onDoubleClick={() => setWidth(spec.id, undefined)}
              />
            </div>
          )
        })}
        {withMenu && (
          <div role="columnheader" className={classes['menu']}>
            <span className="visually-hidden">{t('table.actions')}</span>
          </div>
        )}
      </div>
    </div>
  )
}

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
