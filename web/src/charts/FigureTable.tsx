import classes from './charts.module.css'
import type { PlotTable } from './plot.ts'

/** A chart's figures as a table; wide ones scroll separately, by keyboard too. */
export function FigureTable({ title, table }: { title: string; table: PlotTable }) {
  return (
    <div className={classes['scroller']} tabIndex={0} role="group" aria-label={title}>
      <table className={classes['table']} aria-label={title}>
        <thead>
          <tr>
            {table.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {cells.map((cell, at) => (
                <td key={table.head[at + 1]}>
                  <bdi dir="ltr">{cell === null ? '–' : (table.formats[at]?.(cell) ?? cell)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
