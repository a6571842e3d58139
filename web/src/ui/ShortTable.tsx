// A short table inside a drawer or a page: all rows at once, in the order given. On a phone one with many columns shows each row as a block.
import classes from './shortTable.module.css'
import type { Written } from './values/written.ts'

/** `end`: numbers. `once`: as narrow as its longest value, in one line. */
export type ShortColumn<Row> = readonly [heading: string, cell: (row: Row) => Written, how?: 'end' | 'once']

type Props<Row> = {
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string | number
  columns: readonly ShortColumn<Row>[]
  /** Its accessible name, if no heading above it names it. */
  label?: string
  /** Its rows are blocks on a phone also with fewer columns, where one holds sentences. */
  stacks?: true
}

/** So many columns do not fit a phone. */
const wide = 4

export function ShortTable<Row>({ rows, keyOf, columns, label, stacks }: Props<Row>) {
  return (
    <table aria-label={label} className={classes['table']} data-stacks={stacks || columns.length >= wide || undefined}>
      <thead>
        <tr>
          {columns.map(([heading, , how]) => (
            <th key={heading} data-how={how}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map(([heading, cell, how]) => (
              <td key={heading} data-how={how} data-heading={heading}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
