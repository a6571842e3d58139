// A short table of figures, sorted in the browser, with download.
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './charts.module.css'
import { saveCsv } from './csv.ts'

// Sorting of rows of figures.
type Order = { by: string; down: boolean }
type Value = string | number | null

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))

/** Sorts rows by a value, descending or ascending; those without one come last, and the sort is stable. */
export function ordered<Row>(rows: readonly Row[], valueOf: (row: Row) => Value, down: boolean): Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return down ? compare(b, a) : compare(a, b)
  })
}

export type FigureColumn<Row> = {
  id: string
  name: string
  /** How it is computed, if the name does not say. */
  computed?: string
  /** The value for sorting and for the file; null comes last. */
  value: (row: Row) => string | number | null
  /** The shown content, if different. */
  cell?: (row: Row) => ReactNode
}

export function SortedTable<Row>(props: {
  title: string
  computed?: string
  /** The first column names the rows. */
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Rows below the others in any order, such as totals. */
  footer?: readonly Row[]
  /** The initial sort. */
  order: Order
  empty: string
}) {
  const { title, columns, footer = [] } = props
  const { t } = useTranslation('charts')
  const [order, setOrder] = useState(props.order)
  const id = useId()
  const by = columns.find((column) => column.id === order.by) ?? columns[0]!
  const rows = ordered(props.rows, by.value, order.down)
  const save = () =>
    saveCsv(title, [
      columns.map(({ name }) => name),
      ...[...rows, ...footer].map((row) => columns.map(({ value }) => value(row))),
    ])
  return (
    <section className={classes['figure']} aria-labelledby={id}>
      <header className={classes['head']}>
        <h2 id={id}>{title}</h2>
        <ActionIcon size={28} aria-label={t('export', { title })} title={t('export', { title })} onClick={save}>
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </header>
      {props.computed && <p className={classes['computed']}>{props.computed}</p>}
      {/* Wide rows scroll separately, which must work by keyboard too. */}
      <div className={classes['wide']} tabIndex={0} role="group" aria-labelledby={id}>
        <table className={classes['table']} aria-labelledby={id}>
          <thead>
            <tr>
              {columns.map((column) => {
                const sorted = column.id === by.id
                const Arrow = order.down ? IconArrowDown : IconArrowUp
                return (
                  <th
                    key={column.id}
                    scope="col"
                    title={column.computed}
                    {...(sorted && { 'aria-sort': order.down ? 'descending' : 'ascending' })}
                  >
                    <button
                      type="button"
                      className={classes['sort']}
                      onClick={() => setOrder({ by: column.id, down: sorted ? !order.down : true })}
                    >
                      {column.name}
                      {sorted && <Arrow size={13} aria-hidden />}
                    </button>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TableRow key={props.rowKey(row)} row={row} columns={columns} />
            ))}
          </tbody>
          {rows.length > 0 && footer.length > 0 && (
            <tfoot>
              {footer.map((row) => (
                <TableRow key={props.rowKey(row)} row={row} columns={columns} />
              ))}
            </tfoot>
          )}
        </table>
        {rows.length === 0 && <p className={classes['nothing']}>{props.empty}</p>}
      </div>
    </section>
  )
}

function TableRow<Row>({ row, columns }: { row: Row; columns: readonly FigureColumn<Row>[] }) {
  return (
    <tr>
      {columns.map(({ id, value, cell }, at) => {
        const content = cell ? cell(row) : (value(row) ?? '–')
        return at === 0 ? (
          <th key={id} scope="row">
            {content}
          </th>
        ) : (
          <td key={id}>{content}</td>
        )
      })}
    </tr>
  )
}
