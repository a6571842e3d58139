// A list without pages, such as a tree, that is filtered in the browser; otherwise like every other list.
import type { AnyCall } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import type { MenuKey } from '@greenroom/contract/screens'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Filters, Values } from './filters.ts'
import type { List } from './list.ts'
import { createSelection, type RowId } from './selection.ts'
import { useFiltered } from './useFiltered.ts'

export type WholeListSpec<Data, Row, F extends Filters> = {
  call: AnyCall
  query: UseQueryResult<Data>
  filters: F
  /** The matching rows, in order. */
  rows: (data: Data, values: Values<F>) => Row[]
  rowId: (row: Row) => RowId
  name: (row: Row) => string
}

export function useWholeList<Data, Row, F extends Filters>(spec: WholeListSpec<Data, Row, F>): List<Row> {
  const menu = spec.call.menu as MenuKey
  const { data } = spec.query
  const { values, shared } = useFiltered(menu, spec.filters)
  const rows = data === undefined ? [] : spec.rows(data, values)
  const byId = new Map(rows.map((row) => [spec.rowId(row), row]))
  const [selection] = useState(() => createSelection<Row>(limits.batch))
  useEffect(() => selection.refresh(byId))
  return {
    ...shared,
    call: spec.call,
    rowId: spec.rowId,
    nameOf: spec.name,
    payload: {},
    sort: undefined,
    setSort: () => {},
    page: 1,
    setPage: () => {},
    size: Math.max(1, rows.length),
    setSize: () => {},
    answer: data,
    rows,
    byId,
    next: undefined,
    total: rows.length,
    totalIsEstimate: false,
    state: spec.query.isError && !data ? 'failed' : data ? 'ready' : 'loading',
    error: spec.query.error,
    whole: true,
    busy: spec.query.isFetching,
    refresh: () => void spec.query.refetch(),
    selection,
  }
}
