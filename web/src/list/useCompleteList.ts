// A list without pages, such as a tree, that is filtered in the browser; otherwise like every other list.
import type { AnyCall } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import type { UseQueryResult } from '@tanstack/react-query'
import type { List } from './currentList.ts'
import type { Filters, Values } from './filters.ts'
import type { RowId } from './selection.ts'
import { useFiltered } from './useFiltered.ts'
import { useRows } from './useRows.ts'

export type CompleteListSpec<Data, Row, F extends Filters> = {
  call: AnyCall
  query: UseQueryResult<Data>
  filters: F
  /** The matching rows, in order. */
  rows: (data: Data, values: Values<F>) => Row[]
  rowId: (row: Row) => RowId
  name: (row: Row) => string
}

const none = () => {}

export function useCompleteList<Data, Row, F extends Filters>(spec: CompleteListSpec<Data, Row, F>): List<Row> {
  const { data } = spec.query
  const { values, shared } = useFiltered(spec.call.menu as MenuKey, spec.filters)
  const rows = data === undefined ? [] : spec.rows(data, values)
  return {
    ...shared,
    ...useRows(spec.query, rows, spec.rowId),
    call: spec.call,
    nameOf: spec.name,
    payload: {},
    sort: undefined,
    setSort: none,
    page: 1,
    setPage: none,
    size: Math.max(1, rows.length),
    setSize: none,
    next: undefined,
    total: rows.length,
    totalIsEstimate: false,
    complete: true,
  }
}
