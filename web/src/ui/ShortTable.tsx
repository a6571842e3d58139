// A short table inside a drawer or a page: all rows at once, in the order given.
import { Table } from '@mantine/core'
import type { Written } from './values/written.ts'

type Column<Row> = readonly [heading: string, cell: (row: Row) => Written, align?: 'end']

type Props<Row> = {
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string | number
  columns: readonly Column<Row>[]
  /** Its accessible name, if no heading above it names it. */
  label?: string
}

export function ShortTable<Row>({ rows, keyOf, columns, label }: Props<Row>) {
  return (
    <Table verticalSpacing={4} fz="sm" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(([heading, , align]) => (
            <Table.Th key={heading} ta={align}>
              {heading}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          <Table.Tr key={keyOf(row, index)}>
            {columns.map(([heading, cell, align]) => (
              <Table.Td key={heading} ta={align}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
